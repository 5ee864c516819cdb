/** What a document may hold in a declared field. */
export type FieldValue = string | number | boolean | null;

/** A stored document: plain JSON with an `id`. */
export interface Document {
  readonly id: string;
}

/** A declared index: fields in order, each ascending (1) or descending (-1). `id` is always the last, unnamed field. */
export type Index = ReadonlyArray<readonly [field: string, direction: 1 | -1]>;

export const by = (field: string) => [field, 1] as const;
export const falling = (field: string) => [field, -1] as const;

export interface CollectionDeclaration {
  readonly name: string;
  /** Every filter and sort must be served by one of these. A field is a top-level field of the document. */
  readonly indexes: readonly Index[];
  /**
   * Fields that are null or false in most documents, and for which no query asks for null or false: an index with one
   * of them may leave these documents out.
   */
  readonly sparse?: readonly string[];
  /**
   * A store without transactions writes these documents before or after those of the other collections. `first`: their
   * rules read documents of others. `last`: the rules of others read them. So a run that repeats an event after an
   * interruption does not read what later events have changed.
   */
  readonly written?: 'first' | 'last';
  /**
   * Search by words (see contracts/shared/search-words). `fields` hold folded text, the most important first: hits with
   * all words in the first field come first, then those with all words in the first two, and so on. `order` is a field
   * with a whole number that is unique in the collection; hits of the same tier are sorted by it, descending. A search
   * may filter by the values of text fields in `filters`, require one of the texts in a field of `lists`, or require a
   * minimum of a small number (up to 10) in `levels`.
   */
  readonly search?: {
    readonly fields: readonly string[];
    readonly order: string;
    readonly filters: readonly string[];
    readonly lists?: readonly string[];
    readonly levels?: readonly string[];
  };
}

/** One read model: its collections are written together, under one checkpoint. */
export interface ReadModelDeclaration {
  readonly name: string;
  /** Changes whenever the same events may give other documents; each version has its own copy. See `versionOf`. */
  readonly version: string;
  readonly collections: readonly CollectionDeclaration[];
  /**
   * Whether it applies new events before or after the other read models; by default neither. `first`: most responses to
   * commands wait for it. `last`: indexing texts takes as long as all the rest, and only searches wait for it.
   */
  readonly priority?: 'first' | 'last';
}
