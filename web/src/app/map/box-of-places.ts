import type { Box } from '#contracts/location/queries';
import type { PlacesOnMap } from '#contracts/location/views';
import type { Coordinates } from '#contracts/shared/coordinates';

interface Shown extends Pick<PlacesOnMap, 'clusters'> {
  readonly places: readonly Coordinates[];
}

/** The part of the box's width and height that is left free at each side. */
const margin = 0.1;

/** The box around all places of a map, with at least this many degrees around them; null without places. */
export function boxOfPlaces({ places, clusters }: Shown, around: number): Box | null {
  const boxes = [
    ...clusters.map(({ bbox }) => bbox),
    ...places.map(({ latitude, longitude }) => [longitude, latitude, longitude, latitude] as const),
  ];
  if (boxes.length === 0) return null;
  const [west, south] = [
    Math.min(...boxes.map(([west]) => west)),
    Math.min(...boxes.map(([, south]) => south)),
  ];
  const [east, north] = [
    Math.max(...boxes.map(([, , east]) => east)),
    Math.max(...boxes.map(([, , , north]) => north)),
  ];
  const across = Math.max(around, (east - west) * margin);
  const up = Math.max(around, (north - south) * margin);
  return {
    west: Math.max(-180, west - across),
    south: Math.max(-90, south - up),
    east: Math.min(180, east + across),
    north: Math.min(90, north + up),
  };
}
