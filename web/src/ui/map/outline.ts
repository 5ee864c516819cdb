import type { FeatureCollection, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import worldUrl from 'world-atlas/countries-50m.json?url';

type World = Topology<{ readonly land: GeometryCollection; readonly countries: GeometryCollection }>;

/** The outline of the world from Natural Earth, which comes with the client. */
export interface Outline {
  readonly land: FeatureCollection;
  readonly borders: FeatureCollection;
}

/** @throws TypeError if it cannot be loaded */
export async function loadOutline(): Promise<Outline> {
  const response = await fetch(worldUrl);
  if (!response.ok) throw new TypeError(`The outline of the world: ${response.status}`);
  // The cast: the URL is the package's file, so the shape is known.
  const world = (await response.json()) as World;
  const { land, countries } = world.objects;
  return {
    land: unwrapped(feature(world, land)),
    borders: {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          properties: {},
          geometry: mesh(world, countries, (one, other) => one !== other),
        },
      ],
    },
  };
}

/**
 * The same areas with rings that continue beyond the date line, where the file jumps to the opposite edge of the world.
 */
export function unwrapped({ features }: FeatureCollection): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: features.map((each) => {
      const { geometry } = each;
      if (geometry.type === 'Polygon')
        return { ...each, geometry: { ...geometry, coordinates: geometry.coordinates.map(unwrappedRing) } };
      if (geometry.type !== 'MultiPolygon') return each;
      const coordinates = geometry.coordinates.map((polygon) => polygon.map(unwrappedRing));
      return { ...each, geometry: { ...geometry, coordinates } };
    }),
  };
}

function unwrappedRing(ring: readonly Position[]): Position[] {
  let turns = 0;
  let before = ring[0]?.[0] ?? 0;
  const points = ring.map(([longitude = 0, latitude = 0]): Position => {
    if (longitude - before > 180) turns -= 1;
    if (longitude - before < -180) turns += 1;
    before = longitude;
    return [longitude + turns * 360, latitude];
  });
  const [first, last] = [points[0], points.at(-1)];
  // A ring around a pole ends 360° away from its start: it is closed along the map's edge.
  if (turns === 0 || first === undefined || last === undefined) return points;
  const pole = (first[1] ?? 0) < 0 ? -90 : 90;
  return [...points, [last[0] ?? 0, pole], [first[0] ?? 0, pole], first];
}
