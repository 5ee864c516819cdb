import { describe, expect, it } from 'vitest';

import { lightOfDay } from '#contracts/light/day-light';

import {
  azimuthAt,
  dayLengthText,
  edgeText,
  goldenText,
  kindOf,
  moonText,
  noGoldenText,
  periodText,
  spanText,
  windOf,
} from './light-words.ts';

const lisbon = { latitude: 38.7139, longitude: -9.1335 };
const light = { ...lightOfDay(lisbon, 'Europe/Lisbon', '2026-06-21'), exact: true };
const at = (time: string) => Date.parse(`2026-06-21T${time}:00+01:00`);

describe('the next golden light', () => {
  it('is the morning’s golden light, then the evening’s, then no more', () => {
    expect(goldenText(light, at('03:00'))).toMatch(/^Golden light in 2 h \d+ min, until 06:5\d$/);
    expect(goldenText(light, at('06:00'))).toMatch(/^Golden light now, until 06:5\d$/);
    expect(goldenText(light, at('12:00'))).toMatch(/^Golden light in \d h( \d+ min)?, until 21:\d\d$/);
    expect(goldenText(light, at('23:30'))).toBeNull();
    expect(noGoldenText(light)).toBe('No more golden light today');
  });
  it('has no end under a midnight sun', () => {
    const tromso = lightOfDay({ latitude: 69.6492, longitude: 18.9553 }, 'Europe/Oslo', '2026-06-21');
    const evening = goldenText({ ...tromso, exact: true }, Date.parse('2026-06-21T23:50:00+02:00'));
    expect(evening).toBe('Golden light now');
  });
  it('lasts all day where the sun circles near the horizon, and is none in a polar night', () => {
    const pole = lightOfDay({ latitude: 90, longitude: 0 }, 'Etc/GMT', '2026-03-20');
    const noon = Date.parse('2026-03-20T12:00:00Z');
    expect(goldenText({ ...pole, exact: true }, noon)).toBe('Golden light all day');
    const night = lightOfDay({ latitude: 78.22, longitude: 15.65 }, 'Arctic/Longyearbyen', '2026-12-21');
    expect(goldenText({ ...night, exact: true }, noon)).toBeNull();
    expect(noGoldenText({ ...night, exact: true })).toBe('No golden light today');
  });
  it.each([
    [1, '1 min'],
    [60_000 * 134, '2 h 14 min'],
    [60_000 * 120, '2 h'],
  ])('%i ms is %s', (milliseconds, text) => expect(spanText(milliseconds)).toBe(text));
});

describe('the texts of a day', () => {
  it('name directions: the sun rises in the north-east and sets in the north-west in June', () => {
    expect(edgeText(light, light.sunrise, 'from')).toMatch(/^06:1\d, from the ENE \(\d\d°\)$/);
    expect(edgeText(light, light.sunset, 'in')).toMatch(/^21:0\d, in the WNW \(\d{3}°\)$/);
    expect(edgeText(light, null, 'in')).toBeNull();
    expect([0, 11.2, 11.3, 90, 359].map(windOf)).toEqual(['N', 'N', 'NNE', 'E', 'N']);
  });
  it('interpolate across north the short way', () => {
    const sun = [
      { at: '2026-06-21T00:00:00+00:00', altitude: 0, azimuth: 350 },
      { at: '2026-06-21T00:10:00+00:00', altitude: 0, azimuth: 10 },
    ];
    expect(azimuthAt({ sun }, '2026-06-21T00:05:00+00:00')).toBe(0);
  });
  it('name the events that do not happen', () => {
    expect(periodText({ from: null, to: null })).toBeNull();
    expect(periodText({ from: null, to: '2026-06-21T20:31:00+01:00' })).toBe('until 20:31');
    expect(dayLengthText(0)).toBe('The sun does not rise');
    expect(dayLengthText(86_400)).toBe('The sun does not set');
    expect(moonText({ rise: null, set: null, illumination: 0.994, phase: 0.51 })).toBe('Full moon, 99% lit');
    expect(moonText({ rise: null, set: null, illumination: 0, phase: 0.99 })).toBe('New moon, 0% lit');
  });
  it('colour the day by the sun’s altitude', () => {
    expect([-7, -5, 0, 7].map(kindOf)).toEqual(['night', 'blue', 'golden', 'day']);
  });
});
