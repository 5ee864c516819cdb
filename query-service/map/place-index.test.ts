import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fromGrid, mapKeyOf, readMapKey, toGrid } from '#contracts/location/map-key';
import { distanceBetween, type Coordinates } from '#contracts/shared/coordinates';
import { bestTimes, categories } from '#contracts/location/words';

import { createBest, firstPlaces } from './first-places.ts';
import { boxesAround, boxesOf, reachOf, type GridBox } from './grid-box.ts';
import { clustersOf } from './clusters.ts';
import { createPlaceIndex, type PlaceConditions, type PlaceIndex } from './place-index.ts';

const degrees = (most: number) =>
  fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((value) => value / 1e6);
const point: fc.Arbitrary<Coordinates> = fc.oneof(
  fc.record({ latitude: degrees(90), longitude: degrees(180) }),
  // Many in one city, some of them at one point, some at the edges of the map.
  fc.record({
    latitude: fc.integer({ min: 0, max: 40 }).map((step) => 41 + step / 1000),
    longitude: fc.integer({ min: 0, max: 40 }).map((step) => -8 + step / 1000),
  }),
  fc.constantFrom(
    { latitude: 90, longitude: 0 },
    { latitude: -90, longitude: 180 },
    { latitude: 0, longitude: -180 },
    { latitude: 0, longitude: 0 },
  ),
);
const place = fc.record({
  coordinates: point,
  category: fc.constantFrom(...categories),
  bestTimeToVisit: fc.option(fc.constantFrom(...bestTimes)),
  cityId: fc.constantFrom('c1', 'c2', 'c3'),
  rating: fc.integer({ min: 0, max: 10 }).map((half) => half / 2),
});
const box = fc.record({
  west: degrees(180),
  east: degrees(180),
  south: degrees(90),
  north: degrees(90),
});
const upright = ({
  west,
  east,
  south,
  north,
}: {
  west: number;
  east: number;
  south: number;
  north: number;
}) => ({
  west,
  east,
  south: Math.min(south, north),
  north: Math.max(south, north),
});
const inBox = (
  { latitude, longitude }: Coordinates,
  { west, south, east, north }: ReturnType<typeof upright>,
): boolean =>
  latitude >= south &&
  latitude <= north &&
  (Math.abs(longitude) === 180 ? [180, -180] : [longitude]).some((each) =>
    west <= east ? each >= west && each <= east : each >= west || each <= east,
  );

const indexOf = (places: readonly (typeof place extends fc.Arbitrary<infer P> ? P : never)[]) => {
  const index = createPlaceIndex();
  for (const [at, each] of places.entries())
    index.put({ ...each, id: `p${at}`, approved: at, mapKey: mapKeyOf(each) ?? '' });
  return index;
};
const all = { minRating: 0, without: new Set<string>() } as const;
const idsIn = (index: ReturnType<typeof createPlaceIndex>, conditions: PlaceConditions): string[] => {
  const ids: string[] = [];
  index.walk(conditions, { place: (slot) => ids.push(index.places.ids[slot] ?? '') });
  return ids.sort();
};

it('a map key contains the point, the category and the best time', () => {
  fc.assert(
    fc.property(place, (each) => {
      const read = readMapKey(mapKeyOf(each) ?? '');
      expect(fromGrid(read)).toEqual(each.coordinates);
      expect(read).toMatchObject(toGrid(each.coordinates));
      expect(categories[read.category]).toBe(each.category);
      expect(bestTimes[read.bestTime - 1] ?? null).toBe(each.bestTimeToVisit);
    }),
  );
  expect(mapKeyOf({ coordinates: null, category: 'cafe', bestTimeToVisit: null })).toBeNull();
});

describe('the index of places', () => {
  it('finds exactly the places in a box that meet the conditions, also across the date line', () => {
    fc.assert(
      fc.property(
        fc.array(place, { maxLength: 200 }),
        box.map(upright),
        fc.constantFrom(undefined, 'cafe', 'nature'),
        fc.constantFrom(0, 3.5),
        fc.constantFrom(undefined, 'c1'),
        fc.subarray(['c1', 'c2']),
        (places, asked, category, minRating, city, without) => {
          const expected = places.flatMap((each, at) => {
            const isWanted =
              inBox(each.coordinates, asked) &&
              (category === undefined || each.category === category) &&
              each.rating >= minRating &&
              (city === undefined || each.cityId === city) &&
              !without.includes(each.cityId);
            return isWanted ? [`p${at}`] : [];
          });
          const found = idsIn(indexOf(places), {
            boxes: boxesOf(asked),
            category: category && categories.findIndex((each) => each === category),
            minRating,
            city,
            without: new Set(without),
          });
          expect(found).toEqual(expected.sort());
        },
      ),
    );
  });

  it('finds a place on the date line in every box that ends there, with either sign', () => {
    const at = (longitude: number) => ({ latitude: 0, longitude });
    const index = indexOf(
      [180, -180, 179.9, -179.9].map((longitude) => ({
        coordinates: at(longitude),
        cityId: 'c1' as const,
        category: 'cafe' as const,
        bestTimeToVisit: null,
        rating: 0,
      })),
    );
    const within = (west: number, east: number) =>
      idsIn(index, { ...all, boxes: boxesOf({ west, south: -1, east, north: 1 }) });
    expect(within(179, 180)).toEqual(['p0', 'p1', 'p2']);
    expect(within(-180, -179)).toEqual(['p0', 'p1', 'p3']);
    expect(within(180, -180)).toEqual(['p0', 'p1']);
    expect(within(180, 180)).toEqual(['p0', 'p1']);
    expect(within(-180, -180)).toEqual(['p0', 'p1']);
    expect(within(-180, 180)).toEqual(['p0', 'p1', 'p2', 'p3']);
    expect(within(179, -179)).toEqual(['p0', 'p1', 'p2', 'p3']);
  });

  it('follows a place that moves or is removed', () => {
    const [one, other] = [
      { latitude: 1, longitude: 1 },
      { latitude: 2, longitude: 2 },
    ];
    const values = { id: 'p', cityId: 'c', approved: 1, rating: 0 };
    const keyed = (coordinates: Coordinates) =>
      mapKeyOf({ coordinates, category: 'cafe', bestTimeToVisit: null }) ?? '';
    const at = ({ latitude, longitude }: Coordinates) => ({
      ...all,
      boxes: boxesOf({ west: longitude, south: latitude, east: longitude, north: latitude }),
    });
    const index = createPlaceIndex();
    index.put({ ...values, mapKey: keyed(one) });
    index.put({ ...values, mapKey: keyed(other) });
    expect([idsIn(index, at(one)), idsIn(index, at(other))]).toEqual([[], ['p']]);
    expect(index.size).toBe(1);
    index.remove('p');
    expect(idsIn(index, at(other))).toEqual([]);
    expect(index.size).toBe(0);
  });

  it('finds all places within the distance of a point, also at the poles and the date line', () => {
    fc.assert(
      fc.property(
        fc.array(place, { maxLength: 100 }),
        point,
        fc.constantFrom(100, 10_000, 100_000),
        (places, centre, metres) => {
          const near = new Set(idsIn(indexOf(places), { ...all, boxes: boxesAround(centre, metres) }));
          for (const [at, { coordinates }] of places.entries())
            if (distanceBetween(centre, coordinates) <= metres) expect(near).toContain(`p${at}`);
        },
      ),
    );
  });
});

describe('a list by place', () => {
  it('has the newest of the places in a box, or the nearest, in order, after any place, and counts up to a number', () => {
    fc.assert(
      fc.property(
        fc.array(place, { minLength: 600, maxLength: 1500 }),
        box.map(upright),
        fc.option(point, { nil: undefined }),
        fc.constantFrom(0, 4),
        fc.integer({ min: 1, max: 30 }),
        fc.option(fc.nat(1500), { nil: undefined }),
        fc.constantFrom(10, 300, 2000),
        fc.constantFrom(500, 5000, 100_000, 3_000_000),
        (places, asked, centre, minRating, wanted, after, countTo, metres) => {
          const index = indexOf(places);
          const expected = places
            .map((each, at) => ({ ...each, id: `p${at}`, approved: at }))
            .filter(({ coordinates, rating }) => inBox(coordinates, asked) && rating >= minRating)
            .map(({ id, approved, coordinates }) => ({
              id,
              approved,
              distance: centre === undefined ? null : distanceBetween(centre, coordinates),
            }))
            .filter(({ distance }) => distance === null || distance <= metres)
            .sort((one, other) =>
              one.distance === null || other.distance === null
                ? other.approved - one.approved
                : one.distance - other.distance || (one.id < other.id ? -1 : 1),
            );
          const before = after === undefined ? undefined : expected[after];
          const start = before && { order: before.distance ?? -before.approved, id: before.id };
          const around = centre && { point: centre, metres };
          const conditions = { ...all, minRating, boxes: boxesOf(asked), around };
          const { first, count } = firstPlaces(index, conditions, { start, wanted, countTo });
          const at = before === undefined ? 0 : expected.indexOf(before) + 1;
          expect(first).toEqual(expected.slice(at, at + wanted));
          expect(count).toBe(Math.min(expected.length, countTo));
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('a list around a point', () => {
  const places = Array.from({ length: 20_000 }, (_, at) => ({
    coordinates: { latitude: 41 + (at % 200) / 1000, longitude: -8 + Math.floor(at / 200) / 1000 },
    category: 'cafe' as const,
    bestTimeToVisit: null,
    cityId: 'c1' as const,
    rating: at % 6,
  }));
  const whole = indexOf(places);

  it.each([
    ['the nearest', undefined, 0],
    ['a later page', 9000, 0],
    ['with a rating between two steps', undefined, 3.7],
    ['a later page with such a rating', 9000, 3.7],
  ])('looks at few of the places: %s', (_name, order, minRating) => {
    let visits = 0;
    const counted: PlaceIndex = {
      ...whole,
      walk: (conditions, visitor) =>
        whole.walk(conditions, {
          ...visitor,
          place: (slot, distance) => {
            visits += 1;
            visitor.place(slot, distance);
          },
        }),
    };
    const point = { latitude: 41.1, longitude: -7.95 };
    const around = { point, metres: 100_000 };
    const conditions = { ...all, minRating, boxes: boxesAround(point, around.metres), around };
    const start = order === undefined ? undefined : { order, id: '' };
    const { first, count } = firstPlaces(counted, conditions, { start, wanted: 20, countTo: 500 });
    expect([first.length, count]).toEqual([20, 500]);
    expect(visits).toBeLessThan(5000);
  });
});

it('a box is at least as far from a point as its nearest place, and at most as far as its farthest', () => {
  const share = fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100);
  const side = fc.constantFrom(1e2, 1e4, 1e6, 5e7, 2e8);
  fc.assert(
    fc.property(point, point, side, side, share, share, (from, corner, wide, high, across, up) => {
      const { x, y } = toGrid(corner);
      const [east, north] = [Math.min(360e6, x + wide), Math.min(180e6, y + high)];
      const { nearest, farthest } = reachOf(from, { west: x, south: y, east, north });
      const inside = { x: Math.round(x + across * (east - x)), y: Math.round(y + up * (north - y)) };
      const distance = distanceBetween(from, fromGrid(inside));
      expect(distance).toBeGreaterThanOrEqual(nearest - 0.01);
      expect(distance).toBeLessThanOrEqual(farthest + 0.01);
    }),
    { numRuns: 2000 },
  );
});

describe('clusters', () => {
  it('contain every place of the box exactly once, and are at most 300', () => {
    fc.assert(
      fc.property(
        fc.array(place, { maxLength: 600 }),
        box.map(upright),
        fc.integer({ min: 0, max: 20 }),
        fc.constantFrom(1, 10, 300),
        (places, asked, zoom, most) => {
          const index = indexOf(places);
          const boxes = boxesOf(asked);
          const clusters = clustersOf(index, { ...all, boxes }, { zoom, most });
          expect(clusters.length).toBeLessThanOrEqual(most);
          const inside = places.flatMap(({ coordinates }) =>
            inBox(coordinates, asked) ? [toGrid(coordinates)] : [],
          );
          expect(clusters.reduce((sum, { count }) => sum + count, 0)).toBe(inside.length);
          const counted = clusters.map((cluster) => inside.filter((each) => isIn(cluster, each)).length);
          for (const [at, { count, x, y, ...bounds }] of clusters.entries()) {
            expect(counted[at]).toBe(count);
            expect(isIn(bounds, { x, y })).toBe(true);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('contain the places within the distance of a point, and no others', () => {
    const metres = 1_000_000;
    fc.assert(
      fc.property(fc.array(place, { minLength: 600, maxLength: 900 }), point, (places, centre) => {
        const around = { point: centre, metres };
        const conditions = { ...all, boxes: boxesAround(centre, metres), around };
        const clusters = clustersOf(indexOf(places), conditions, { zoom: 0, most: 300 });
        const inside = places.filter(({ coordinates }) => distanceBetween(centre, coordinates) <= metres);
        expect(clusters.reduce((sum, { count }) => sum + count, 0)).toBe(inside.length);
      }),
      { numRuns: 60 },
    );
  });

  it('count the places that meet the conditions, also after places have changed or were removed', () => {
    const many = { maxLength: 900, minLength: 600 };
    const conditions = fc.record({
      category: fc.option(fc.constantFrom(0, 3), { nil: undefined }),
      bestTimes: fc.option(fc.subarray([0, 1, 4], { minLength: 1 }), { nil: undefined }),
      // Steps for which squares are counted, and values between them.
      minRating: fc.constantFrom(0, 2.5, 3, 3.7, 4.5, 4.9),
      city: fc.constantFrom(undefined, undefined, 'c1'),
      without: fc.subarray(['c1', 'c2']).map((cities) => new Set(cities)),
    });
    fc.assert(
      fc.property(
        fc.array(place, many),
        fc.array(place, { maxLength: 300 }),
        fc.array(fc.nat(899), { maxLength: 300 }),
        fc.oneof(fc.constant({ west: -180, south: -90, east: 180, north: 90 }), box.map(upright)),
        conditions,
        fc.integer({ min: 0, max: 20 }),
        (places, changed, gone, asked, wanted, zoom) => {
          const index = indexOf(places);
          const now = [...places] as Array<(typeof places)[number] | undefined>;
          const count = () => clustersOf(index, { ...wanted, boxes: boxesOf(asked) }, { zoom, most: 300 });
          // Earlier counts must not be used after this.
          count();
          for (const [at, each] of changed.entries()) {
            index.put({ ...each, id: `p${at}`, approved: at, mapKey: mapKeyOf(each) ?? '' });
            now[at] = each;
          }
          for (const at of gone) {
            index.remove(`p${at}`);
            now[at] = undefined;
          }
          const expected = now.flatMap((each) => {
            if (each === undefined || !inBox(each.coordinates, asked)) return [];
            const { category, bestTime } = readMapKey(mapKeyOf(each) ?? '');
            const isWanted =
              (wanted.category === undefined || category === wanted.category) &&
              (wanted.bestTimes === undefined || wanted.bestTimes.includes(bestTime)) &&
              each.rating >= wanted.minRating &&
              (wanted.city === undefined || each.cityId === wanted.city) &&
              !wanted.without.has(each.cityId);
            return isWanted ? [toGrid(each.coordinates)] : [];
          });
          const clusters = count();
          expect(index.size).toBe(now.filter((each) => each !== undefined).length);
          expect(clusters.length).toBeLessThanOrEqual(300);
          expect(clusters.reduce((sum, cluster) => sum + cluster.count, 0)).toBe(expected.length);
          for (const { count: counted, x, y, ...bounds } of clusters) {
            const inside = expected.filter((each) => isIn(bounds, each));
            expect(inside).toHaveLength(counted);
            expect(boundsOf(inside)).toEqual({
              west: bounds.west,
              south: bounds.south,
              east: bounds.east,
              north: bounds.north,
            });
            expect(x).toBeCloseTo(inside.reduce((sum, each) => sum + each.x, 0) / counted, 3);
            expect(y).toBeCloseTo(inside.reduce((sum, each) => sum + each.y, 0) / counted, 3);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('of thousands of places at one point are one, which disappears with them', () => {
    const index = createPlaceIndex();
    const same = {
      coordinates: { latitude: 41, longitude: -8 },
      category: 'cafe',
      bestTimeToVisit: null,
    } as const;
    const ids = Array.from({ length: 3000 }, (_, at) => `p${at}`);
    for (const id of ids)
      index.put({ id, cityId: 'c', approved: 0, rating: 0, mapKey: mapKeyOf(same) ?? '' });
    const boxes = boxesOf({ west: -180, south: -90, east: 180, north: 90 });
    const found = () =>
      clustersOf(index, { ...all, boxes }, { zoom: 20, most: 300 }).map(({ count }) => count);
    expect(found()).toEqual([3000]);
    for (const id of ids) index.remove(id);
    expect(found()).toEqual([]);
  });

  it('are single places at a high zoom', () => {
    const index = indexOf(
      [0, 1, 2].map((at) => ({
        coordinates: { latitude: 41 + at / 100, longitude: -8 },
        category: 'cafe' as const,
        bestTimeToVisit: null,
        cityId: 'c1',
        rating: 0,
      })),
    );
    const boxes = boxesOf({ west: -180, south: -90, east: 180, north: 90 });
    expect(clustersOf(index, { ...all, boxes }, { zoom: 0, most: 300 })).toHaveLength(1);
    expect(clustersOf(index, { ...all, boxes }, { zoom: 14, most: 300 })).toHaveLength(3);
  });
});
const boundsOf = (points: ReadonlyArray<{ readonly x: number; readonly y: number }>): GridBox => ({
  west: Math.min(...points.map(({ x }) => x)),
  south: Math.min(...points.map(({ y }) => y)),
  east: Math.max(...points.map(({ x }) => x)),
  north: Math.max(...points.map(({ y }) => y)),
});

const isIn = ({ west, south, east, north }: GridBox, { x, y }: { x: number; y: number }): boolean =>
  x >= west && x <= east && y >= south && y <= north;

it('the best of many items are the first of all, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 20 }), (numbers, most) => {
      const best = createBest<number>(most, (one, other) => one - other);
      for (const each of numbers) best.add(each);
      expect(best.all()).toEqual([...numbers].sort((one, other) => one - other).slice(0, most));
    }),
  );
});
