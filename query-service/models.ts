import type { Change, ReadStore } from '#projections/read-store/index';
import { contributors, history, places, search } from '#projections/read-store/index';

import { openModelFeed, type ModelFeed } from './model-feed.ts';
import { createTrendingPlaces, type TrendingPlaces } from './trending-places.ts';

const declarations = { places, history, contributors, search } as const;
export type ModelName = keyof typeof declarations;

/** The read models that answers are made of. */
export interface Models extends AsyncDisposable, Readonly<Record<ModelName, ModelFeed>> {
  readonly trending: TrendingPlaces;
}

export interface ModelsOptions {
  readonly store: ReadStore;
  /** Told what an answer may no longer be made of, at once when a change arrives. */
  readonly drop: (change: Change) => void;
  /** Told of locations that have become, or are no longer, trending. */
  readonly dropLocations: (ids: readonly string[]) => void;
  readonly onError: (error: Error) => void;
}

/** Follows all four until disposed of. @throws StoreUnavailable when the store does not answer */
export async function openModels({ store, drop, dropLocations, onError }: ModelsOptions): Promise<Models> {
  const trending = createTrendingPlaces(await store.reader(places));
  const open = (name: ModelName) =>
    openModelFeed({
      store,
      model: declarations[name],
      onError,
      take: async (change) => {
        drop(change);
        if (name !== 'places' || !(change.everything || change.ids['locations'])) return;
        dropLocations(await trending.refresh());
      },
    });
  const opened: ModelFeed[] = [];
  const close = async () => {
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
      contributors: await keep(open('contributors')),
      search: await keep(open('search')),
      trending,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
