/** Milliseconds after a set's first photo within which others join it. */
const setWithin = 10 * 60_000;

/** A photo in a list. */
export interface InSet {
  /** Equal for all photos of one person at one place. */
  readonly of: string;
  /** When it was sent, in milliseconds. */
  readonly at: number;
}

/**
 * Groups a list's photos into sets: photos of one person at one place, sent within ten minutes of the set's first. A
 * set takes the position of its first item in the list, and keeps the list's order; items for which `photoOf` returns
 * null stay alone.
 */
export function inSets<T>(
  items: readonly T[],
  photoOf: (item: T) => InSet | null,
): ReadonlyArray<readonly T[]> {
  const photos = items.flatMap((item) => {
    const photo = photoOf(item);
    return photo === null ? [] : [{ item, ...photo }];
  });
  const latest = new Map<string, { readonly since: number; readonly line: T[] }>();
  const lineOf = new Map<T, T[]>();
  for (const { item, of, at } of photos.sort((one, other) => one.at - other.at)) {
    const known = latest.get(of);
    const set = known !== undefined && at - known.since <= setWithin ? known : { since: at, line: [] };
    latest.set(of, set);
    lineOf.set(item, set.line);
  }
  return items.flatMap((item) => {
    const line = lineOf.get(item) ?? [];
    line.push(item);
    return line.length === 1 ? [line] : [];
  });
}
