/** What a key holds: a text, or a counter. */
export interface Entry {
  readonly value: string | number;
  /** When it may be swept (ms since 1970). Until then reads may still return it, so callers must compare. */
  readonly expire?: number | undefined;
  /** The account with which it is removed. */
  readonly owner?: string | undefined;
}

/** Small entries under keys. Each call is one atomic step, also among several processes. */
export interface Keyed {
  get(key: string): Promise<Entry | undefined>;
  /** Writes an entry, whatever its key held. */
  put(key: string, entry: Entry): Promise<void>;
  /** Writes an entry if its key holds this text (undefined: nothing). Returns whether it was written. */
  putIf(key: string, expected: string | undefined, entry: Entry): Promise<boolean>;
  /** Removes an entry and returns it, so only one of several callers gets it. */
  take(key: string): Promise<Entry | undefined>;
  /** Removes an entry if its key holds this text. */
  removeIf(key: string, expected: string): Promise<void>;
  /** Removes the account's entries whose keys begin with `prefix`, or those of them whose text passes the test. */
  removeOf(owner: string, prefix: string, test?: (text: string) => boolean): Promise<void>;
  /**
   * Adds a whole number above 0 to a counter that may reach `most`. Returns the total, or undefined when it would be
   * higher. `expire` is used only for a new counter. Concurrent calls never bring it above `most`.
   */
  add(
    key: string,
    amount: number,
    limit?: { readonly most?: number; readonly expire?: number },
  ): Promise<number | undefined>;
  /** Subtracts from a counter; at 0 it is removed. */
  subtract(key: string, amount: number): Promise<void>;
}

/** The text of an entry; undefined where there is none. */
export async function textAt(keyed: Keyed, key: string): Promise<string | undefined> {
  const entry = await keyed.get(key);
  return entry && String(entry.value);
}

/**
 * The items of an entry that is a list; empty without an entry. Only the caller writes the entry, and names the type.
 */
export const listIn = <T>(text: string | undefined): readonly T[] =>
  text === undefined ? [] : (JSON.parse(text) as T[]);

/**
 * Changes the items that an entry lists, and repeats this if another change came in between. `change` returns the same
 * items to change nothing, and undefined to refuse; then this returns false.
 */
export async function changeList<T>(
  keyed: Keyed,
  { key, owner }: { readonly key: string; readonly owner?: string | undefined },
  change: (items: readonly T[]) => Promise<readonly T[] | undefined> | readonly T[] | undefined,
): Promise<boolean> {
  for (;;) {
    const before = await textAt(keyed, key);
    const items = listIn<T>(before);
    const changed = await change(items);
    if (changed === undefined) return false;
    if (changed === items) return true;
    if (await keyed.putIf(key, before, { value: JSON.stringify(changed), owner })) return true;
  }
}
