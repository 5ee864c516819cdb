import { randomUUID } from 'node:crypto';
import path from 'node:path';

import { mapKeyOf } from '#contracts/location/map-key';
import { bestTimes, categories } from '#contracts/location/words';
import { places as placesModel, type LocationDocument } from '#contracts/read-models';
import { limits } from '#contracts/shared/limits';
import { openReadStore, type ReadModelReader, type ReadModelWriter } from '#platform/read-store/index';
import { boxesAround, boxesOf } from '#query-service/map/grid-box';
import { countTo } from '#platform/queries/paging';
import { clustersOf } from '#query-service/map/clusters';
import { firstPlaces } from '#query-service/map/first-places';
import type { PlaceConditions, PlaceIndex } from '#query-service/map/place-index';
import { createPlaceMap } from '#query-service/map/place-map';

import type { Bench } from '../bench.ts';
import { createRandom, type Random } from '../texts.ts';
import { ms, type Row } from '../report.ts';
import { rowOfTimes, timesOf } from '../times.ts';

const batchSize = 5000;
const pageSize = 50;

/**
 * The map in the store alone, over many places: reading them into memory, then boxes, zooms and filters of all kinds.
 */
export async function map(bench: Bench): Promise<Row[]> {
  const file = path.join(await bench.folder('map'), 'read-models.db');
  await using store = await openReadStore({ path: file, warn: (message) => bench.say(message) });
  const { ids, centres, largest } = await fill(bench, await store.writer(placesModel));
  const reader = await store.reader(placesModel);
  const random = createRandom(9);
  const page = () => Array.from({ length: pageSize }, () => random.pick(ids));
  const floor = await timesOf(() => reader.getMany('locations', page()));

  bench.say('map: reading the places');
  const started = performance.now();
  const index = await createPlaceMap(reader).current();
  const read = performance.now() - started;

  const rows: Row[] = [
    {
      number: `map: ${index.size.toLocaleString('en-US')} places read into memory`,
      ours: ms(read),
    },
  ];
  const row = async (kind: string, question: () => Promise<unknown>): Promise<void> => {
    bench.say(`map: ${kind}`);
    rows.push(rowOfTimes(`map: ${kind}`, await timesOf(question), floor, 'p99 10 ms'));
  };
  for (const { kind, next } of kindsOf(random, centres)) {
    await row(kind, () => shown(index, reader, next()));
    if (kind.includes('any')) await row(`  ... the list beside it`, () => listed(index, reader, next()));
  }
  for (const kilometres of [1, 10, 100]) {
    const next = (): PlaceConditions => {
      const point = random.pick([largest, random.pick(centres)]);
      const around = { point, metres: kilometres * 1000 };
      return { minRating: 0, without: new Set(), boxes: boxesAround(point, around.metres), around };
    };
    await row(`the nearest within ${kilometres} km`, () => listed(index, reader, { conditions: next() }));
  }
  return rows;
}

/** The newest places in view, or the nearest to a point, and their documents. */
async function listed(index: PlaceIndex, reader: ReadModelReader, { conditions }: Pick<Asked, 'conditions'>) {
  const { first } = firstPlaces(index, conditions, { start: undefined, wanted: pageSize, countTo });
  return reader.getMany(
    'locations',
    first.map(({ id }) => id),
  );
}

interface Asked {
  readonly conditions: PlaceConditions;
  readonly zoom: number;
}

/** Clusters, and the documents of single places. */
async function shown(index: PlaceIndex, reader: ReadModelReader, { conditions, zoom }: Asked) {
  const found = clustersOf(index, conditions, { zoom, most: limits.onMap });
  const alone = found.filter(({ count }) => count === 1);
  return reader.getMany(
    'locations',
    alone.map(({ id }) => id),
  );
}

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}
type Filters = Omit<PlaceConditions, 'boxes' | 'without'>;

function kindsOf(random: Random, centres: readonly Point[]) {
  const world = boxesOf({ west: -180, south: -90, east: 180, north: 90 });
  const without = new Set<string>();
  const around = (degrees: number) => {
    const { latitude, longitude } = random.pick(centres);
    return boxesOf({
      west: Math.max(-180, longitude - degrees),
      east: Math.min(180, longitude + degrees),
      south: Math.max(-90, latitude - degrees / 2),
      north: Math.min(90, latitude + degrees / 2),
    });
  };
  const anyZoom = () => random.below(21);
  const anyWidth = () => random.pick([100, 50, 20, 10, 5, 1, 0.1, 0.02]);
  const open: Filters = { minRating: 0 };
  const category = () => random.below(categories.length);
  const hours = () => random.pick([[1, 2], [1, 3], [1, 4], [5]]);
  const filtered = (): Filters => ({
    ...(random.below(2) === 0 ? {} : { category: category() }),
    ...(random.below(2) === 0 ? {} : { bestTimes: hours() }),
    minRating: random.pick([0, 3, 3.7, 4, 4.5, 4.8]),
  });
  const kinds: ReadonlyArray<{
    readonly kind: string;
    readonly next: () => Omit<Asked, 'conditions'> & {
      readonly filters: Filters;
      readonly boxes: PlaceConditions['boxes'];
    };
  }> = [
    { kind: 'the world, zoom 0 to 3', next: () => ({ filters: open, boxes: world, zoom: random.below(4) }) },
    { kind: 'the world, zoom 20', next: () => ({ filters: open, boxes: world, zoom: 20 }) },
    { kind: 'a continent', next: () => ({ filters: open, boxes: around(25), zoom: 4 }) },
    { kind: 'a city', next: () => ({ filters: open, boxes: around(0.15), zoom: 12 }) },
    {
      kind: 'the world, a category',
      next: () => ({ filters: { ...open, category: category() }, boxes: world, zoom: 2 }),
    },
    {
      kind: 'the world, an hour',
      next: () => ({ filters: { ...open, bestTimes: hours() }, boxes: world, zoom: 2 }),
    },
    { kind: 'the world, rated 4', next: () => ({ filters: { minRating: 4 }, boxes: world, zoom: 2 }) },
    { kind: 'the world, rated 3.7', next: () => ({ filters: { minRating: 3.7 }, boxes: world, zoom: 2 }) },
    {
      kind: 'the world, any filters and zoom',
      next: () => ({ filters: filtered(), boxes: world, zoom: anyZoom() }),
    },
    {
      kind: 'any box, filters and zoom',
      next: () => ({ filters: filtered(), boxes: around(anyWidth()), zoom: anyZoom() }),
    },
  ];
  return kinds.map(({ kind, next }) => ({
    kind,
    next: (): Asked => {
      const { filters, boxes, zoom } = next();
      return { conditions: { ...filters, boxes, without }, zoom };
    },
  }));
}

const inCity = 500;
/** One place of so many is in the largest city. */
const inLargest = 10;

async function fill({ options, say }: Bench, writer: ReadModelWriter) {
  const random = createRandom(10);
  const logId = randomUUID();
  const cities = Array.from({ length: Math.ceil(options['search-locations'] / inCity) }, () => ({
    id: randomUUID(),
    latitude: random.below(120_000_000) / 1e6 - 55,
    longitude: random.below(340_000_000) / 1e6 - 170,
  }));
  const [largest] = cities;
  if (largest === undefined) throw new RangeError('There are no places to measure');
  const ids: string[] = [];
  for (let from = 0; from < options['search-locations']; from += batchSize) {
    const size = Math.min(batchSize, options['search-locations'] - from);
    const puts = Array.from({ length: size }, (_, at) => ({
      collection: 'locations',
      position: BigInt(from + at + 1),
      document: place(random, random.below(inLargest) === 0 ? largest : random.pick(cities), from + at + 1),
    }));
    await writer.commit({ puts, deletes: [] }, { logId, position: BigInt(from + size) });
    const [first] = puts;
    if (first !== undefined) ids.push(first.document.id);
    say(`map: ${from + size} of ${options['search-locations']} places in the store`);
  }
  return { ids, centres: cities, largest };
}

/** What indexes and maps need of a place. */
function place(random: Random, city: Point & { readonly id: string }, position: number) {
  const degrees = () => (random.below(100_000) + random.below(100_000) - 100_000) / 1e6;
  const fields = {
    coordinates: { latitude: city.latitude + degrees(), longitude: city.longitude + degrees() },
    category: random.pick(categories),
    bestTimeToVisit: random.pick([null, ...bestTimes]),
  };
  const time = new Date(Date.UTC(2026, 0, 1) + position * 1000).toISOString();
  return {
    id: randomUUID(),
    cityId: city.id,
    name: `Place ${position}`,
    ...fields,
    isApproved: true,
    approved: position,
    mapKey: mapKeyOf(fields),
    rating: random.pick([0, 0, random.below(401) / 100 + 1]),
    status: 'approved',
    createdAt: time,
    submittedBy: city.id,
    ownCityId: null,
    mergedOf: null,
    trend: 0,
  } satisfies Partial<LocationDocument>;
}
