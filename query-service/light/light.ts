import { lightOfDay } from '#contracts/light/day-light';
import type { Light } from '#contracts/light/views';
import { zoneOf } from '#contracts/light/zoned-time';
import type { Coordinates } from '#contracts/shared/coordinates';
import { Refusal } from '#contracts/shared/errors';

import type { QueryResponse } from '#platform/queries/query-response';
import { timeZoneOf } from '../shared/time-zone.ts';

interface Asked {
  /** The place's own coordinates, and those of its city. */
  readonly own: Coordinates | null;
  readonly cityCoordinates?: Coordinates | null;
  /** By default the current day at the place. */
  readonly date: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The light at a place. Today's response is valid until the day ends there. @throws Refusal `no-coordinates` */
export function lightAt({ own, cityCoordinates = null, date, now }: Asked): Omit<QueryResponse, 'tags'> {
  const point = own ?? cityCoordinates;
  const timeZone = timeZoneOf(point);
  if (point === null || timeZone === null) throw new Refusal('no-coordinates');
  const zone = zoneOf(timeZone);
  const day = date ?? zone.dayOf(now);
  const { latitude, longitude } = point;
  const body: Light = { ...lightOfDay({ latitude, longitude }, timeZone, day), exact: own !== null };
  return date === undefined ? { body, freshUntil: zone.day(day).to } : { body };
}
