import { cut, type Connection, type Engine } from './connection.ts';

/** A client opens the connection, and perhaps closes it; it never needs this many messages. */
const messagesMost = 8;
/** A moderator's also says what they look at: so many at once, and so many a second for long. */
const burst = 100;
const perSecond = 20;

interface Allowance {
  left: number;
  /** Messages that come back each second. */
  readonly perSecond: number;
  readonly most: number;
  /** Milliseconds since 1970. */
  countedAt: number;
}

export interface MessageLimit {
  /** From now on this connection may send what a moderator's may. */
  allowModerator(connection: Connection): void;
}

/** Ends the connections of those who send more than anybody has a reason to. `clock`: milliseconds since 1970. */
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
