/**
 * Counts by key and clock window. Several processes may share them: the records' `limits`. Or they are this process's
 * own: `createLocalCounters`.
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
   * Windows begin at the same moment for everybody; alone they would let twice as many pass around that moment. With
   * this, the window before counts for the share of it that lies within the last `width`, as if evenly spread.
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

/** Counts what happened lately. */
export interface WindowCounter {
  /**
   * Counts one more if the limit allows; otherwise returns when (milliseconds since 1970) it will. Refused requests are
   * not counted, so repeated attempts do not postpone that time.
   */
  countOne(limit: Limit): Promise<number | undefined>;
  /** Like countOne, without counting: when the next one is allowed, if none is now. */
  fullUntil(limit: Limit): Promise<number | undefined>;
  /** Counts, whatever the limit. `amount`: a whole number. */
  add(key: string, now: number, amount?: number): Promise<void>;
  /** How many were counted. */
  total(key: string, now: number): Promise<number>;
}

/** The counts of the present window and of the one before. */
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
    // There is room again when the previous window's share has shrunk enough; if that is not before this window ends,
    // when this one's share has, within the next.
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
      // Other requests may have been counted meanwhile, also by another process; no two get the same count.
      return opensAt({ ...before, current: count - 1 }, limit);
    },
    fullUntil: async (limit) => opensAt(await read(limit.key, limit.now), limit),
    add: async (key, now, amount) => {
      await counters.hit(key, width, now, amount);
    },
    total: async (key, now) => totalOf(await read(key, now), now),
  };
}

/** Counters in memory. Of each key the present window and the one before are kept. */
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
