import type { About } from '#contracts/shared/about';
import { Refusal } from '#contracts/shared/errors';
import type { Viewer } from '#contracts/shared/parse';
import type { Person } from '#contracts/shared/person';
import type { LogProof } from '#platform/log-integrity/log-proof';
import type { PhotoStore } from '#platform/photo-store/index';
import type { Document, ReadModelReader } from '#platform/read-store/index';
import type { RecordStore } from '#platform/record-store/index';

import type { GoodNow } from './location/good-now.ts';
import type { LocationCache } from './location/location-cache.ts';
import type { ServeContext } from '#platform/queries/serve';
import type { ModelName, Models } from './models.ts';
import type { Past } from '#contracts/moderation/past';
import type { NameChanges } from './names.ts';

/** What the routes are served with. */
export type Serving = ServeContext<ModelName>;

/** The dependencies that every query may use. */
export interface QueryContext {
  readonly models: Models;
  readonly records: RecordStore;
  /** Changes of public names. */
  readonly names: Pick<NameChanges, 'version'>;
  readonly locationCache: LocationCache;
  readonly goodNow: () => GoodNow;
  readonly photos: PhotoStore;
  readonly past: Past;
  /** Position of the log's last event. */
  readonly head: () => Promise<bigint>;
  readonly proof: LogProof;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly adminEmail: string;
  readonly about: About;
  readonly publicOrigin: string;
  /** The folder with the operator's own pages. */
  readonly ownPages?: string;
  readonly sampleCityIds: readonly string[];
}

/** The signed-in person. @throws Refusal `unauthorized` */
export function personOf(viewer: Viewer): Person {
  if (viewer === null) throw new Refusal('unauthorized');
  return viewer;
}

/** The documents with these ids. */
export const documentsById = async <D extends Document>(
  reader: ReadModelReader,
  collection: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, D>> => byId(await reader.getMany<D>(collection, distinct(ids)));

export const byId = <D extends { readonly id: string }>(documents: readonly D[]): ReadonlyMap<string, D> =>
  new Map(documents.map((document) => [document.id, document]));

export const distinct = <T>(values: Iterable<T>): T[] => [...new Set(values)];
