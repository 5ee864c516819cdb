import { by } from '#contracts/shared/read-model-declaration';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { mapKeyOf } from '#contracts/location/map-key';
import type { LocationDocument } from '#contracts/read-models';
import type { Change, ReadModelReader } from '#platform/read-store/index';

import type { IndexedPlace } from './place-columns.ts';
import { createPlaceIndex, type PlaceIndex } from './place-index.ts';

/** The index of places in memory, updated when it is needed. */
export interface PlaceMap {
  /** Must be called with every change of the model, in order. */
  take(change: Change): void;
  /** The index with every change that `take` got before the call. The first call reads all places' keys. */
  current(): Promise<PlaceIndex>;
}

/** Keys or documents read at once; other requests are served after each read. */
const pageSize = 1000;
/** With more changes than this, reading everything again is faster. */
const changesLeast = 4096;
const changesShare = 4;

export function createPlaceMap(reader: ReadModelReader): PlaceMap {
  let index: PlaceIndex | undefined;
  /** Ids of places that have changed since they were read. */
  let stale = new Set<string>();
  /** Counts how often everything has changed. */
  let generation = 0;
  let work: Promise<unknown> = Promise.resolve();

  const update = async (known: PlaceIndex, ids: readonly string[]): Promise<void> => {
    for (let at = 0; at < ids.length; at += pageSize) {
      const some = ids.slice(at, at + pageSize);
      const found = await reader.getMany<LocationDocument>('locations', some);
      const places = new Map(found.map((place) => [place.id, place]));
      for (const id of some) {
        const place = places.get(id);
        const mapKey = place?.isApproved === true ? mapKeyOf(place) : null;
        if (place === undefined || mapKey === null) known.remove(id);
        else known.put({ ...place, mapKey });
      }
      known.count();
      await nextTurn();
    }
  };
  const bringUpToDate = async (): Promise<PlaceIndex> => {
    for (;;) {
      const begun = generation;
      const made = index ?? (await readAll(reader));
      while (stale.size > 0 && generation === begun) {
        const ids = [...stale];
        stale = new Set();
        await update(made, ids);
      }
      if (generation !== begun) continue;
      index = made;
      return made;
    }
  };
  return {
    take({ everything, ids }) {
      if (everything) {
        generation += 1;
        index = undefined;
        stale = new Set();
      }
      for (const id of ids['locations'] ?? []) stale.add(id);
      const most = Math.max(changesLeast, (index?.size ?? 0) / changesShare);
      if (index !== undefined && stale.size > most) {
        index = undefined;
        stale = new Set();
        generation += 1;
      }
    },
    current() {
      const turn = work.then(bringUpToDate);
      work = turn.catch(() => undefined);
      return turn;
    },
  };
}

/** Reads every place's key from the store's index, in its order, without a document. */
async function readAll(reader: ReadModelReader): Promise<PlaceIndex> {
  const index = createPlaceIndex();
  for (let after: readonly [string, string, number, number, string] | undefined; ;) {
    const page: readonly IndexedPlace[] = await reader.find<IndexedPlace>('locations', {
      // All keys after a given one exist; a second bound would make the store read the index from its beginning.
      filter: { isApproved: true, ...(after ? {} : { mapKey: { gt: '' } }) },
      sort: [by('mapKey'), by('cityId'), by('approved'), by('rating')],
      limit: pageSize,
      keysOnly: true,
      ...(after && { after }),
    });
    for (const place of page) index.put(place);
    index.count();
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return index;
    after = [last.mapKey, last.cityId, last.approved, last.rating, last.id];
    await nextTurn();
  }
}
