import type { PhotoStore } from '#command-service/photo-store/index';
import type { RecordStore } from '#command-service/record-store/index';

import type { Models } from './models.ts';

/** What every question may look into. */
export interface Reads {
  readonly models: Models;
  readonly records: RecordStore;
  readonly photos: PhotoStore;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly adminEmail: string;
}

export const byId = <D extends { readonly id: string }>(documents: readonly D[]): ReadonlyMap<string, D> =>
  new Map(documents.map((document) => [document.id, document]));

export const distinct = <T>(values: Iterable<T>): T[] => [...new Set(values)];
