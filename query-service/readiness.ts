import type { PhotoStore } from '#command-service/photo-store/index';
import type { RecordStore } from '#command-service/record-store/index';
import type { ReadStore } from '#projections/read-store/index';

import type { Models } from './models.ts';

export interface Readiness {
  /** Position of the log's last event. */
  readonly head: bigint;
  readonly models: ReadonlyArray<{
    readonly name: string;
    /** What of the log is in its documents, as known here. */
    readonly position: bigint;
    readonly isAtHead: boolean;
  }>;
}

export interface ReadinessOptions {
  readonly models: Models;
  readonly readStore: ReadStore;
  readonly photos: PhotoStore;
  readonly records: RecordStore;
  readonly head: () => Promise<bigint>;
}

/** Asks all stores for a sign of life, then compares each read model with the log's head. */
export function createReadiness({ models, readStore, photos, records, head }: ReadinessOptions) {
  return async (): Promise<Readiness> => {
    const [at] = await Promise.all([head(), readStore.ping(), photos.ping(), records.ping()]);
    const all = [models.places, models.history, models.contributors, models.search];
    return {
      head: at,
      models: all.map(({ name, position }) => ({ name, position, isAtHead: position >= at })),
    };
  };
}
