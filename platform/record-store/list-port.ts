/** A person's list of places. Times are milliseconds since 1970. */
export interface StoredList {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly note: string | null;
  /** A day, as YYYY-MM-DD. */
  readonly date: string | null;
  /** Ids of locations. */
  readonly places: readonly string[];
  /** Null while it is not shared. */
  readonly sharedId: string | null;
  /** Rises with each change. */
  readonly revision: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** People's lists of places. They go with their accounts. */
export interface ListRecords {
  /**
   * Adds a list unless its person has `most` others; adding the same one again changes nothing. Returns whether it is
   * there. Concurrent calls, even by several processes, never exceed `most`. Durable once fulfilled.
   */
  add(list: StoredList, most: number): Promise<boolean>;
  get(id: string): Promise<StoredList | undefined>;
  /** The list that is shared under that id now. */
  shared(sharedId: string): Promise<StoredList | undefined>;
  /** All lists of a person, newest first. */
  of(userId: string): Promise<StoredList[]>;
  /** Replaces a list if it still has that revision; returns false if another change came first. Durable once fulfilled. */
  replace(list: StoredList, revision: number): Promise<boolean>;
  remove(list: StoredList): Promise<void>;
}
