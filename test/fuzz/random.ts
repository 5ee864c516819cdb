/** A random number generator; the same seed gives the same values. */
export interface Random {
  /** An integer from 0 to `most - 1`. */
  below(most: number): number;
  /** True with that probability in per cent. */
  percent(share: number): boolean;
  /** An item of a list. @throws Error if it is empty */
  pick<T>(list: readonly T[]): T;
  /** An item of a list, or undefined if it is empty. */
  pickAny<T>(list: readonly T[]): T | undefined;
}

/** `seed`: a whole number. Two generators with the same seed give the same values. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  // splitmix32: small and fast, and neighbouring seeds give unrelated values.
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
      // The list has this index, even if its value is undefined.
      return pickAny(list) as T;
    },
  };
}
