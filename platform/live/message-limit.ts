import { createLocalCounters, createWindowCounter } from '#platform/concurrency/window-counter';

import { cut, type Connection, type Engine } from './connection.ts';

/** A client only opens the connection and perhaps closes it, so it never needs this many messages in a day. */
const ofVisitor = { most: 8, width: 24 * 60 * 60_000 } as const;
/** A moderator's client also says what they have open: twenty a second, of which a burst may come at once. */
const ofModerator = { most: 100, width: 5_000 } as const;

type CountMessage = (now: number) => Promise<number | undefined>;

function createCount({ most, width }: { readonly most: number; readonly width: number }): CountMessage {
  const counter = createWindowCounter(createLocalCounters(), { width, slides: true });
  return (now) => counter.countOne({ key: 'messages', most, now });
}

export interface MessageLimit {
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
