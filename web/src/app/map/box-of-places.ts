import type { Box } from '#contracts/location/queries';
import type { PlacesOnMap } from '#contracts/location/views';
import type { Coordinates } from '#contracts/shared/coordinates';

interface Shown extends Pick<PlacesOnMap, 'clusters'> {
  readonly places: readonly Coordinates[];
}

/** The box around all places of a map, with this many degrees around them; null without places. */
export function boxOfPlaces({ places, clusters }: Shown, around: number): Box | null {
  const boxes = [
    ...clusters.map(({ bbox }) => bbox),
    ...places.map(({ latitude, longitude }) => [longitude, latitude, longitude, latitude] as const),
  ];
  if (boxes.length === 0) return null;
  return {
    west: Math.max(-180, Math.min(...boxes.map(([west]) => west)) - around),
    south: Math.max(-90, Math.min(...boxes.map(([, south]) => south)) - around),
    east: Math.min(180, Math.max(...boxes.map(([, , east]) => east)) + around),
    north: Math.min(90, Math.max(...boxes.map(([, , , north]) => north)) + around),
  };
}
