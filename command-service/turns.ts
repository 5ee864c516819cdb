/** Lets work with the same key take turns, in the order of the calls. */
export interface Turns {
  /** Whether somebody has the turn of this key. */
  isTaken(key: string): boolean;
  /** Runs the work once all earlier work with this key has ended, however it ended. */
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
  /** The end of the latest turn of each key that is in use. */
  const ends = new Map<string, Promise<void>>();
  return {
    isTaken: (key) => ends.has(key),
    async take(key, work) {
      const turn = (ends.get(key) ?? Promise.resolve()).then(work);
      const end = turn.then(nothing, nothing);
      ends.set(key, end);
      try {
        return await turn;
      } finally {
        if (ends.get(key) === end) ends.delete(key);
      }
    },
  };
}

const nothing = (): void => undefined;
