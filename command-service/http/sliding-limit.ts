import type { RecordStore } from '../record-store/index.ts';

export const minute = 60_000; // milliseconds

export interface Limit {
  /** What is counted, of whom. */
  readonly key: string;
  /** How many in any minute. */
  readonly most: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Counts one more if there is room for it; else tells when (milliseconds since 1970) there will be. What is refused is
 * not counted, so that who goes on trying is let in again at that time, too.
 */
export async function countOne({ limits }: Counters, limit: Limit): Promise<number | undefined> {
  const before = await sliding(limits, limit);
  if (isFull(before, limit)) return opensAt(before, limit);
  const { count } = await limits.hit(limit.key, minute, limit.now);
  // Others may have come in the meantime, here or in another process; no two are given the same count.
  const within = { ...before, current: count - 1 };
  return isFull(within, limit) ? opensAt(within, limit) : undefined;
}

/** The same without counting: when the next may come, if there is no room now. */
export async function fullUntil({ limits }: Counters, limit: Limit): Promise<number | undefined> {
  const within = await sliding(limits, limit);
  return isFull(within, limit) ? opensAt(within, limit) : undefined;
}

/** How many there were in the minute that ends now. */
export async function countOf({ limits }: Counters, limit: Omit<Limit, 'most'>): Promise<number> {
  return total(await sliding(limits, limit), limit.now);
}

type Counters = Pick<RecordStore, 'limits'>;

/** What was counted in this clock minute and in the one before. */
interface Counted {
  readonly previous: number;
  readonly current: number;
  readonly endsAt: number;
}

async function sliding(limits: RecordStore['limits'], { key, now }: Omit<Limit, 'most'>): Promise<Counted> {
  const [current, previous] = await Promise.all([
    limits.peek(key, minute, now),
    limits.peek(key, minute, now - minute),
  ]);
  return { previous: previous.count, current: current.count, endsAt: current.resetsAt };
}

/**
 * Counters are kept by clock minutes; with those alone, twice as many would pass where two of them meet. So much of the
 * minute before as still lies within the last sixty seconds counts along, as if it had been spread evenly.
 */
const total = ({ previous, current, endsAt }: Counted, now: number): number =>
  current + Math.ceil((previous * (endsAt - now)) / minute);

const isFull = (counted: Counted, { most, now }: Limit): boolean => total(counted, now) >= most;

function opensAt({ previous, current, endsAt }: Counted, { most }: Limit): number {
  const room = most - 1;
  // Within this clock minute, as the one before fades; else in the next, as this one does.
  if (current <= room) return endsAt - Math.floor((minute * (room - current)) / previous);
  return endsAt + minute - Math.floor((minute * room) / current);
}
