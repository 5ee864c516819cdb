import lookUp from '@photostructure/tz-lookup';

import type { Coordinates } from '#contracts/shared/coordinates';

/** The IANA time zone at the first given point; null if there is none. */
export function timeZoneOf(...points: readonly (Coordinates | null | undefined)[]): string | null {
  const point = points.find((each) => each !== null && each !== undefined);
  return point ? lookUp(point.latitude, point.longitude) : null;
}
