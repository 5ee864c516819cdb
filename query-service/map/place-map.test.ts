import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { places as placesModel, type LocationDocument } from '#contracts/read-models';
import { openReadStore, type ReadStore } from '#platform/read-store/index';

import { openMongoReadStore } from '../../platform/read-store/mongodb/read-store.ts';
import { createDataFolder } from '../../test/harness/data-folder.ts';
import { openTestServers } from '../../test/mongodb-server/database.ts';
import { locationDocument } from '../testing/documents.ts';
import { boxesOf } from './grid-box.ts';
import { clustersOf } from './clusters.ts';
import { createPlaceMap } from './place-map.ts';

interface Opened extends AsyncDisposable {
  readonly store: ReadStore;
}
const stores: Readonly<Record<string, () => Promise<Opened>>> = {
  embedded: async () => {
    const folder = await createDataFolder();
    const store = await openReadStore({ path: join(folder.path, 'read-models.db'), warn: fail });
    return { store, [Symbol.asyncDispose]: () => closeAll(store, folder) };
  },
  MongoDB: async () => {
    const servers = await openTestServers();
    const database = await servers.fresh();
    const store = await openMongoReadStore({ url: database.url });
    return { store, [Symbol.asyncDispose]: () => closeAll(store, database, servers) };
  },
};
async function closeAll(...all: readonly AsyncDisposable[]): Promise<void> {
  for (const each of all) await each[Symbol.asyncDispose]();
}
function fail(message: string): never {
  throw new Error(message);
}

const cityId = '00000000-0000-4000-8000-000000000001';
const world = boxesOf({ west: -180, south: -90, east: 180, north: 90 });
const around = (number: number) => ({ latitude: 40 + (number % 50) / 100, longitude: number / 100 - 60 });

describe.each(Object.keys(stores))('the map of places in a store: %s', (kind) => {
  it('has every public place with coordinates once, and follows changes', async () => {
    await using opened = await (stores[kind] ?? fail(kind))();
    const { store } = opened;
    const writer = await store.writer(placesModel);
    let position = 0n;
    const commit = (documents: readonly LocationDocument[]) => {
      position += 1n;
      const puts = documents.map((document) => ({ collection: 'locations', position, document }));
      return writer.commit({ puts, deletes: [] }, { logId: 'log', position });
    };
    // More than one read returns; some at one point, some without coordinates, some pending.
    const located = Array.from({ length: 2300 }, (_, number) =>
      locationDocument(100 + number, cityId, { coordinates: around(Math.floor(number / 2)) }),
    );
    const others = [1, 2, 3].map((number) => locationDocument(number, cityId));
    const waiting = locationDocument(5, cityId, { status: 'pending', coordinates: around(1) });
    await commit([...located, ...others, waiting]);
    const map = createPlaceMap(await store.reader(placesModel));
    const count = async () => {
      const conditions = { boxes: world, minRating: 0, without: new Set<string>() };
      const found = clustersOf(await map.current(), conditions, { zoom: 20, most: 300 });
      return found.reduce((sum, cluster) => sum + cluster.count, 0);
    };
    expect(await count()).toBe(2300);
    const [first, second] = located;
    if (first === undefined || second === undefined) return fail('two places');
    const ids = [first.id, second.id, waiting.id];
    await commit([
      { ...first, coordinates: null, mapKey: null },
      { ...second, isApproved: false },
      locationDocument(5, cityId, { coordinates: around(7) }),
    ]);
    expect(await count()).toBe(2300);
    map.take({
      model: 'places',
      version: placesModel.version,
      position,
      everything: false,
      ids: { locations: ids },
      shown: { locations: ids },
    });
    expect(await count()).toBe(2299);
  });
});
