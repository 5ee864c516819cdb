import { getMoonIllumination, getMoonTimes } from 'suncalc';

import type { Coordinates } from '../shared/coordinates.ts';
import { sunOfDay, sunPosition, type Crossing } from './sun.ts';
import type { Light } from './views.ts';
import { zoneOf } from './zoned-time.ts';

/** Altitudes of the sun in degrees. */
const altitudes = { horizon: -0.833, civil: -6, blue: -4, golden: 6 };
const hour = 60 * 60_000;
const polarDaySeconds = 86_400;

/** What the light of a day is like at a place, as `Light` describes it; `date` is a day there: YYYY-MM-DD. */
export function lightOfDay(place: Coordinates, timeZone: string, date: string): Omit<Light, 'exact'> {
  const zone = zoneOf(timeZone);
  const { iso } = zone;
  const day = zone.day(date);
  const sun = sunOfDay(place, day);
  const horizon = sun.crossings(altitudes.horizon);
  const civil = sun.crossings(altitudes.civil);
  const blue = sun.crossings(altitudes.blue);
  const golden = sun.crossings(altitudes.golden);
  const said = (at: number | null) => (at === null ? null : iso(at));
  /** Where the light's end comes before its beginning, they are of two days, and only one of this. */
  const morning = (from: number | null, to: number | null) => ({
    from: from !== null && to !== null && from > to ? null : said(from),
    to: said(to),
  });
  const evening = (from: number | null, to: number | null) => ({
    from: said(from),
    to: from !== null && to !== null && from > to ? null : said(to),
  });
  return {
    date,
    timeZone,
    ...place,
    dawn: said(rise(civil)),
    sunrise: said(rise(horizon)),
    goldenMorning: morning(rise(blue), rise(golden)),
    blueMorning: morning(rise(civil), rise(blue)),
    solarNoon: iso(sun.noon),
    goldenEvening: evening(set(golden), set(blue)),
    blueEvening: evening(set(blue), set(civil)),
    sunset: said(set(horizon)),
    dusk: said(set(civil)),
    dayLength: dayLength(horizon, day, sun.lowest > altitudes.horizon),
    sun: sun.steps.map((at) => {
      const { altitude, azimuth } = sunPosition(at, place);
      return { at: iso(at), altitude: hundredths(altitude), azimuth: hundredths(azimuth) % 360 };
    }),
    moon: moonOfDay(place, day, said),
  };
}

/** The first time in the day that the sun rises over an altitude, and the last time that it sinks below. */
const rise = (crossings: readonly Crossing[]): number | null =>
  crossings.find(({ rising }) => rising)?.at ?? null;
const set = (crossings: readonly Crossing[]): number | null =>
  crossings.findLast(({ rising }) => !rising)?.at ?? null;

const hundredths = (value: number): number => Math.round(value * 100) / 100;
const whole = (time: number): number => Math.round(time / 1000);

interface Day {
  readonly from: number;
  readonly to: number;
}

/** Seconds that the sun is up in the day. */
function dayLength(horizon: readonly Crossing[], { from, to }: Day, isAlwaysUp: boolean): number {
  const [first] = horizon;
  if (first === undefined) return isAlwaysUp ? polarDaySeconds : 0;
  let up = 0;
  let since = first.rising ? null : from;
  for (const { at, rising } of horizon) {
    if (!rising && since !== null) up += whole(at) - whole(since);
    since = rising ? at : null;
  }
  return since === null ? up : up + whole(to) - whole(since);
}

function moonOfDay(
  { latitude, longitude }: Coordinates,
  { from, to }: Day,
  said: (at: number | null) => string | null,
): Light['moon'] {
  // The library answers for a day of UTC, and a day of the place lies in two or three of them.
  const days = [from, from + 24 * hour, to].map((at) => getMoonTimes(new Date(at), latitude, longitude));
  const within = (times: readonly (Date | undefined)[]) =>
    times.map((time) => time?.getTime() ?? NaN).find((at) => at >= from && at < to) ?? null;
  const { fraction, phase } = getMoonIllumination(new Date(from + 12 * hour));
  return {
    rise: said(within(days.map((times) => times.rise))),
    set: said(within(days.map((times) => times.set))),
    illumination: hundredths(fraction),
    phase: (Math.round(phase * 1000) / 1000) % 1,
  };
}
