import type { Document, FieldValue, Index, ReadModelDeclaration } from '#contracts/read-model-declaration';
import type { Lease } from '../lease.ts';
import type { Filter } from './filter.ts';

export type * from '#contracts/read-model-declaration';

export * from './filter.ts';

export interface FindOptions {
  readonly filter?: Filter;
  /** Like a declared index; the id, rising, breaks ties. */
  readonly sort?: Index;
  /** Most documents to return. */
  readonly limit: number;
  /** Where the last page ended: the values of the sort fields, then the id. */
  readonly after?: readonly FieldValue[];
}

export interface SearchOptions {
  /**
   * Folded. One or two letters match the beginning of `name`, three or more any fragment of `name` or `rest`; an empty
   * text matches everything that passes the filter, of which one part must be an equality, in the order of tier 0.
   */
  readonly text: string;
  /** On the declared `filters` and `lists` by equality, and by ranges on any declared field (`rating` at least 4). */
  readonly filter?: Filter;
  readonly limit: number;
  /** Where the last page or slice ended. */
  readonly after?: SearchCursor;
  /**
   * Most candidates to look at: documents that the index knows to hold the letters, of which each is compared with the
   * text. A call takes no longer than that, whatever is asked.
   */
  readonly look: number;
}

/** What one look has found. `rest`: where the next one goes on; undefined when all was looked at. */
export interface Found {
  readonly hits: readonly Hit[];
  readonly rest: SearchCursor | undefined;
}
/** Tier 0: the fragment is in the name; tier 1: elsewhere. */
export type SearchCursor = readonly [tier: 0 | 1, order: number];

/** A document that was found, by its id. */
export interface Hit {
  readonly id: string;
  readonly cursor: SearchCursor;
}

export interface TallyOptions {
  /** A declared field, and the values of it to count by. */
  readonly by: string;
  readonly of: readonly string[];
  readonly filter?: Filter;
  /** A declared numeric field to add up. */
  readonly sum?: string;
  /** A declared field, unique among those of one value: tells which document has the least of it. */
  readonly first?: string;
}

export interface Tally {
  readonly count: number;
  /** 0 when not asked for. */
  readonly sum: number;
  /** Its id, null when not asked for. */
  readonly first: string | null;
}

export interface Put {
  readonly collection: string;
  /** Position of the last event that is in the document. */
  readonly position: bigint;
  readonly document: Document;
  /** Everybody sees the change: the document is public, or was until now, and what it shows is different. */
  readonly isShown?: boolean;
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

/** Told to readers of a model after a commit: which documents are others now, and up to which position all is known. */
export interface Change {
  readonly model: string;
  readonly version: number;
  readonly position: bigint;
  /** Ids by collection. `everything`: a rebuilt copy took the place of the old one. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  readonly everything: boolean;
  /** Of the ids, those whose change everybody sees; 'everything' when they are not known, or too many to name. */
  readonly shown: Readonly<Record<string, readonly string[]>> | 'everything';
}

/** One stored copy of a read model, as its readers see it. */
export interface ReadModelReader {
  checkpoint(): Promise<Checkpoint | undefined>;
  get<D extends Document>(collection: string, id: string): Promise<D | undefined>;
  /** Those that exist, in no order. */
  getMany<D extends Document>(collection: string, ids: readonly string[]): Promise<D[]>;
  find<D extends Document>(collection: string, options: FindOptions): Promise<D[]>;
  /** How many there are; stops counting at `most`. */
  count(collection: string, filter: Filter, most?: number): Promise<number>;
  /** Sum of a declared numeric field. */
  sum(collection: string, field: string, filter: Filter): Promise<number>;
  /** Counts for many values of a field at once; those that no document has are left out. */
  tally(collection: string, options: TallyOptions): Promise<ReadonlyMap<string, Tally>>;
  /** Looks at a slice of the index. */
  search(collection: string, options: SearchOptions): Promise<Found>;
  /** Counts the hits in a slice of the index. */
  countSearch(
    collection: string,
    options: Omit<SearchOptions, 'limit'>,
  ): Promise<{ readonly count: number; readonly rest: SearchCursor | undefined }>;
  /** Every document with its position, by rising id: for the audit's comparison. */
  scan(collection: string): AsyncIterable<{ readonly position: bigint; readonly document: Document }>;
}

/** One stored copy, as the projection runner that holds its lease sees it. */
export interface ReadModelWriter extends ReadModelReader {
  /** The stored position of each document (tombstones too): an event at or below it is already in the document. */
  positions(collection: string, ids: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
  /**
   * Writes documents, then nothing else. Each is written only over one with a lower position, so that a repeat, or
   * a writer that lost its lease, changes nothing.
   */
  write(write: Write): Promise<void>;
  /** Writes documents, then the checkpoint, then tells the readers of all that was written since the last checkpoint. */
  commit(write: Write, checkpoint: Checkpoint): Promise<void>;
  /**
   * The copy has caught up: makes what speeds its readers and would have slowed its filling. Nothing to do for one
   * that was finished before.
   */
  finish(): Promise<void>;
}

export interface ReadStore extends AsyncDisposable {
  /** The live copy of a model in the version declared; empty, and made now, if it is new. */
  reader(model: ReadModelDeclaration): Promise<ReadModelReader>;
  writer(model: ReadModelDeclaration): Promise<ReadModelWriter>;
  /** A fresh copy beside the live one (a left-over of an unfinished rebuild is dropped first). */
  rebuild(model: ReadModelDeclaration): Promise<Rebuild>;
  /** Changes of this model from now on, in order, until the signal is aborted. Also those that another process commits. */
  changes(model: ReadModelDeclaration, signal: AbortSignal): AsyncIterable<Change>;
  /** Waits for the one lease of that name: its holder alone writes. Freed when its holder's process ends. */
  lease(name: string, signal: AbortSignal): Promise<Lease>;
  /** Whether anybody, in this process or another, has the lease of that name now. */
  isLeased(name: string): Promise<boolean>;
  /** Throws StoreUnavailable when the store does not answer. */
  ping(): Promise<void>;
}

export interface Rebuild extends AsyncDisposable {
  readonly copy: ReadModelWriter;
  /** The copy becomes the live one in a single step; readers hear of a change of everything. */
  swap(): Promise<void>;
}

export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/**
 * Another process swapped a rebuilt copy in, under a writer. The new copy may be at another position: read
 * `checkpoint()`, which turns the writer to the new copy, and go on from there.
 */
export class CopyReplaced extends Error {
  override readonly name = 'CopyReplaced';

  constructor(model: string) {
    super(`Another copy took the place of the copy of ${model} that was being written`);
  }
}
