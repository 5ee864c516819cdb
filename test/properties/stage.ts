/** Work that runs interleaved: at each gate one piece of work continues, and the others wait. */
export interface Stage {
  /** Starts work; it may pass gates. */
  enter<T>(work: () => Promise<T>): Promise<T>;
  /** Waits until it is chosen. Passes at once while no work runs. */
  gate(): Promise<void>;
  /** Lets all work run to its end, in an order that `picks` decides. */
  run(picks: readonly number[]): Promise<void>;
}

/** A piece of work must wait for only one gate at a time. Then the same picks give the same order. */
export function createStage(): Stage {
  const waiting: (() => void)[] = [];
  let present = 0;
  let moving = 0;
  let onQuiet: () => void = () => undefined;
  const rest = (): void => {
    moving -= 1;
    if (moving === 0) onQuiet();
  };
  const quiet = (): Promise<void> =>
    moving === 0 ? Promise.resolve() : new Promise((resolve) => (onQuiet = resolve));

  const gate = (): Promise<void> =>
    present === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          waiting.push(resolve);
          rest();
        });

  return {
    gate,
    async enter(work) {
      present += 1;
      moving += 1;
      try {
        await gate();
        return await work();
      } finally {
        present -= 1;
        rest();
      }
    },
    async run(picks) {
      for (let at = 0; ; at += 1) {
        await quiet();
        const [next] = waiting.splice((picks[at % picks.length] ?? 0) % waiting.length, 1);
        if (next === undefined) return;
        moving += 1;
        next();
      }
    },
  };
}

/** The object with a gate before each call of its methods, and of the methods of its parts. */
export function gated<T extends object>(target: T, gate: () => Promise<void>): T {
  return new Proxy(target, {
    get(of, name): unknown {
      const value: unknown = Reflect.get(of, name);
      if (typeof value === 'object' && value !== null) return gated(value, gate);
      if (typeof value !== 'function') return value;
      return async (...values: unknown[]): Promise<unknown> => {
        await gate();
        return Reflect.apply(value, of, values);
      };
    },
  });
}
