import { setImmediate as nextTurn } from 'node:timers/promises';

import type {
  Document,
  FieldValue,
  Index,
  ReadModelDeclaration,
} from '#contracts/shared/read-model-declaration';
import type { Lease } from '../concurrency/reservation.ts';
import { fieldValue, type Filter } from './filter.ts';

export type * from '#contracts/shared/read-model-declaration';

export * from './filter.ts';

export interface FindOptions {
  readonly filter?: Filter;
  /** Like a declared index; the id, rising, breaks ties. */
  readonly sort?: Index;
  /** Reverses that order, including the ids. */
  readonly backwards?: boolean;
  /** The maximum number of documents. */
  readonly limit: number;
  /** Where the last page ended: the values of the sort fields, then the id. */
  readonly after?: readonly FieldValue[];
  /**
   * Returns of each document only the id and the sort fields (numbers and texts). The index holds them, so no document
   * is read.
   */
  readonly keysOnly?: boolean;
}

export interface SearchOptions {
  /**
   * A hit has all words, each in any of the fields (see contracts/shared/search-words). Without words, everything that
   * passes the filter is a hit of tier 0; the filter must then contain an equality.
   */
  readonly words: readonly string[];
  /** The number of tiers to search; by default all. */
  readonly tiers?: number;
  /** Equality on the declared `filters` and `lists`, and ranges on any declared field (`rating` at least 4). */
  readonly filter?: Filter;
  readonly limit: number;
  /** Where the last page or slice ended. */
  readonly after?: SearchCursor;
  /**
   * The maximum number of candidates to examine. Candidates are documents that contain the letters according to the
   * index; each is compared with the words. This limits the time of a call, whatever the query.
   */
  readonly scanLimit: number;
}

/** The result of examining one slice. `rest`: where the next one starts; undefined when everything was examined. */
export interface SearchResult {
  readonly hits: readonly Hit[];
  readonly rest: SearchCursor | undefined;
}
/** Like a search of all tiers. `after`: the order where the last slice ended. */
export interface CountOptions extends Pick<SearchOptions, 'words' | 'filter' | 'scanLimit'> {
  readonly after?: number;
  /** Counting may stop at this many hits, or continue to the end of the slice. */
  readonly most?: number;
}
export interface CountResult {
  readonly count: number;
  readonly rest: number | undefined;
}
/** Tier 0: all words are in the first field; tier 1: in the first two together; and so on. */
export type SearchCursor = readonly [tier: number, order: number];

/** A document that was found, by its id. */
export interface Hit {
  readonly id: string;
  readonly cursor: SearchCursor;
}

export interface TallyOptions {
  /** A declared field, and the values of it to count. */
  readonly by: string;
  readonly of: readonly string[];
  readonly filter?: Filter;
  /** A declared numeric field to add up. */
  readonly sum?: string;
  /** A declared field, unique among documents of the same value: the result names the document with its minimum. */
  readonly first?: string;
}

export interface Tally {
  readonly count: number;
  /** 0 if it was not requested. */
  readonly sum: number;
  /** The id of the document with the minimum; null if it was not requested. */
  readonly first: string | null;
}

export interface Put {
  readonly collection: string;
  /** Position of the last event that the document includes. */
  readonly position: bigint;
  readonly document: Document;
  /** Whether the change is public: the document is public, or was until now, and shows something different. */
  readonly isShown?: boolean;
  /** The stored document, if it was read. While it is still stored, only the fields that differ need be written. */
  readonly replaces?: { readonly position: bigint; readonly document: Document } | undefined;
}

export interface Delete {
  readonly collection: string;
  readonly id: string;
  readonly position: bigint;
}

export interface Write {
  readonly puts: readonly Put[];
  readonly deletes: readonly Delete[];
}

export interface Checkpoint {
  /** The log that the position belongs to. */
  readonly logId: string;
  readonly position: bigint;
}

/** Sent to a model's readers after a commit: which documents changed, and the position that the model has reached. */
export interface Change {
  readonly model: string;
  readonly version: string;
  readonly position: bigint;
  /**
   * Ids by collection. `everything`: any document may have changed, for example because a generation was swapped in.
   */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  readonly everything: boolean;
  /** The ids of documents whose change is public; 'everything' when they are unknown or too many. */
  readonly shown: Readonly<Record<string, readonly string[]>> | 'everything';
}

/** One stored generation of a read model, as its readers see it. */
export interface ReadModelReader {
  checkpoint(): Promise<Checkpoint | undefined>;
  get<D extends Document>(collection: string, id: string): Promise<D | undefined>;
  /** The documents that exist, in any order. */
  getMany<D extends Document>(collection: string, ids: readonly string[]): Promise<D[]>;
  find<D extends Document>(collection: string, options: FindOptions): Promise<D[]>;
  /** The number of documents; stops counting at `most`. */
  count(collection: string, filter: Filter, most?: number): Promise<number>;
  /** Sum of a declared numeric field. */
  sum(collection: string, field: string, filter: Filter): Promise<number>;
  /** Counts for many values of a field at once. Omits values that no document has. */
  tally(collection: string, options: TallyOptions): Promise<ReadonlyMap<string, Tally>>;
  /** Examines a slice of the index. */
  search(collection: string, options: SearchOptions): Promise<SearchResult>;
  /** Counts the hits in a slice of the index. */
  countSearch(collection: string, options: CountOptions): Promise<CountResult>;
  /** Every document with its position, by rising id. The audit compares them. */
  scan(collection: string): AsyncIterable<{ readonly position: bigint; readonly document: Document }>;
}

/** Documents of a page, unless the caller wants another number. */
export const pageSize = 100;

/**
 * All documents that a query finds, in pages of `limit`, the last of which is not full. The next page is read when the
 * caller requests it, after a turn of the event loop.
 */
export async function* pagesOf<D extends Document>(
  reader: ReadModelReader,
  collection: string,
  { limit = pageSize, ...query }: Omit<FindOptions, 'limit'> & Partial<Pick<FindOptions, 'limit'>>,
): AsyncGenerator<readonly D[], void, undefined> {
  for (let { after } = query; ; await nextTurn()) {
    const page: readonly D[] = await reader.find<D>(collection, { ...query, limit, ...(after && { after }) });
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < limit) return;
    after = [...(query.sort ?? []).map(([field]) => fieldValue(last, field)), last.id];
  }
}

/** A stored document, or the tombstone of one. It includes all its events up to the position. */
export interface Stored<D extends Document = Document> {
  readonly position: bigint;
  /** Undefined for a tombstone. */
  readonly document: D | undefined;
}

/** One stored generation, as the projection runner that holds its lease sees it. */
export interface ReadModelWriter extends ReadModelReader {
  /** The stored document or tombstone of each id. Omits ids that were never stored. */
  stored<D extends Document>(
    collection: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Stored<D>>>;
  /**
   * Writes documents, and nothing else. Each replaces only a document with a lower position. So a repeated write, or a
   * write after the lease was lost, changes nothing.
   */
  write(write: Write): Promise<void>;
  /** Writes documents, then the checkpoint, then notifies readers of all that was written since the last checkpoint. */
  commit(write: Write, checkpoint: Checkpoint): Promise<void>;
  /**
   * Call it when the generation has caught up. Creates indexes that would have slowed down the bulk load. Only then can
   * a generation beside the live one be searched. Does nothing if the generation is already finished.
   */
  finish(): Promise<void>;
}

export interface ReadStore extends AsyncDisposable {
  /** The live generation of a model in the declared version. If there is none, creates an empty one. */
  reader(model: ReadModelDeclaration): Promise<ReadModelReader>;
  writer(model: ReadModelDeclaration): Promise<ReadModelWriter>;
  /** Creates a generation beside the live one. First drops the remains of an unfinished rebuild. */
  rebuild(model: ReadModelDeclaration): Promise<Rebuild>;
  /** Changes of this model from the call on, also by other processes, in order, until the signal is aborted. */
  changes(model: ReadModelDeclaration, signal: AbortSignal): AsyncIterable<Change>;
  /** Waits for the only lease of that name; only its holder writes. Released when the holder's process ends. */
  lease(name: string, signal: AbortSignal): Promise<Lease>;
  /** Whether anybody, in this process or another, holds the lease of that name now. */
  isLeased(name: string): Promise<boolean>;
  /** Throws StoreUnavailable when the store does not answer. */
  ping(): Promise<void>;
}

export interface Rebuild extends AsyncDisposable {
  readonly generation: ReadModelWriter;
  /** Makes the generation the live one in a single step. Readers are notified of a change of everything. */
  swap(): Promise<void>;
}

export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/**
 * Another process has swapped in a rebuilt generation while a writer was open. The new generation may have another
 * position: call `checkpoint()`, which switches the writer to the new generation, and continue from there.
 */
export class GenerationReplaced extends Error {
  override readonly name = 'GenerationReplaced';

  constructor(model: string) {
    super(`Another generation took the place of the generation of ${model} that was being written`);
  }
}
