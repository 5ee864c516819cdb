import { cut, type Connection, type Engine } from './connection.ts';

/** A client only opens the connection and perhaps closes it, so it never needs this many messages. */
const messagesMost = 8;
/** A moderator's client also says what they are looking at. It may send a burst, then this many each second. */
const burst = 100;
const perSecond = 20;

interface Allowance {
  left: number;
  /** Messages that are added to the allowance each second. */
  readonly perSecond: number;
  readonly most: number;
  /** Milliseconds since 1970. */
  countedAt: number;
}

export interface MessageLimit {
  /** From now on, this connection may send as many messages as a moderator's. */
  allowModerator(connection: Connection): void;
}

/** Closes connections that send more messages than any client needs to. `clock`: milliseconds since 1970. */
export function limitMessages(engine: Engine, clock: () => number): MessageLimit {
  const allowances = new WeakMap<Connection, Allowance>();
  engine.on('connection', (connection) => {
    allowances.set(connection, { left: messagesMost, perSecond: 0, most: messagesMost, countedAt: clock() });
    connection.on('data', () => {
      const allowance = allowances.get(connection);
      if (allowance === undefined) return;
      const now = clock();
      const regained = ((now - allowance.countedAt) / 1000) * allowance.perSecond;
      allowance.left = Math.min(allowance.left + Math.max(regained, 0), allowance.most) - 1;
      allowance.countedAt = now;
      if (allowance.left < 0) cut(connection);
    });
  });
  return {
    allowModerator: (connection) =>
      allowances.set(connection, { left: burst, perSecond, most: burst, countedAt: clock() }),
  };
}
