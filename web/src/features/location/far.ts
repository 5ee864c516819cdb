import type { City } from '#contracts/city/views';
import { distanceBetween, type Coordinates } from '#contracts/shared/coordinates';

/** Distance in metres from a city's centre beyond which the city or the point may be wrong. */
const farMetres = 60_000;

/** The distance of a point from a city, in metres; null if the city has no coordinates. */
export function distanceFromCity(
  point: Coordinates,
  city: Pick<City, 'coordinates'> | undefined,
): { readonly metres: number; readonly isFar: boolean } | null {
  if (!city?.coordinates) return null;
  const metres = distanceBetween(point, city.coordinates);
  return { metres, isFar: metres > farMetres };
}
