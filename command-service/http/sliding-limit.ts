import type { RecordStore } from '#stores/record-store/index';

export const minute = 60_000; // milliseconds

export interface Limit {
  /** What is counted, and for whom. */
  readonly key: string;
  /** How many in any minute. */
  readonly most: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Counts one more if the limit allows; otherwise returns when (milliseconds since 1970) it will. Refused requests are
 * not counted, so repeated attempts do not postpone that time.
 */
export async function countOne({ limits }: Counters, limit: Limit): Promise<number | undefined> {
  const before = await sliding(limits, limit);
  if (isFull(before, limit)) return opensAt(before, limit);
  const { count } = await limits.hit(limit.key, minute, limit.now);
  // Other requests may have been counted meanwhile, also by another process; no two get the same count.
  const within = { ...before, current: count - 1 };
  return isFull(within, limit) ? opensAt(within, limit) : undefined;
}

/** Like countOne, without counting: when the next one is allowed, if none is now. */
export async function fullUntil({ limits }: Counters, limit: Limit): Promise<number | undefined> {
  const within = await sliding(limits, limit);
  return isFull(within, limit) ? opensAt(within, limit) : undefined;
}

/** How many were counted in the last 60 seconds. */
export async function countOf({ limits }: Counters, limit: Omit<Limit, 'most'>): Promise<number> {
  return total(await sliding(limits, limit), limit.now);
}

type Counters = Pick<RecordStore, 'limits'>;

/** The counts of this clock minute and of the one before. */
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
 * Counters are kept by clock minute; alone they would let twice as many pass around the change of minutes. The
 * previous minute therefore counts for the share of it that lies within the last 60 seconds, as if evenly spread.
 */
const total = ({ previous, current, endsAt }: Counted, now: number): number =>
  current + Math.ceil((previous * (endsAt - now)) / minute);

const isFull = (counted: Counted, { most, now }: Limit): boolean => total(counted, now) >= most;

function opensAt({ previous, current, endsAt }: Counted, { most }: Limit): number {
  const room = most - 1;
  // Within this clock minute, as the previous one's share shrinks; otherwise in the next one, as this one's does.
  if (current <= room) return endsAt - Math.floor((minute * (room - current)) / previous);
  return endsAt + minute - Math.floor((minute * room) / current);
}
