import { describe, expect, it } from 'vitest';

import { dueFor } from './follow-decisions.ts';

const at = (time: string) => Date.parse(`2026-11-${time}Z`);
const shown = (time: number) => new Date(time).toISOString().slice(8, 19);

describe('a decision is mailed', () => {
  it.each([
    ['22T07:59:59', '22T08:00:00'],
    ['22T08:00:00', '23T08:00:00'],
    ['22T23:30:00', '23T08:00:00'],
    ['30T12:00:00', '01T08:00:00'],
  ])('of %s in the daily mail of %s', (decided, due) => {
    expect(shown(dueFor({ notify: 'daily' }, at(decided), at(decided)))).toBe(due);
  });

  it('for itself within half a minute, but after the time in which it is easily taken back', () => {
    const decided = at('22T12:00:00');
    const due = dueFor({ notify: 'each' }, decided, decided + 50);
    expect(due - decided).toBeGreaterThan(10_000);
    expect(due - decided).toBeLessThan(20_000);
    expect(dueFor({ notify: 'each' }, decided, decided + 3_600_000)).toBe(decided + 3_600_000);
  });
});
