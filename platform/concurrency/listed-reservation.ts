import pLimit from 'p-limit';

/** Lists of names, one under each key, which several processes may share: the records' `waiting`. */
interface NamedLists {
  add(key: string, item: string, limit: { readonly most: number; readonly now: number }): Promise<boolean>;
  of(key: string): Promise<readonly { readonly item: string; readonly since: number }[]>;
  remove(key: string, items: readonly string[]): Promise<void>;
}

/** Whether a name still takes up a place. `unknown`: no stream of that name exists, or not yet. */
export type Standing = 'waiting' | 'approved' | 'over' | 'unknown';

export interface ListedReservationOptions {
  readonly lists: NamedLists;
  readonly keyOf: (userId: string) => string;
  readonly standingOf: (item: string, userId: string) => Promise<Standing>;
  /** Names that wait but may be missing in the list, because they are older than the list; at most that many. */
  readonly missing?: { readonly of: (userId: string) => Promise<readonly string[]>; readonly most: number };
  /** Called with the result of examining a person's whole list, before the limit is computed again. */
  readonly examined?: (userId: string, found: { readonly approved: boolean }) => Promise<void>;
}

interface Place {
  readonly userId: string;
  readonly item: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The limit that everybody has; up to it, `most` is not called. */
  readonly atLeast: number;
  readonly most: () => Promise<number>;
}

/** Limits how many named items of one person may wait at once. An item takes up a place until it is decided. */
export interface ListedReservation {
  /** Takes a place; true also if the item already has one. False if the person has no place left. */
  take(place: Place): Promise<boolean>;
  /** Frees the place of an item. */
  free(userId: string, item: string): Promise<void>;
}

/**
 * Milliseconds after a place was taken within which its event is appended. A name that is still unknown then never gets
 * one.
 */
const appendsWithin = 60_000;
/** How many names are examined at the same time. */
const parallel = 8;

/**
 * Stores a list of names instead of a number: a repeated request counts once, and nothing has to be subtracted when an
 * item is decided. A decision does not change the list; only when a person has no place left is each name on it
 * examined.
 */
export function createListedReservation(options: ListedReservationOptions): ListedReservation {
  const { lists, keyOf, standingOf, missing, examined } = options;

  async function examine({ userId, now }: Place): Promise<void> {
    const key = keyOf(userId);
    const held = new Map((await lists.of(key)).map(({ item, since }) => [item, since]));
    const items = new Set([...held.keys(), ...((await missing?.of(userId)) ?? [])]);
    const standings = await pLimit(parallel).map([...items], async (item) => ({
      item,
      standing: await standingOf(item, userId),
    }));
    const over = standings.filter(({ item, standing }) =>
      standing === 'unknown' ? (held.get(item) ?? 0) < now - appendsWithin : standing !== 'waiting',
    );
    await lists.remove(
      key,
      over.map(({ item }) => item),
    );
    await examined?.(userId, { approved: standings.some(({ standing }) => standing === 'approved') });
    if (missing === undefined) return;
    for (const { item, standing } of standings) {
      if (standing !== 'waiting' || held.has(item)) continue;
      if (!(await lists.add(key, item, { most: missing.most, now }))) return;
    }
  }

  return {
    async take(place) {
      const { userId, item, now, atLeast, most } = place;
      const add = (limit: number) => lists.add(keyOf(userId), item, { most: limit, now });
      if ((await add(atLeast)) || (await add(await most()))) return true;
      await examine(place);
      return add(await most());
    },
    free: (userId, item) => lists.remove(keyOf(userId), [item]),
  };
}
