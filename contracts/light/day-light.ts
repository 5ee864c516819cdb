import { getMoonIllumination, getMoonTimes, getPosition, getTimes } from 'suncalc';

import type { Coordinates } from '../shared/coordinates.ts';
import type { Light } from './views.ts';
import { zoneOf } from './zoned-time.ts';

/** Altitude above the horizon, and azimuth clockwise from north, in degrees. */
interface Position {
  readonly altitude: number;
  readonly azimuth: number;
}

/** The sun's position without the atmospheric refraction that the library adds. */
function sunPosition(at: number, { latitude, longitude }: Coordinates): Position {
  const { altitude: seen, azimuth } = getPosition(new Date(at), latitude, longitude);
  return { altitude: withoutRefraction(seen), azimuth };
}

const degree = Math.PI / 180;

/** The refraction that the library adds at a true altitude (Meeus 16.4); below the horizon, that of the horizon. */
function refraction(altitude: number): number {
  const height = Math.max(altitude, 0) * degree;
  return 0.0002967 / Math.tan(height + 0.00312536 / (height + 0.08901179)) / degree;
}

function withoutRefraction(seen: number): number {
  let altitude = seen - refraction(0);
  // The apparent altitude is the true altitude plus its refraction. Each round reduces the error to a tenth or less.
  if (altitude > 0) for (let round = 0; round < 6; round += 1) altitude = seen - refraction(altitude);
  return altitude;
}

/** When the sun crosses an altitude. */
interface Crossing {
  readonly at: number;
  readonly rising: boolean;
}

interface Span {
  readonly from: number;
  readonly to: number;
}
interface Sample {
  readonly at: number;
  readonly altitude: number;
}

const step = 10 * 60_000;

/** The sun over one day at a place, computed from its altitude, so that it works at any latitude. */
function sunOfDay(place: Coordinates, { from, to }: Span) {
  const altitudeAt = (at: number) => sunPosition(at, place).altitude;
  const noonNear = (at: number) =>
    getTimes(new Date(at), place.latitude, place.longitude).solarNoon.getTime();
  const middle = (from + to) / 2;
  const day = 24 * 60 * 60_000;
  const noon = noonNear(middle);
  // Includes the highest and the lowest point: between two steps the sun may cross an altitude and return.
  const turns = [noon - day / 2, noon, noon + day / 2].filter((at) => at > from && at < to);
  const steps = Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step);
  const samples: Sample[] = [...new Set([...steps, ...turns, to])]
    .sort((one, other) => one - other)
    .map((at) => ({ at, altitude: altitudeAt(at) }));
  return {
    noon,
    steps,
    lowest: Math.min(...samples.map(({ altitude }) => altitude)),
    /** All crossings of an altitude (degrees) between the day's beginning and its end, in order. */
    crossings: (altitude: number): Crossing[] => {
      const found: Crossing[] = [];
      for (const [index, after] of samples.entries()) {
        const before = samples[index - 1];
        if (before === undefined || before.altitude < altitude === after.altitude < altitude) continue;
        const rising = after.altitude >= altitude;
        found.push({ at: crossingBetween(before.at, after.at, altitude, rising, altitudeAt), rising });
      }
      return found;
    },
  };
}

/** Finds the time to a quarter of a second by bisection. */
function crossingBetween(
  from: number,
  to: number,
  altitude: number,
  rising: boolean,
  altitudeAt: (at: number) => number,
): number {
  let [before, after] = [from, to];
  while (after - before > 250) {
    const between = (before + after) / 2;
    if (altitudeAt(between) >= altitude === rising) after = between;
    else before = between;
  }
  return (before + after) / 2;
}

/** Altitudes of the sun in degrees. */
const altitudes = { horizon: -0.833, civil: -6, blue: -4, golden: 6 };
const hour = 60 * 60_000;
const polarDaySeconds = 86_400;

/** The light of a day at a place, as `Light` describes it; `date` is a local day there: YYYY-MM-DD. */
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
  /** If the end comes before the beginning, they belong to two different days, and only one of them to this day. */
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

/** The first time of the day that the sun rises above an altitude, and the last time that it sinks below it. */
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

/** Seconds of the day that the sun is up. */
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
  // The library gives a UTC day, and a local day overlaps two or three of them.
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
