import type { Light, LightChoice } from '#contracts/location/search-address';
import type { BestTimeSlug } from '#contracts/location/words';

/**
 * The part of the day at an hour (0 to 23), by the best-time options: morning from 6, afternoon from 12, evening from
 * 18, night from 21.
 */
export function lightAt(hour: number): Light {
  if (hour < 6 || hour > 20) return 'night';
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
}

export const lightOf = (choice: LightChoice, now: Date): Light =>
  choice === 'now' ? lightAt(now.getHours()) : choice;

/** The best times to search for: a place that is good at any time is also good at this one. */
export const bestTimesFor = (light: Light): readonly BestTimeSlug[] => [light, 'any'];

export const lightWords: Readonly<Record<Light, string>> = {
  morning: 'Morning',
  afternoon: 'Afternoon',
  evening: 'Evening',
  night: 'Night',
};
