/** The first `most` of any number of items, in an order, without holding all of them. */
export interface Best<T> {
  add(item: T): void;
  /** An item after this one is none of the first; undefined while any item may be. */
  last(): T | undefined;
  /** In their order. */
  all(): readonly T[];
}

export function createBest<T>(most: number, compare: (one: T, other: T) => number): Best<T> {
  let items: T[] = [];
  /** The last of the first `most`, once there are that many: what comes after it is left out. */
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
