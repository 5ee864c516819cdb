import type { Change, ReadStore } from '#platform/read-store/index';
import { places, search } from '#contracts/read-models';
import { history } from '#contracts/moderation/read-models-history';
import { queue } from '#contracts/moderation/read-models-queue';
import { reports } from '#contracts/report/read-models';

import { openModelFeed, type ModelFeed } from '#platform/queries/model-feed';
import { followClosedCities, type ClosedCities } from './shared/closed-cities.ts';
import {
  createSearchMemory,
  type SearchMemory,
  type SearchMemoryLimits,
} from './search-memory/search-memory.ts';
import { createPlaceMap, type PlaceMap } from './map/place-map.ts';
import { createTrendingPlaces, type TrendingPlaces } from './location/trending-places.ts';

const declarations = { places, history, search, queue, reports } as const;
export type ModelName = keyof typeof declarations;
// The cast: the type of Object.keys allows for other keys.
export const modelNames = Object.keys(declarations) as ModelName[];

/** The read models that answers are made from. */
export interface Models extends AsyncDisposable, Readonly<Record<ModelName, ModelFeed>> {
  readonly searchMemory: SearchMemory;
  readonly trending: TrendingPlaces;
  readonly placeMap: PlaceMap;
  /** The cities whose contents lists leave out, in `places`. */
  readonly closed: ClosedCities;
  /** The same in `queue`, which may be at another position. */
  readonly closedInQueue: ClosedCities;
}

export interface ModelsOptions {
  readonly store: ReadStore;
  /** The most of the search's locations that are held in memory. */
  readonly searchMemory: SearchMemoryLimits;
  readonly logId: string;
  /** Called when a change arrives, to drop the responses that it affects. */
  readonly drop: (change: Change) => void;
  /** Called with the ids of locations that have started or stopped trending. */
  readonly dropLocations: (ids: readonly string[]) => void;
  readonly onError: (error: Error) => void;
}

/** Follows all read models until they are disposed of. @throws StoreUnavailable if the store does not respond */
export async function openModels({
  store,
  logId,
  searchMemory,
  drop,
  dropLocations,
  onError,
}: ModelsOptions): Promise<Models> {
  const reader = await store.reader(places);
  const closed = followClosedCities(reader);
  const closedInQueue = followClosedCities(await store.reader(queue));
  const trending = createTrendingPlaces(reader, () => closed.now.fromPublic);
  const placeMap = createPlaceMap(reader);
  const memory = createSearchMemory({
    reader: await store.reader(search),
    collection: search.collections[0],
    most: searchMemory,
    clock: () => performance.now(),
    onError,
  });
  const open = (name: ModelName) =>
    openModelFeed({
      store,
      logId,
      model: declarations[name],
      onError,
      ...(name === 'search' ? { reader: memory.reader } : {}),
      take: async (change) => {
        drop(change);
        if (name === 'search') await memory.take(change);
        const cityIds = change.everything ? undefined : (change.ids['cities'] ?? []);
        if (name === 'queue') await closedInQueue.refresh(cityIds);
        if (name !== 'places') return;
        placeMap.take(change);
        const before = closed.now.fromPublic;
        await closed.refresh(cityIds);
        const { fromPublic } = closed.now;
        const isAnyClosed = cityIds?.some((id) => before.has(id) !== fromPublic.has(id)) ?? true;
        // Only public locations can be trending.
        if (isAnyClosed || change.shown === 'everything') dropLocations(await trending.refresh());
        else if (change.shown['locations'] !== undefined)
          dropLocations(await trending.refresh(change.shown['locations']));
      },
    });
  const opened: ModelFeed[] = [];
  const close = async () => {
    await memory[Symbol.asyncDispose]();
    for (const feed of opened.reverse()) await feed[Symbol.asyncDispose]();
  };
  const keep = async (feed: Promise<ModelFeed>) => {
    const open = await feed;
    opened.push(open);
    return open;
  };
  try {
    return {
      places: await keep(open('places')),
      history: await keep(open('history')),
      search: await keep(open('search')),
      reports: await keep(open('reports')),
      queue: await keep(open('queue')),
      searchMemory: memory,
      trending,
      placeMap,
      get closed() {
        return closed.now;
      },
      get closedInQueue() {
        return closedInQueue.now;
      },
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
