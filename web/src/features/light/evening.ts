import { lightOfDay } from '#contracts/light/day-light';
import { zoneOf } from '#contracts/light/zoned-time';
import type { Coordinates } from '#contracts/shared/coordinates';

import { periodText } from './light-words.ts';

/** The next evening's golden light at a place. */
export interface Evening {
  /** 'Golden light tonight 19:42 to 20:31', in the place's local time. */
  readonly text: string;
  /** When it ends, or else begins, in milliseconds since 1970; null where there is none. */
  readonly at: number | null;
}

/** The golden light of tonight, or of tomorrow once tonight's is over. `now`: milliseconds since 1970. */
export function eveningAt(place: Coordinates, timeZone: string, now: number): Evening {
  const zone = zoneOf(timeZone);
  const today = lightOfDay(place, timeZone, zone.dayOf(now));
  const { to } = today.goldenEvening;
  const isOver = to !== null && Date.parse(to) <= now;
  const light = isOver ? lightOfDay(place, timeZone, zone.dayOf(zone.day(today.date).to)) : today;
  const day = isOver ? 'tomorrow' : 'tonight';
  const period = periodText(light.goldenEvening);
  const time = light.goldenEvening.to ?? light.goldenEvening.from;
  return {
    text: [
      period === null ? `No golden light ${day}` : `Golden light ${day} ${period}`,
      ...polarText(light.dayLength),
    ].join('. '),
    at: time === null ? null : Date.parse(time),
  };
}

/** @param seconds how long the sun is up */
function polarText(seconds: number): string[] {
  if (seconds === 0) return ['The sun does not rise: it is polar night'];
  return seconds === 86_400 ? ['The sun does not set: it is polar day'] : [];
}
