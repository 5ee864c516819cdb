import { expect, test } from 'vitest';

import { dateText } from './date-text.ts';

test('a date is the text that a formatter gives, on each day of two years', () => {
  const parts = (options: Intl.DateTimeFormatOptions, at: Date) =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(at);
  for (let time = Date.UTC(2027, 0, 1); time < Date.UTC(2029, 0, 1); time += 86_400_000) {
    const at = new Date(time);
    expect(dateText(at.toISOString().slice(0, 10))).toBe(
      `${parts({ weekday: 'long' }, at)} ${parts({ day: 'numeric', month: 'long', year: 'numeric' }, at)}`,
    );
  }
});
