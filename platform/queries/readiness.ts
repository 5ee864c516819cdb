import type { PhotoStore } from '#platform/photo-store/index';
import type { RecordStore } from '#platform/record-store/index';
import type { ReadStore } from '#platform/read-store/index';

import type { ModelFeed } from './model-feed.ts';

export interface Readiness {
  /** Position of the log's last event. */
  readonly head: bigint;
  readonly models: ReadonlyArray<{
    readonly name: string;
    /** The log position that the model's documents have reached, as known to this process. */
    readonly position: bigint;
    readonly isAtHead: boolean;
  }>;
}

export interface ReadinessOptions {
  readonly models: readonly ModelFeed[];
  readonly readStore: ReadStore;
  readonly photos: PhotoStore;
  readonly records: RecordStore;
  readonly head: () => Promise<bigint>;
}

/** Pings all stores, then compares each read model with the log's head. */
export function createReadiness({ models, readStore, photos, records, head }: ReadinessOptions) {
  return async (): Promise<Readiness> => {
    const [at] = await Promise.all([head(), readStore.ping(), photos.ping(), records.ping()]);

    return {
      head: at,
      models: models.map(({ name, position }) => ({ name, position, isAtHead: position >= at })),
    };
  };
}
