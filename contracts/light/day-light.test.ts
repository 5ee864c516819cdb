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
 * What the US Naval Observatory printed in its tables 'Rise and Set for the Sun' (or the Moon) for a year and
 * 'Complete Sun and Moon Data for One Day' (aa.usno.navy.mil/data), to the minute, with the offset of each table: 21
 * places with their latitude, longitude and time zone.
 */
const almanac = `
  Atlanta, 33.7667, -84.4167, America/New_York, sunrise 2007-01-15T07:42-05:00, sunset 2007-01-15T17:52-05:00
  Atlanta, 33.7667, -84.4167, America/New_York, sunrise 2007-06-21T05:27-05:00, sunset 2007-06-21T19:51-05:00
  San Francisco, 37.7667, -122.4333, America/Los_Angeles, sunrise 2012-03-21T06:11-08:00, sunset 2012-03-21T18:23-08:00
  San Francisco, 37.7667, -122.4333, America/Los_Angeles, sunrise 2012-12-21T07:22-08:00, sunset 2012-12-21T16:55-08:00
  Fredonia, 36.95, -112.5167, America/Phoenix, sunrise 2023-09-22T06:18-07:00, sunset 2023-09-22T18:27-07:00
  Fredonia, 36.95, -112.5167, America/Phoenix, moonrise 2023-01-17T03:23-07:00, moonset 2023-01-17T13:26-07:00
  Fredonia, 36.95, -112.5167, America/Phoenix, moonrise 2023-10-10T02:36-07:00, moonset 2023-10-10T16:29-07:00
  Toronto, 43.6667, -79.4167, America/Toronto, sunrise 2001-04-01T06:59-04:00, sunset 2001-04-01T19:45-04:00
  Toronto, 43.6667, -79.4167, America/Toronto, sunrise 2001-04-30T06:11-04:00, sunset 2001-04-30T20:19-04:00
  the North Sea, 60, 0, UTC, sunrise 2019-06-21T02:36Z, sunset 2019-06-21T21:28Z
  the North Sea, 60, 0, UTC, sunrise 2019-12-21T09:02Z, sunset 2019-12-21T14:54Z
  Florida’s coast, 29, -81, America/New_York, sunrise 2019-02-15T12:03Z, sunset 2019-02-15T23:14Z
  Florida’s coast, 29, -81, America/New_York, moonrise 2019-05-15T21:00Z, moonset 2019-05-15T08:33Z
  the Southern Ocean, -60, -150, Etc/GMT+10, sunrise 2019-06-21T19:06Z, sunset 2019-12-21T07:24Z
  Raleigh, 35.7833, -78.65, America/New_York, dawn 2015-07-12T09:38Z, sunrise 2015-07-12T10:08Z
  Raleigh, 35.7833, -78.65, America/New_York, solarNoon 2015-07-12T17:20Z, sunset 2015-07-13T00:32Z
  Raleigh, 35.7833, -78.65, America/New_York, dusk 2015-07-13T01:02Z
  Kukuihaele, 20.1167, -155.5667, Pacific/Honolulu, sunrise 2015-04-02T16:15Z, sunrise 2015-04-03T16:14Z
  Washington, 38.8894, -77.0353, America/New_York, dawn 2024-03-05T06:07-05:00, sunrise 2024-03-05T06:34-05:00
  Washington, 38.8894, -77.0353, America/New_York, solarNoon 2024-03-05T12:19-05:00, sunset 2024-03-05T18:06-05:00
  Washington, 38.8894, -77.0353, America/New_York, dusk 2024-03-05T18:32-05:00, moonrise 2024-03-05T03:27-05:00
  Washington, 38.8894, -77.0353, America/New_York, moonset 2024-03-05T12:21-05:00
  Lake Michigan, 42.2, -86.3, America/Detroit, dawn 2022-07-30T10:04Z, sunrise 2022-07-30T10:36Z
  Lake Michigan, 42.2, -86.3, America/Detroit, solarNoon 2022-07-30T17:52Z, sunset 2022-07-30T01:07Z
  Lake Michigan, 42.2, -86.3, America/Detroit, dusk 2022-07-30T01:39Z, moonrise 2022-07-30T12:12Z
  Lake Michigan, 42.2, -86.3, America/Detroit, moonset 2022-07-30T02:10Z
  Oslo, 59.9139, 10.7522, Europe/Oslo, dawn 2025-06-21T00:10Z, sunrise 2025-06-21T01:54Z
  Oslo, 59.9139, 10.7522, Europe/Oslo, solarNoon 2025-06-21T11:19Z, sunset 2025-06-21T20:44Z
  Oslo, 59.9139, 10.7522, Europe/Oslo, dawn 2025-12-21T07:21Z, sunrise 2025-12-21T08:18Z
  Oslo, 59.9139, 10.7522, Europe/Oslo, sunset 2025-12-21T14:12Z, dusk 2025-12-21T15:10Z
  Quito, -0.1807, -78.4678, America/Guayaquil, dawn 2025-03-20T10:57Z, sunrise 2025-03-20T11:18Z
  Quito, -0.1807, -78.4678, America/Guayaquil, solarNoon 2025-03-20T17:21Z, sunset 2025-03-20T23:24Z
  Quito, -0.1807, -78.4678, America/Guayaquil, dusk 2025-03-20T23:45Z
  Sydney, -33.8688, 151.2093, Australia/Sydney, sunset 2025-09-22T07:51Z, sunrise 2025-09-22T19:44Z
  Reykjavik, 64.1466, -21.9426, Atlantic/Reykjavik, dawn 2025-12-21T10:03Z, sunrise 2025-12-21T11:22Z
  Reykjavik, 64.1466, -21.9426, Atlantic/Reykjavik, solarNoon 2025-12-21T13:26Z, sunset 2025-12-21T15:30Z
  Reykjavik, 64.1466, -21.9426, Atlantic/Reykjavik, dusk 2025-12-21T16:49Z
  Ushuaia, -54.8019, -68.303, America/Argentina/Ushuaia, sunrise 2025-12-21T07:52Z, solarNoon 2025-12-21T16:31Z
  Ushuaia, -54.8019, -68.303, America/Argentina/Ushuaia, sunset 2025-12-22T01:11Z
  London, 51.5074, -0.1278, Europe/London, dawn 2025-06-21T02:55Z, sunrise 2025-06-21T03:43Z
  London, 51.5074, -0.1278, Europe/London, sunset 2025-06-21T20:22Z, dusk 2025-06-21T21:09Z
  Boston, 42.3167, -71.0833, America/New_York, moonrise 1984-05-02T05:31-05:00, moonset 1984-05-02T20:34-05:00
  Fairbanks, 64.81, -147.75, America/Anchorage, moonrise 2006-06-17T02:21-08:00, moonset 2006-06-17T12:25-08:00
  Fairbanks, 64.81, -147.75, America/Anchorage, moonrise 2006-06-21T01:31-08:00, moonset 2006-06-21T20:13-08:00
  the Tasman Sea, -45, 150, Etc/GMT-10, moonrise 2050-01-02T04:21Z, moonset 2050-01-02T14:29Z
  the Tasman Sea, -45, 150, Etc/GMT-10, moonrise 2050-07-14T18:04Z, moonset 2050-07-14T02:47Z
  the Antarctic coast, -61, 103, Etc/GMT-7, moonrise 1944-01-02T04:19Z, moonset 1944-01-02T17:08Z
  the Antarctic coast, -61, 103, Etc/GMT-7, moonrise 1944-10-13T22:00Z, moonset 1944-10-13T06:48Z
`;

describe('the light of a day, compared with an almanac', () => {
  it.each(almanac.trim().split('\n'))('is right to two minutes: %s', (row) => {
    const [, latitude, longitude, timeZone = '', ...printed] = row.trim().split(', ');
    const place = { latitude: Number(latitude), longitude: Number(longitude) };
    for (const [event = '', time = ''] of printed.map((one) => one.split(' '))) {
      const at = Date.parse(time);
      const { dawn, sunrise, solarNoon, sunset, dusk, moon } = lightOfDay(
        place,
        timeZone,
        zoneOf(timeZone).dayOf(at),
      );
      const found = new Map(
        Object.entries({ dawn, sunrise, solarNoon, sunset, dusk, moonrise: moon.rise, moonset: moon.set }),
      ).get(event);
      expect(Math.abs(Date.parse(found ?? '') - at), `${event} ${time}: ${found}`).toBeLessThan(minutes(2));
    }
  });
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
