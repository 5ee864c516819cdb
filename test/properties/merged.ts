import type { LocationState } from '#command-service/location/state';

type Locations = ReadonlyMap<string, LocationState>;

/** The place that shows a location: itself, or the last place that it was merged into. */
export function placeOf(
  locations: Locations,
  id: string,
  goesOn: (merged: { readonly photos: boolean }) => boolean = () => true,
): string {
  const location = locations.get(id);
  const into = location?.mergedInto ?? null;
  const merged = location?.merged ?? null;
  if (into === null || merged === null || !goesOn(merged)) return id;
  return placeOf(locations, into, goesOn);
}

export const placeOfPhotos = (locations: Locations, id: string): string =>
  placeOf(locations, id, ({ photos }) => photos);
