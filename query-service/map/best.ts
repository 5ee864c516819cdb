/** The first `most` of any number of items, in an order, without holding all of them. */
export interface Best<T> {
  add(item: T): void;
  /** What comes after it is none of them; undefined while everything may be. */
  last(): T | undefined;
  /** In their order. */
  all(): readonly T[];
}

export function createBest<T>(most: number, compare: (one: T, other: T) => number): Best<T> {
  let items: T[] = [];
  /** The last that still counts. */
  let worst: T | undefined;
  const cut = () => {
    items = items.sort(compare).slice(0, most);
    if (items.length === most) worst = items.at(-1);
  };
  return {
    add(item) {
      if (worst !== undefined && compare(item, worst) > 0) return;
      items.push(item);
      if (items.length >= 2 * most + 64) cut();
    },
    last: () => worst,
    all() {
      cut();
      return items;
    },
  };
}
