import { cut, type Connection, type Engine } from './connection.ts';
import { createLocalCounters, createWindowCounter } from '#platform/concurrency/window-counter';

interface SlowReadersOptions {
  readonly engine: Engine;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Milliseconds within which a client must read some of its waiting data, whatever it sends meanwhile. */
const timeout = 15_000;
/** Bytes that may wait for one client. Messages are small, and few are sent each second. */
const waitingMost = 256 * 1024;
const checkEvery = 1_000;

interface Watched {
  /** Since when the same bytes wait; undefined if none do. */
  since: number | undefined;
  amount: number;
}

/**
 * Disconnects clients that do not read, because the data for them would fill the memory. A check runs every second
 * until this is disposed of; `check` runs one now.
 */
export function disconnectSlowReaders({
  engine,
  clock,
}: SlowReadersOptions): Disposable & { readonly check: () => void } {
  const watched = new Map<Connection, Watched>();
  engine.on('connection', (connection) => {
    const state: Watched = { since: undefined, amount: 0 };
    watched.set(connection, state);
    const drained = () => (state.since = undefined);
    connection.transport.on('drain', drained);
    connection.on('upgrade', (transport) => transport.on('drain', drained));
    connection.on('close', () => watched.delete(connection));
  });
  const check = () => {
    const now = clock();
    for (const [connection, state] of watched) {
      const amount = connection.transport.socket?.bufferedAmount ?? 0;
      if (amount === 0) state.since = undefined;
      else if (state.since === undefined || amount < state.amount) state.since = now;
      state.amount = amount;
      const isStuck = state.since !== undefined && now - state.since >= timeout;
      if (isStuck || amount + waitingIn(connection) > waitingMost) cut(connection);
    }
  };
  const timer = setInterval(check, checkEvery).unref();
  return { check, [Symbol.dispose]: () => clearInterval(timer) };
}

const waitingIn = ({ writeBuffer }: Connection): number =>
  writeBuffer.reduce((sum, { data }) => sum + (typeof data === 'string' ? data.length : 0), 0);

/**
 * A visitor's client only opens the connection and perhaps closes it, so it never sends this many messages in a day.
 */
const ofVisitor = { most: 8, width: 24 * 60 * 60_000 } as const;
/** A moderator's client also reports what the moderator has open: twenty a second, and a burst may come at once. */
const ofModerator = { most: 100, width: 5_000 } as const;

type CountMessage = (now: number) => Promise<number | undefined>;

function createCount({ most, width }: { readonly most: number; readonly width: number }): CountMessage {
  const counter = createWindowCounter(createLocalCounters(), { width, slides: true });
  return (now) => counter.countOne({ key: 'messages', most, now });
}

interface MessageLimit {
  /** From now on, this connection may send as many messages as a moderator's. */
  allowModerator(connection: Connection): void;
}

/** Closes connections that send more messages than any client needs to. `clock`: milliseconds since 1970. */
export function limitMessages(engine: Engine, clock: () => number): MessageLimit {
  const counts = new WeakMap<Connection, CountMessage>();
  engine.on('connection', (connection) => {
    counts.set(connection, createCount(ofVisitor));
    connection.on('data', () => {
      void counts
        .get(connection)?.(clock())
        .then((opensAt) => {
          if (opensAt !== undefined) cut(connection);
        });
    });
  });
  return { allowModerator: (connection) => counts.set(connection, createCount(ofModerator)) };
}
