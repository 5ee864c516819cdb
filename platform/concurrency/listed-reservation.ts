import pLimit from 'p-limit';

/** Lists of names, one under each key, which several processes may share: the records' `waiting`. */
interface NamedLists {
  add(key: string, item: string, limit: { readonly most: number; readonly now: number }): Promise<boolean>;
  of(key: string): Promise<readonly { readonly item: string; readonly since: number }[]>;
  remove(key: string, items: readonly string[]): Promise<void>;
}

/** Whether a name still takes up a place. `unknown`: nobody knows it, or nobody does yet. */
export type Standing = 'waiting' | 'approved' | 'over' | 'unknown';

export interface ListedReservationOptions {
  readonly lists: NamedLists;
  readonly keyOf: (userId: string) => string;
  readonly standingOf: (item: string, userId: string) => Promise<Standing>;
  /** Names that wait but may be missing in the list, because it is younger than what they name; at most that many. */
  readonly missing?: { readonly of: (userId: string) => Promise<readonly string[]>; readonly most: number };
  /** Called with what was found when a person's whole list was examined, before the limit is asked for again. */
  readonly examined?: (userId: string, found: { readonly approved: boolean }) => Promise<void>;
}

interface Place {
  readonly userId: string;
  readonly item: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** A number that everybody may have; up to it, `most` is not asked. */
  readonly atLeast: number;
  readonly most: () => Promise<number>;
}

/** Places that a person's named items take up until they are over. */
export interface ListedReservation {
  /** Takes a place; true also when the item has one. False when the person has no place left. */
  take(place: Place): Promise<boolean>;
  /** Frees the place of an item. */
  free(userId: string, item: string): Promise<void>;
}

/** Nothing is appended later than this (milliseconds) after its place was taken: what is unknown then never arrives. */
const appendsWithin = 60_000;
/** How many names are examined at the same time. */
const parallel = 8;

/**
 * A list of names instead of a number: a repeated request counts once, and nothing has to be subtracted when an item
 * is decided. What becomes of the items does not change the list; only when a person has no place left is each name
 * on it examined.
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
