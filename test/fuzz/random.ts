/** Draws by lot, the same ones again for the same seed. */
export interface Random {
  /** From 0 to one less than that. */
  below(most: number): number;
  /** True in so many of a hundred draws. */
  percent(share: number): boolean;
  /** One of a list. @throws Error when it is empty */
  pick<T>(list: readonly T[]): T;
  /** One of a list, or undefined when it is empty. */
  pickAny<T>(list: readonly T[]): T | undefined;
}

/** `seed`: a whole number. Two generators of one seed draw the same. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  // splitmix32: small, fast, and its neighbours in seed are not neighbours in what they draw.
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  const below = (most: number): number => Math.floor(next() * most);
  const pickAny = <T>(list: readonly T[]): T | undefined => list[below(list.length)];
  return {
    below,
    percent: (share) => next() * 100 < share,
    pickAny,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error('There is nothing to pick from');
      // The list holds this index, even where what it holds there is undefined.
      return pickAny(list) as T;
    },
  };
}
