/** What a document may hold in a declared field. */
export type FieldValue = string | number | boolean | null;

/** A stored document: plain JSON with an `id`. */
export interface Document {
  readonly id: string;
}

/** A declared index: fields in order, each ascending (1) or descending (-1). `id` ends every order by itself. */
export type Index = ReadonlyArray<readonly [field: string, direction: 1 | -1]>;

export interface CollectionDeclaration {
  readonly name: string;
  /** Every filter and sort must be served by one of these. A field is a top-level field of the document. */
  readonly indexes: readonly Index[];
  /**
   * Search over folded text (see contracts/fold). `name` and `rest` are fields that hold folded text. `order` is a
   * field with a whole number that is unique in the collection: hits come in descending order of it, those with the
   * fragment in `name` before those with it in `rest`. `filters` are text fields that a search may filter by value,
   * `lists` fields with several texts of which a search may require one; `levels` are small numbers (up to 10) that a
   * search may require a minimum of.
   */
  readonly search?: {
    readonly name: string;
    readonly rest: string;
    readonly order: string;
    readonly filters: readonly string[];
    readonly lists?: readonly string[];
    readonly levels?: readonly string[];
  };
}

/** One read model: its collections are written together, under one checkpoint. */
export interface ReadModelDeclaration {
  readonly name: string;
  /** Must be raised whenever the same events would give other documents; each version has its own copy. */
  readonly version: number;
  readonly collections: readonly CollectionDeclaration[];
}
