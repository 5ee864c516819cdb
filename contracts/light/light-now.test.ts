import { describe, expect, it } from 'vitest';

import { periodsAt } from './light-now.ts';
import { LightQuery } from './queries.ts';

describe('the part of the day at a place', () => {
  const lisbon = { latitude: 38.7139, longitude: -9.1335 };
  // On that day: dawn 6:59, sunrise 7:28, noon 12:24, sunset 17:18, dusk 17:47, all UTC.
  it.each([
    ['06:50', ['night']],
    ['07:05', ['morning']],
    ['11:20', ['morning']],
    ['11:40', []],
    ['12:30', ['afternoon']],
    ['15:10', ['afternoon']],
    ['15:25', ['evening']],
    ['17:40', ['evening']],
    ['17:55', ['night']],
    ['23:30', ['night']],
  ])('in Lisbon in November, %s, is %s', (time, periods) => {
    expect(periodsAt(Date.parse(`2026-11-24T${time}:00Z`), lisbon, 'Europe/Lisbon')).toEqual(periods);
  });
  it('is night in Edinburgh at six on a December evening', () => {
    const at = Date.parse('2026-12-10T18:00:00Z');
    expect(periodsAt(at, { latitude: 55.95, longitude: -3.2 }, 'Europe/London')).toEqual(['night']);
  });
  it.each([
    ['2026-06-21T03:59:00Z', 'night'],
    ['2026-06-21T04:00:00Z', 'morning'],
    ['2026-06-21T10:00:00Z', 'afternoon'],
    ['2026-06-21T16:00:00Z', 'evening'],
    ['2026-12-21T19:00:00Z', 'evening'],
    ['2026-12-21T20:00:00Z', 'night'],
  ])('follows the clock in Tromsø: at %s it is %s', (at, period) => {
    const tromso = { latitude: 69.6492, longitude: 18.9553 };
    expect(periodsAt(Date.parse(at), tromso, 'Europe/Oslo')).toEqual([period]);
  });
  it("is never night in a white night, whose evening ends at the sun's midnight", () => {
    const helsinki = { latitude: 63.1, longitude: 21.6 };
    const found = (time: string) => periodsAt(Date.parse(time), helsinki, 'Europe/Helsinki');
    expect(found('2026-06-21T22:00:00Z')).toEqual(['evening']);
    expect(found('2026-06-21T23:30:00Z')).toEqual(['morning']);
  });
});

describe('the requested date', () => {
  it.each(['1900-01-01', '2100-12-31', '2024-02-29'])('may be %s', (date) => {
    expect(LightQuery.safeParse({ date }).success).toBe(true);
  });
  it.each([
    '1899-12-31',
    '2101-01-01',
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    'today',
    '',
    '2026-11-24T00:00',
  ])('may not be %j', (date) => {
    expect(LightQuery.safeParse({ date }).success).toBe(false);
  });
});
