import {
  Body,
  Illumination,
  MoonPhase,
  Observer,
  SearchAltitude,
  SearchHourAngle,
  SearchRiseSet,
} from 'astronomy-engine';
import { describe, expect, it } from 'vitest';

import { lightOfDay } from './day-light.ts';
import { Light } from './views.ts';
import { zoneOf } from './zoned-time.ts';

const minutes = (count: number) => count * 60_000;

/** Name, latitude, longitude, zone, date: all below 65 degrees; both hemispheres, all seasons, days of a clock change. */
const places = [
  ['Lisbon', 38.7139, -9.1335, 'Europe/Lisbon', '2026-11-24'],
  ['Edinburgh', 55.9487, -3.1999, 'Europe/London', '2026-06-21'],
  ['Edinburgh', 55.9487, -3.1999, 'Europe/London', '2026-12-21'],
  ['Kyoto', 35.0116, 135.7681, 'Asia/Tokyo', '2026-04-04'],
  ['New York', 40.7128, -74.006, 'America/New_York', '2026-03-08'],
  ['New York', 40.7128, -74.006, 'America/New_York', '2026-11-01'],
  ['San Francisco', 37.8199, -122.4783, 'America/Los_Angeles', '2026-09-22'],
  ['Cape Town', -33.9628, 18.4098, 'Africa/Johannesburg', '2026-12-21'],
  ['Sydney', -33.8568, 151.2153, 'Australia/Sydney', '2026-04-05'],
  ['Quito', -0.1807, -78.4678, 'America/Guayaquil', '2026-03-20'],
  ['Mexico City', 19.4326, -99.1332, 'America/Mexico_City', '2026-07-15'],
  ['Marrakesh', 31.6258, -7.9892, 'Africa/Casablanca', '2026-02-20'],
  ['Istanbul', 41.0054, 28.9768, 'Europe/Istanbul', '2026-10-10'],
  ['Kathmandu', 27.7172, 85.324, 'Asia/Kathmandu', '2026-01-31'],
  ['Ushuaia', -54.8019, -68.303, 'America/Argentina/Ushuaia', '2026-06-21'],
  ['Reykjavik', 64.1466, -21.9426, 'Atlantic/Reykjavik', '2026-12-21'],
  ['Kiritimati', 1.8721, -157.4278, 'Pacific/Kiritimati', '2026-08-01'],
  ['Pago Pago', -14.2781, -170.7025, 'Pacific/Pago_Pago', '2026-08-01'],
  ['Apia', -13.8333, -171.7667, 'Pacific/Apia', '2026-05-05'],
  ['Urumqi', 43.8256, 87.6168, 'Asia/Shanghai', '2100-12-31'],
  ['Paris', 48.8584, 2.2945, 'Europe/Paris', '1900-01-01'],
] as const;

/**
 * The reference is Astronomy Engine 2.1.19. Its own tests compare it with the almanac of the US Naval Observatory and
 * with JPL Horizons, and it shares no code with the tested code.
 */
describe('the light of a day, compared with another library', () => {
  it.each(places)(
    'is right to two minutes in %s at %f, %f (%s) on %s',
    (_, latitude, longitude, timeZone, date) => {
      const light = lightOfDay({ latitude, longitude }, timeZone, date);
      const { from, to } = zoneOf(timeZone).day(date);
      const observer = new Observer(latitude, longitude, 0);
      const days = (to - from) / minutes(60 * 24);
      const reached = (altitude: number, direction: 1 | -1) =>
        SearchAltitude(Body.Sun, observer, direction, new Date(from), days, altitude)?.date.getTime();
      const risen = (body: Body, direction: 1 | -1) =>
        SearchRiseSet(body, observer, direction, new Date(from), days)?.date.getTime();
      const noon = SearchHourAngle(Body.Sun, observer, 0, new Date(from)).time.date.getTime();
      const compared = [
        ['dawn', light.dawn, reached(-6, 1)],
        ['sunrise', light.sunrise, risen(Body.Sun, 1)],
        ['goldenMorning.from', light.goldenMorning.from, reached(-4, 1)],
        ['goldenMorning.to', light.goldenMorning.to, reached(6, 1)],
        ['blueMorning.from', light.blueMorning.from, reached(-6, 1)],
        ['blueMorning.to', light.blueMorning.to, reached(-4, 1)],
        ['solarNoon', light.solarNoon, noon],
        ['goldenEvening.from', light.goldenEvening.from, reached(6, -1)],
        ['goldenEvening.to', light.goldenEvening.to, reached(-4, -1)],
        ['blueEvening.from', light.blueEvening.from, reached(-4, -1)],
        ['blueEvening.to', light.blueEvening.to, reached(-6, -1)],
        ['sunset', light.sunset, risen(Body.Sun, -1)],
        ['dusk', light.dusk, reached(-6, -1)],
        ['moonrise', light.moon.rise, risen(Body.Moon, 1)],
        ['moonset', light.moon.set, risen(Body.Moon, -1)],
      ] as const;
      for (const [name, found, reference] of compared) {
        expect(found === null, `${name} happens`).toBe(reference === undefined);
        if (found === null || reference === undefined) continue;
        expect(Math.abs(Date.parse(found) - reference), `${name} ${found}`).toBeLessThan(minutes(2));
      }
      const localNoon = new Date(from + minutes(60 * 12));
      expect(light.moon.illumination).toBeCloseTo(Illumination(Body.Moon, localNoon).phase_fraction, 1.9);
      const apart = Math.abs(light.moon.phase - MoonPhase(localNoon) / 360);
      expect(Math.min(apart, 1 - apart)).toBeLessThan(0.02);
      expect(Light.safeParse({ ...light, exact: true }).success).toBe(true);
    },
  );
});

/**
 * The times that calendars print for the solstices in these two cities, to the minute; no table of an almanac was
 * available.
 */
describe('the light of a day, compared with printed almanacs', () => {
  it.each([
    ['Greenwich', 51.4769, 0, 'Europe/London', '2024-06-20', '04:43', '21:21'],
    ['Greenwich', 51.4769, 0, 'Europe/London', '2024-12-21', '08:04', '15:53'],
    ['New York', 40.7128, -74.006, 'America/New_York', '2024-06-20', '05:25', '20:31'],
    ['New York', 40.7128, -74.006, 'America/New_York', '2024-12-21', '07:17', '16:32'],
  ] as const)(
    'is right in %s (%f, %f, %s) on %s: %s to %s',
    (_, latitude, longitude, zone, date, rises, sets) => {
      const { sunrise, sunset } = lightOfDay({ latitude, longitude }, zone, date);
      const minuteOf = (clock = '') => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
      expect(Math.abs(minuteOf(sunrise?.slice(11, 16)) - minuteOf(rises))).toBeLessThanOrEqual(2);
      expect(Math.abs(minuteOf(sunset?.slice(11, 16)) - minuteOf(sets))).toBeLessThanOrEqual(2);
    },
  );
});

describe('the sun, where it does not rise or set', () => {
  const tromso = { latitude: 69.6492, longitude: 18.9553 };
  it('is up all of a polar day', () => {
    const light = lightOfDay(tromso, 'Europe/Oslo', '2026-06-21');
    const never = { from: null, to: null };
    expect(light).toMatchObject({ dawn: null, sunrise: null, sunset: null, dusk: null, dayLength: 86_400 });
    expect(light).toMatchObject({ blueMorning: never, blueEvening: never });
    // The midnight sun is golden, from the evening on.
    expect(light.goldenEvening).toMatchObject({ to: null });
    expect(light.goldenMorning).toMatchObject({ from: null });
  });
  it('makes a golden morning without a beginning if that was on the day before', () => {
    const light = lightOfDay({ latitude: 70.37, longitude: 42 }, 'Europe/Oslo', '2026-05-02');
    expect(light.blueMorning.to?.slice(0, 13)).toBe('2026-05-02T23');
    expect(light.goldenMorning).toMatchObject({ from: null });
    expect(light.goldenMorning.to?.slice(0, 13)).toBe('2026-05-02T03');
  });
  it('is down all of a polar night, whose noon is blue or golden', () => {
    const light = lightOfDay(tromso, 'Europe/Oslo', '2026-12-21');
    expect(light).toMatchObject({ sunrise: null, sunset: null, dayLength: 0 });
    expect(light.dawn?.slice(0, 10)).toBe('2026-12-21');
    expect(light.goldenMorning).toMatchObject({ to: null });
    expect(light.goldenEvening).toMatchObject({ from: null });
  });
  it.each([
    [90, '2026-06-21', 86_400],
    [90, '2026-12-21', 0],
    [-90, '2026-12-21', 86_400],
    [-90, '2026-06-21', 0],
  ])('is handled at the pole %f on %s', (latitude, date, dayLength) => {
    const light = lightOfDay({ latitude, longitude: 0 }, 'UTC', date);
    expect(light).toMatchObject({ dawn: null, sunrise: null, sunset: null, dusk: null, dayLength });
    expect(Light.safeParse({ ...light, exact: true }).success).toBe(true);
  });
});

describe('a local day', () => {
  const lengthOf = (timeZone: string, date: string) =>
    lightOfDay({ latitude: 40, longitude: -74 }, timeZone, date).sun.length;
  it.each([
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['America/New_York', '2026-11-02', 24],
    // These zones change their clocks at midnight: the day begins at 1:00, or has the hour after midnight twice.
    ['America/Havana', '2026-03-08', 23],
    ['America/Havana', '2026-11-01', 25],
    // The clock changes by half an hour.
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    // Samoa skipped this day.
    ['Pacific/Apia', '2011-12-30', 0],
  ])('in %s on %s has %f hours', (timeZone, date, hours) => {
    expect(lengthOf(timeZone, date)).toBe(hours * 6);
  });
  it('lists the sun every ten minutes, with the UTC offset of each moment', () => {
    const { sun } = lightOfDay({ latitude: 40.7, longitude: -74 }, 'America/New_York', '2026-03-08');
    expect(sun[0]?.at).toBe('2026-03-08T00:00:00-05:00');
    expect(sun[12]?.at).toBe('2026-03-08T03:00:00-04:00');
    expect(sun.at(-1)?.at).toBe('2026-03-08T23:50:00-04:00');
  });
  it("is the place's own day on both sides of the date line", () => {
    for (const [timeZone, offset] of [
      ['Pacific/Kiritimati', '+14:00'],
      ['Pacific/Pago_Pago', '-11:00'],
    ] as const) {
      const light = lightOfDay({ latitude: 0, longitude: -160 }, timeZone, '2026-08-01');
      for (const at of [light.sunrise, light.solarNoon, light.sunset]) {
        expect(at?.slice(0, 10)).toBe('2026-08-01');
        expect(at?.slice(-6)).toBe(offset);
      }
    }
  });
  it('has a day length equal to the time that the sun is up', () => {
    const { sunrise, sunset, dayLength } = lightOfDay(
      { latitude: 38.7, longitude: -9.1 },
      'Europe/Lisbon',
      '2026-11-24',
    );
    expect(dayLength).toBe((Date.parse(sunset ?? '') - Date.parse(sunrise ?? '')) / 1000);
  });
});
