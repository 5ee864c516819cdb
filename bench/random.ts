export interface Random {
  /** From 0 up to, but not including, `most`. */
  below(most: number): number;
  pick<T>(values: readonly T[]): T;
}

/** Pseudo-random numbers that are the same in every run. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number): number => Math.floor(next() * most);
  return {
    below,
    pick(values) {
      const value = values[below(values.length)];
      if (value === undefined) throw new RangeError('There is nothing to pick from');
      return value;
    },
  };
}

/** A shuffled copy. */
export function shuffled<T>(values: readonly T[], random: Random): T[] {
  const keyed = values.map((value) => ({ value, key: random.below(2 ** 32) }));
  return keyed.sort((one, other) => one.key - other.key).map(({ value }) => value);
}
