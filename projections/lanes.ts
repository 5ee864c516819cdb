import { type Recorded, parseEvent } from '#contracts/events/index';
import type { EventLog } from '#command-service/event-log/index';

import { inBatches } from './in-batches.ts';

/** Someone who takes every event of the log, in order. */
export interface Follower {
  /** Of the last event taken. */
  position(): bigint;
  apply(events: readonly Recorded[]): Promise<void>;
  /** Everything that was in the log has been taken. */
  caughtUp(): Promise<void>;
}

export interface Lanes {
  /**
   * Gives a follower all events after its position, until the signal is aborted.
   * @throws what the follower threw, or the log
   */
  follow(follower: Follower, signal: AbortSignal): Promise<void>;
  /** How many readings of the log are under way. */
  count(): number;
}

interface Passenger {
  readonly follower: Follower;
  readonly settle: (error?: Error) => void;
}

/** One reading of the log, shared by all who stand at the same place. */
interface Lane {
  readonly passengers: Set<Passenger>;
  readonly stop: AbortController;
  position: bigint;
  /** In the middle of a batch: nobody can get on or off. */
  busy: boolean;
  live: boolean;
}

export interface LanesOptions {
  readonly log: EventLog;
  /** Events applied at once while catching up. */
  readonly batchSize: number;
}

/** Reads the log once for all followers that stand at one position, and for all that have caught up. */
export function createLanes({ log, batchSize }: LanesOptions): Lanes {
  const lanes = new Set<Lane>();

  function open(position: bigint): Lane {
    const stop = new AbortController();
    const lane: Lane = { passengers: new Set(), stop, position, busy: false, live: false };
    lanes.add(lane);
    void run(lane);
    return lane;
  }

  async function run(lane: Lane): Promise<void> {
    let failure: Error | undefined;
    try {
      const subscription = log.subscribe({ after: lane.position, signal: lane.stop.signal });
      for await (const { events, atHead } of inBatches(subscription, batchSize)) {
        lane.busy = true;
        await takeBatch(lane, events);
        lane.live ||= atHead;
        if (atHead) await Promise.all([...lane.passengers].map((each) => take(lane, each, () => each.follower.caughtUp())));
        lane.busy = false;
        if (lane.live) mergeInto(lane);
        if (lane.passengers.size === 0) break;
      }
    } catch (error) {
      failure = asError(error);
    } finally {
      lanes.delete(lane);
      lane.stop.abort();
      for (const passenger of lane.passengers) passenger.settle(failure);
    }
  }

  async function takeBatch(lane: Lane, raw: Parameters<typeof parseAll>[0]): Promise<void> {
    const { events, failure } = parseAll(raw);
    const last = events.at(-1);
    if (last !== undefined) {
      await Promise.all([...lane.passengers].map((each) => take(lane, each, () => each.follower.apply(events))));
      lane.position = last.position;
    }
    if (failure !== undefined) throw failure;
  }

  /** Who fails gets off; the others ride on. */
  async function take(lane: Lane, passenger: Passenger, action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      lane.passengers.delete(passenger);
      passenger.settle(asError(error));
    }
  }

  function mergeInto(lane: Lane): void {
    for (const other of lanes) {
      if (other === lane || !other.live || other.busy || other.position !== lane.position) continue;
      for (const passenger of lane.passengers) other.passengers.add(passenger);
      lane.passengers.clear();
      return;
    }
  }

  return {
    follow(follower, signal) {
      const position = follower.position();
      return new Promise((resolve, reject) => {
        const settle = (error?: Error) => {
          signal.removeEventListener('abort', leave);
          if (error === undefined) resolve();
          else reject(error);
        };
        const passenger: Passenger = { follower, settle };
        const leave = () => {
          const lane = [...lanes].find(({ passengers }) => passengers.has(passenger));
          if (lane?.busy === true) return void lane.stop.abort();
          lane?.passengers.delete(passenger);
          if (lane?.passengers.size === 0) lane.stop.abort();
          settle();
        };
        if (signal.aborted) {
          resolve();
          return;
        }
        signal.addEventListener('abort', leave, { once: true });
        const free = [...lanes].find((lane) => lane.position === position && !lane.busy && !lane.stop.signal.aborted);
        (free ?? open(position)).passengers.add(passenger);
      });
    },
    count: () => lanes.size,
  };
}

interface Parsed {
  readonly events: readonly Recorded[];
  readonly failure?: Error;
}

/** As many as this release understands, and what is wrong with the next one. */
function parseAll(raw: ReadonlyArray<Parameters<typeof parseEvent>[0]>): Parsed {
  const events: Recorded[] = [];
  for (const event of raw) {
    try {
      events.push(parseEvent(event));
    } catch (error) {
      return { events, failure: asError(error) };
    }
  }
  return { events };
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
