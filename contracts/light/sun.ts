import { getPosition, getTimes } from 'suncalc';

import type { Coordinates } from '../shared/coordinates.ts';

/** Altitude over the horizon, and azimuth from north clockwise, in degrees. */
export interface Position {
  readonly altitude: number;
  readonly azimuth: number;
}

/** Where the sun stands, without the refraction of the air, by which the library lifts it. */
export function sunPosition(at: number, { latitude, longitude }: Coordinates): Position {
  const { altitude: seen, azimuth } = getPosition(new Date(at), latitude, longitude);
  return { altitude: withoutRefraction(seen), azimuth };
}

const degree = Math.PI / 180;

/** The library's refraction at a true altitude (Meeus 16.4); below the horizon that of the horizon. */
function refraction(altitude: number): number {
  const height = Math.max(altitude, 0) * degree;
  return 0.0002967 / Math.tan(height + 0.00312536 / (height + 0.08901179)) / degree;
}

function withoutRefraction(seen: number): number {
  let altitude = seen - refraction(0);
  // The true altitude plus its refraction is what is seen; each round leaves a tenth of the error or less.
  if (altitude > 0) for (let round = 0; round < 6; round += 1) altitude = seen - refraction(altitude);
  return altitude;
}

/** When the sun crosses an altitude. */
export interface Crossing {
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

/** The sun of one day at a place, followed by its altitude, so that it holds at any latitude. */
export function sunOfDay(place: Coordinates, { from, to }: Span) {
  const altitudeAt = (at: number) => sunPosition(at, place).altitude;
  const noonNear = (at: number) =>
    getTimes(new Date(at), place.latitude, place.longitude).solarNoon.getTime();
  const middle = (from + to) / 2;
  const day = 24 * 60 * 60_000;
  const noon = noonNear(middle);
  // The highest and the lowest points too: between two steps the sun may cross an altitude and come back.
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

/** To a quarter of a second, by halving. */
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
