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
   * Gives a follower all events after its position; fulfilled when the lanes are closed, or `stop` is aborted and
   * the batch in hand is done.
   * @throws what the follower threw, or the log
   */
  follow(follower: Follower, stop?: AbortSignal): Promise<void>;
  /** How many readings of the log are under way. */
  count(): number;
}

interface Passenger {
  readonly follower: Follower;
  readonly stop: AbortSignal | undefined;
  readonly settle: (error?: Error) => void;
}

/** One reading of the log, shared by all who stand at the same place. */
interface Lane {
  readonly passengers: Set<Passenger>;
  position: bigint;
  /** In the middle of a batch: nobody can get on. */
  busy: boolean;
  live: boolean;
  /** Ends the reading. */
  readonly over: AbortController;
}

export interface LanesOptions {
  readonly log: EventLog;
  /** Events applied at once while catching up. */
  readonly batchSize: number;
  /** Closes the lanes, each after the batch in hand. */
  readonly signal: AbortSignal;
}

/** Reads the log once for all followers that stand at one position, and for all that have caught up. */
export function createLanes({ log, batchSize, signal }: LanesOptions): Lanes {
  const lanes = new Set<Lane>();

  function open(position: bigint, first: Passenger): void {
    const over = new AbortController();
    const lane: Lane = { passengers: new Set([first]), position, busy: false, live: false, over };
    lanes.add(lane);
    void run(lane);
  }

  async function run(lane: Lane): Promise<void> {
    let failure: Error | undefined;
    try {
      const subscription = log.subscribe({
        after: lane.position,
        signal: AbortSignal.any([signal, lane.over.signal]),
      });
      for await (const { events, atHead } of inBatches(subscription, batchSize)) {
        lane.busy = true;
        await takeBatch(lane, events);
        if (atHead) await takeAll(lane, (follower) => follower.caughtUp());
        lane.live ||= atHead;
        lane.busy = false;
        letOff(lane);
        if (lane.live) mergeInto(lane);
        if (signal.aborted || lane.passengers.size === 0) break;
      }
    } catch (error) {
      failure = asError(error);
    } finally {
      lanes.delete(lane);
      lane.over.abort();
      for (const passenger of lane.passengers) passenger.settle(failure);
    }
  }

  async function takeBatch(lane: Lane, raw: Parameters<typeof parseAll>[0]): Promise<void> {
    const { events, failure } = parseAll(raw);
    const last = events.at(-1);
    if (last !== undefined) {
      await takeAll(lane, (follower) => follower.apply(events));
      lane.position = last.position;
    }
    if (failure !== undefined) throw failure;
  }

  /** Who fails gets off; the others ride on. */
  async function take(
    lane: Lane,
    passenger: Passenger,
    action: (follower: Follower) => Promise<void>,
  ): Promise<void> {
    try {
      await action(passenger.follower);
    } catch (error) {
      lane.passengers.delete(passenger);
      passenger.settle(asError(error));
    }
  }
  function letOff(lane: Lane): void {
    for (const passenger of lane.passengers) {
      if (passenger.stop?.aborted !== true) continue;
      lane.passengers.delete(passenger);
      passenger.settle();
    }
    if (lane.passengers.size === 0) lane.over.abort();
  }
  /** Wherever it rides now: lanes merge. */
  function stopped(passenger: Passenger): void {
    for (const lane of lanes) if (!lane.busy && lane.passengers.has(passenger)) letOff(lane);
  }
  const takeAll = async (lane: Lane, action: (follower: Follower) => Promise<void>): Promise<void> => {
    await Promise.all([...lane.passengers].map((passenger) => take(lane, passenger, action)));
  };

  function mergeInto(lane: Lane): void {
    for (const other of lanes) {
      if (other === lane || !other.live || other.busy || other.position !== lane.position) continue;
      for (const passenger of lane.passengers) other.passengers.add(passenger);
      lane.passengers.clear();
      return;
    }
  }

  return {
    follow(follower, stop) {
      if (signal.aborted || stop?.aborted === true) return Promise.resolve();
      return new Promise((resolve, reject) => {
        const passenger: Passenger = {
          follower,
          stop,
          settle(error) {
            stop?.removeEventListener('abort', onStop);
            if (error === undefined) resolve();
            else reject(error);
          },
        };
        const onStop = () => stopped(passenger);
        stop?.addEventListener('abort', onStop);
        const position = follower.position();
        // Nobody gets on a live lane: a lane of its own tells the follower when it has caught up, and then merges.
        const lane = [...lanes].find((each) => each.position === position && !each.busy && !each.live);
        if (lane === undefined) open(position, passenger);
        else lane.passengers.add(passenger);
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

export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
