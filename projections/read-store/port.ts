/** What a read model's document may hold in a declared field. */
export type FieldValue = string | number | boolean | null;

/** A stored document: plain JSON with an `id`. */
export interface Document {
  readonly id: string;
}

/** A declared index: fields in order, each rising (1) or falling (-1). `id` ends every order by itself. */
export type Index = ReadonlyArray<readonly [field: string, direction: 1 | -1]>;

export interface CollectionDeclaration {
  readonly name: string;
  /** Every filter and sort used must be answered by one of these. A field is a top-level field of the document. */
  readonly indexes: readonly Index[];
  /**
   * Text search over folded text (see contracts/fold). `name` and `rest` are fields that hold text already
   * folded; `order` is a field with a whole number that is unique in the collection: hits come in its falling
   * order, those with the fragment in `name` before those with it in `rest`. `filters` are text fields that a
   * search may ask to equal a value.
   */
  readonly search?: {
    readonly name: string;
    readonly rest: string;
    readonly order: string;
    readonly filters: readonly string[];
  };
}

/** One read model: its collections are written together, under one checkpoint. */
export interface ReadModelDeclaration {
  readonly name: string;
  /** Raised whenever the same events would give other documents: another version is another copy. */
  readonly version: number;
  readonly collections: readonly CollectionDeclaration[];
}

export type Condition =
  | FieldValue
  | { readonly in: readonly FieldValue[] }
  | {
      readonly gt?: FieldValue;
      readonly gte?: FieldValue;
      readonly lt?: FieldValue;
      readonly lte?: FieldValue;
    };

/** All conditions hold. There is nothing here that a text from outside could turn into an operator. */
export type Filter = Readonly<Record<string, Condition>>;

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
  /** Folded. One or two letters match the beginning of `name`, three or more any fragment of `name` or `rest`. */
  readonly text: string;
  /** On the declared `filters` by equality, and by ranges on any declared field (`rating` at least 4). */
  readonly filter?: Filter;
  readonly limit: number;
  /** Where the last page ended. */
  readonly after?: SearchCursor;
}
/** Tier 0: the fragment is in the name; tier 1: elsewhere. */
export type SearchCursor = readonly [tier: 0 | 1, order: number];

export interface Hit<D extends Document> {
  readonly document: D;
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
  search<D extends Document>(collection: string, options: SearchOptions): Promise<Hit<D>[]>;
  countSearch(
    collection: string,
    options: Pick<SearchOptions, 'text' | 'filter'>,
    most: number,
  ): Promise<number>;
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

/** The right to do something that one process at a time may do. Disposing of it gives it to the next one. */
export interface Lease extends AsyncDisposable {
  /** Aborted when another process has it meanwhile, since this one stood still for too long: its holder stops. */
  readonly lost: AbortSignal;
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
