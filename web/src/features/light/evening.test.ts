import { expect, test } from 'vitest';

import { lightOfDay } from '#contracts/light/day-light';

import { eveningAt } from './evening.ts';

const porto = { latitude: 41.16, longitude: -8.63 };
const svalbard = { latitude: 78.22, longitude: 15.65 };
const textAt = (time: string, place = porto, zone = 'Europe/Lisbon') =>
  eveningAt(place, zone, Date.parse(time)).text;

test('shows tonight’s golden light in local time, and tomorrow’s once tonight’s is over', () => {
  expect(textAt('2026-06-21T12:00:00Z')).toMatch(/^Golden light tonight 20:\d\d to 21:\d\d$/);
  expect(textAt('2026-06-21T00:30:00Z')).toBe(textAt('2026-06-21T12:00:00Z'));
  const { to } = lightOfDay(porto, 'Europe/Lisbon', '2026-06-21').goldenEvening;
  const end = Date.parse(to ?? '');
  expect(eveningAt(porto, 'Europe/Lisbon', end - 1000)).toMatchObject({ at: end });
  expect(eveningAt(porto, 'Europe/Lisbon', end).text).toMatch(/^Golden light tomorrow 20:\d\d to 21:\d\d$/);
});

test('names polar day and polar night', () => {
  const zone = 'Arctic/Longyearbyen';
  expect(textAt('2026-12-21T12:00:00Z', svalbard, zone)).toBe(
    'No golden light tonight. The sun does not rise: it is polar night',
  );
  expect(textAt('2026-06-21T12:00:00Z', svalbard, zone)).toBe(
    'No golden light tonight. The sun does not set: it is polar day',
  );
  // The sun of a polar day that comes close to the horizon.
  expect(textAt('2026-05-01T12:00:00Z', svalbard, zone)).toMatch(
    /^Golden light tonight (from|until|\d\d).*\. The sun does not set: it is polar day$/,
  );
});
