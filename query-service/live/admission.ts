import { createCounter } from '../counter.ts';
import { cut, type Connection, type Engine } from './connection.ts';

/** How many connections one process serves, and how long an unfinished handshake may take. */
export interface ConnectionLimits {
  /** Visitors and people without a role. Each receives every public change. */
  readonly visitors: number;
  /** The same for one network: no client can take all places, yet a school behind one address still fits. */
  readonly visitorsPerNetwork: number;
  /** Reserved for moderators and the administrator. */
  readonly moderators: number;
  /** Open connections that are not identified yet. */
  readonly handshakes: number;
  readonly handshakesPerNetwork: number;
  /** Milliseconds within which a new connection must be admitted. */
  readonly handshakeTime: number;
  /** Milliseconds within which a connection that began with polling must be a websocket. */
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
  /** Gives an admitted connection a moderator's place if one is free, or takes it back. The connection stays open. */
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
  const unknown = new Map<Connection, { readonly network: string; readonly timer: NodeJS.Timeout }>();
  const unknownOf = createCounter();
  const visitors = new Map<Connection, string>();
  const visitorsOf = createCounter();
  const moderators = new Set<Connection>();

  const forget = (connection: Connection): string | undefined => {
    const known = unknown.get(connection);
    if (known === undefined) return undefined;
    clearTimeout(known.timer);
    unknown.delete(connection);
    unknownOf.add(known.network, -1);
    return known.network;
  };
  const giveUp = (connection: Connection) => {
    forget(connection);
    cut(connection);
  };
  const makeRoom = (network: string) => {
    const isOwnFull = unknownOf.get(network) >= limits.handshakesPerNetwork;
    if (!isOwnFull && unknown.size < limits.handshakes) return;
    for (const [connection, known] of unknown) {
      if (!isOwnFull || known.network === network) return giveUp(connection);
    }
  };

  engine.on('connection', (connection) => {
    const network = networkOf(connection.request);
    makeRoom(network);
    const timer = setTimeout(() => giveUp(connection), limits.handshakeTime).unref();
    unknown.set(connection, { network, timer });
    unknownOf.add(network, 1);
    connection.on('close', () => {
      forget(connection);
      moderators.delete(connection);
      const visited = visitors.get(connection);
      if (visited !== undefined && visitors.delete(connection)) visitorsOf.add(visited, -1);
    });
  });

  return {
    admit(connection, isModerator) {
      const network = unknown.get(connection)?.network;
      // The connection was closed meanwhile, or has already been admitted.
      if (network === undefined) return false;
      if (isModerator && moderators.size < limits.moderators) {
        forget(connection);
        moderators.add(connection);
        return true;
      }
      if (visitors.size >= limits.visitors || visitorsOf.get(network) >= limits.visitorsPerNetwork)
        return false;
      forget(connection);
      visitors.set(connection, network);
      visitorsOf.add(network, 1);
      return true;
    },
    move(connection, isModerator) {
      if (isModerator === moderators.has(connection)) return;
      const network = visitors.get(connection);
      if (!isModerator) {
        const left = networkOf(connection.request);
        moderators.delete(connection);
        visitors.set(connection, left);
        visitorsOf.add(left, 1);
      } else if (network !== undefined && moderators.size < limits.moderators) {
        visitors.delete(connection);
        visitorsOf.add(network, -1);
        moderators.add(connection);
      }
    },
    get counts() {
      return { handshakes: unknown.size, visitors: visitors.size, moderators: moderators.size };
    },
  };
}
