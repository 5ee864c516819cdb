import { getTimes } from 'suncalc';

import type { Coordinates } from '../shared/coordinates.ts';
import { zoneOf } from './zoned-time.ts';

export const dayPeriods = ['morning', 'afternoon', 'evening', 'night'] as const;
/** The parts of the day for which a place can be good, as in its best time to visit. */
export type DayPeriod = (typeof dayPeriods)[number];

const hour = 60 * 60_000;
const day = 24 * hour;

/**
 * The parts of the day that it is now at a place: none between four hours after sunrise and noon; two if a short day's
 * evening begins before noon. If the sun does not rise or set on that day, the local clock decides.
 */
export const periodsAt = (now: number, place: Coordinates, timeZone: string): readonly DayPeriod[] =>
  sunPeriods(now, place) ?? [periodByClock(zoneOf(timeZone).hourOf(now))];

/** The same from the sun alone: null if it does not rise or set. */
export function sunPeriods(now: number, place: Coordinates): readonly DayPeriod[] | null {
  const times = getTimes(new Date(now), place.latitude, place.longitude);
  const { sunrise, sunset } = times;
  if (sunrise === null || sunset === null) return null;
  const noon = times.solarNoon.getTime();
  // In white nights dusk becomes dawn at midnight.
  const dawn = times.dawn?.getTime() ?? noon - day / 2;
  const dusk = times.dusk?.getTime() ?? noon + day / 2;
  const evening = sunset.getTime() - 2 * hour;
  const isNow: Readonly<Record<DayPeriod, boolean>> = {
    morning: now >= dawn && now < Math.min(sunrise.getTime() + 4 * hour, noon),
    afternoon: now >= noon && now < evening,
    evening: now >= evening && now < dusk,
    night: now < dawn || now >= dusk,
  };
  return dayPeriods.filter((period) => isNow[period]);
}

/** @param hours since midnight, local time */
function periodByClock(hours: number): DayPeriod {
  if (hours < 6 || hours >= 21) return 'night';
  if (hours < 12) return 'morning';
  return hours < 18 ? 'afternoon' : 'evening';
}
