import type { City } from '#contracts/city/views';
import { distanceBetween, type Coordinates } from '#contracts/shared/coordinates';

/** A place that is farther from its city's middle has perhaps the wrong city or the wrong point, in metres. */
const farMetres = 60_000;

/** How far a point is from a city, in metres; null where the city has no coordinates. */
export function distanceFromCity(
  point: Coordinates,
  city: Pick<City, 'coordinates'> | undefined,
): { readonly metres: number; readonly isFar: boolean } | null {
  if (!city?.coordinates) return null;
  const metres = distanceBetween(point, city.coordinates);
  return { metres, isFar: metres > farMetres };
}
