/**
 * Counts by key and clock window. Either shared between processes (the records' `limits`) or local to this process
 * (`createLocalCounters`).
 */
export interface Counters {
  hit(key: string, width: number, now: number, amount?: number): Promise<Counted>;
  peek(key: string, width: number, now: number): Promise<Counted>;
}
interface Counted {
  readonly count: number;
  /** When the window ends (milliseconds since 1970). */
  readonly resetsAt: number;
}

export interface WindowOptions {
  /** Milliseconds. */
  readonly width: number;
  /**
   * Windows begin at the same moment for all keys, so without this twice as many could pass around that moment. With
   * it, the previous window counts for the share of it that is within the last `width`, as if evenly spread.
   */
  readonly slides?: boolean;
}

export interface Limit {
  /** What is counted, and for whom. */
  readonly key: string;
  readonly most: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Counts events of the recent past. */
export interface WindowCounter {
  /**
   * Counts one more if the limit allows it; otherwise returns the time (milliseconds since 1970) when it will. Refused
   * requests are not counted, so repeated attempts do not postpone that time.
   */
  countOne(limit: Limit): Promise<number | undefined>;
  /** Like `countOne` but without counting: the time when the next one is allowed, or undefined if it is allowed now. */
  fullUntil(limit: Limit): Promise<number | undefined>;
  /** Counts regardless of any limit. `amount`: a whole number. */
  add(key: string, now: number, amount?: number): Promise<void>;
  /** How many were counted. */
  total(key: string, now: number): Promise<number>;
}

/** The counts of the current window and of the previous one. */
interface Windows {
  readonly previous: number;
  readonly current: number;
  readonly endsAt: number;
}

export function createWindowCounter(
  counters: Counters,
  { width, slides = false }: WindowOptions,
): WindowCounter {
  async function read(key: string, now: number): Promise<Windows> {
    const [current, previous] = await Promise.all([
      counters.peek(key, width, now),
      slides ? counters.peek(key, width, now - width) : undefined,
    ]);
    return { previous: previous?.count ?? 0, current: current.count, endsAt: current.resetsAt };
  }
  const totalOf = ({ previous, current, endsAt }: Windows, now: number): number =>
    current + Math.ceil((previous * (endsAt - now)) / width);

  function opensAt(windows: Windows, { most, now }: Limit): number | undefined {
    if (totalOf(windows, now) < most) return undefined;
    const { previous, current, endsAt } = windows;
    if (!slides) return endsAt;
    const room = most - 1;
    // There is room again when the previous window's share has shrunk enough. If that does not happen before the
    // current window ends, it happens in the next window, when the share of the current one has shrunk.
    if (current <= room) return endsAt - Math.floor((width * (room - current)) / previous);
    return endsAt + width - Math.floor((width * room) / current);
  }

  return {
    async countOne(limit) {
      const { key, now } = limit;
      const before = await read(key, now);
      const opens = opensAt(before, limit);
      if (opens !== undefined) return opens;
      const { count } = await counters.hit(key, width, now);
      // Other requests, also of other processes, may have been counted meanwhile; each gets its own count.
      return opensAt({ ...before, current: count - 1 }, limit);
    },
    fullUntil: async (limit) => opensAt(await read(limit.key, limit.now), limit),
    add: async (key, now, amount) => {
      await counters.hit(key, width, now, amount);
    },
    total: async (key, now) => totalOf(await read(key, now), now),
  };
}

/** Counters in memory. For each key they hold the current window and the previous one. */
export function createLocalCounters(): Counters {
  const ofKeys = new Map<string, Map<number, number>>();

  const counted = (key: string, width: number, now: number, amount: number): Counted => {
    const window = Math.floor(now / width);
    const counts = ofKeys.get(key) ?? new Map<number, number>();
    const count = (counts.get(window) ?? 0) + amount;
    if (amount > 0) {
      counts.set(window, count);
      for (const other of counts.keys()) if (other < window - 1) counts.delete(other);
      ofKeys.set(key, counts);
    }
    return { count, resetsAt: (window + 1) * width };
  };
  return {
    hit: async (key, width, now, amount = 1) => counted(key, width, now, amount),
    peek: async (key, width, now) => counted(key, width, now, 0),
  };
}
