import { createReservation } from '#platform/concurrency/reservation';

import { cut, type Connection, type Engine } from './connection.ts';

/** How many connections one process serves, and how long an unfinished handshake may take. */
export interface ConnectionLimits {
  /** Visitors and people without a role. Each receives every public change. */
  readonly visitors: number;
  /** The same for one network: no client can take all places, but a school behind one address still fits. */
  readonly visitorsPerNetwork: number;
  /** Reserved for moderators and the administrator. */
  readonly moderators: number;
  /** Open connections that are not identified yet. */
  readonly handshakes: number;
  readonly handshakesPerNetwork: number;
  /** Milliseconds within which a new connection must be admitted. */
  readonly handshakeTime: number;
  /** Milliseconds within which a connection that began with polling must upgrade to a websocket. */
  readonly upgradeTime: number;
}

export const defaultConnectionLimits: ConnectionLimits = {
  visitors: 5_000,
  visitorsPerNetwork: 500,
  moderators: 100,
  handshakes: 1_000,
  handshakesPerNetwork: 100,
  handshakeTime: 5_000,
  upgradeTime: 10_000,
};

export interface Admission {
  /** Whether the connection may stay, now that its user is known. Its place is freed when it closes. */
  admit(connection: Connection, isModerator: boolean): boolean;
  /**
   * Gives an admitted connection a moderator's place if one is free, or takes that place back. The connection stays
   * open.
   */
  move(connection: Connection, isModerator: boolean): void;
  /** How many connections are in which state. */
  readonly counts: Readonly<Record<'handshakes' | 'visitors' | 'moderators', number>>;
}

export interface AdmissionOptions {
  readonly engine: Engine;
  readonly networkOf: (request: Connection['request']) => string;
  readonly limits: ConnectionLimits;
}

/**
 * Limits the number of connections. The user is known only after the handshake, so a new connection is always
 * accepted, and the oldest unfinished one is closed instead. A flood of connections cannot keep a moderator out.
 */
export function createAdmission({ engine, networkOf, limits }: AdmissionOptions): Admission {
  const handshakes = createReservation({ most: limits.handshakes, mostOfKey: limits.handshakesPerNetwork });
  const unknown = new Map<Connection, Handshake>();
  const places = {
    visitors: createReservation({ most: limits.visitors, mostOfKey: limits.visitorsPerNetwork }),
    moderators: createReservation({ most: limits.moderators }),
  };
  /** The place of each admitted connection. */
  const admitted = new Map<Connection, Disposable>();

  const forget = (connection: Connection): void => {
    const known = unknown.get(connection);
    if (known === undefined || !unknown.delete(connection)) return;
    clearTimeout(known.timer);
    known.place[Symbol.dispose]();
  };
  const giveUp = (connection: Connection) => {
    forget(connection);
    cut(connection);
  };
  /** Closes the oldest unfinished handshake: of this network if it has too many, otherwise of all networks. */
  const makeRoom = (network: string) => {
    const isOwnFull = handshakes.isFull(network);
    for (const [connection, known] of unknown) {
      if (!isOwnFull || known.network === network) return giveUp(connection);
    }
  };
  const give = (connection: Connection, place: Disposable): void => {
    admitted.get(connection)?.[Symbol.dispose]();
    admitted.set(connection, place);
  };

  engine.on('connection', (connection) => {
    const network = networkOf(connection.request);
    let place = handshakes.take(network);
    if (place === undefined) {
      makeRoom(network);
      place = handshakes.takeAnyway(network);
    }
    const timer = setTimeout(() => giveUp(connection), limits.handshakeTime).unref();
    unknown.set(connection, { network, timer, place });
    connection.on('close', () => {
      forget(connection);
      admitted.get(connection)?.[Symbol.dispose]();
      admitted.delete(connection);
    });
  });

  return {
    admit(connection, isModerator) {
      const network = unknown.get(connection)?.network;
      // The connection has closed meanwhile, or has already been admitted.
      if (network === undefined) return false;
      const asModerator = isModerator ? places.moderators.take('all') : undefined;
      const place = asModerator ?? places.visitors.take(network);
      if (place === undefined) return false;
      forget(connection);
      give(connection, place);
      return true;
    },
    move(connection, isModerator) {
      if (!admitted.has(connection)) return;
      const place = isModerator
        ? places.moderators.take('all')
        : places.visitors.takeAnyway(networkOf(connection.request));
      if (place !== undefined) give(connection, place);
    },
    get counts() {
      return {
        handshakes: unknown.size,
        visitors: places.visitors.taken,
        moderators: places.moderators.taken,
      };
    },
  };
}

interface Handshake {
  readonly network: string;
  readonly timer: NodeJS.Timeout;
  readonly place: Disposable;
}
