import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Changed, PublicReadModel } from '#contracts/live';
import type { Engine } from '#platform/live/connection';

import type { LiveServer, LiveSocket } from './socket.ts';

export interface Broadcast {
  /** Adds a socket to the receivers. */
  add(socket: LiveSocket): void;
  /** Sends the messages, in this order, to every socket. Fulfilled once all were sent. */
  readonly send: (messages: readonly Changed[]) => Promise<void>;
}

/**
 * The sockets are divided into this many groups. Requests are answered between two groups, because writing to thousands
 * of sockets takes longer than a response may wait.
 */
const groups = 64;
const groupRoom = (number: number): string => `group:${number}`;

export function createBroadcast(io: LiveServer, engine: Engine): Broadcast {
  let added = 0;
  joinWrites(engine);
  return {
    add(socket) {
      void socket.join(groupRoom(added % groups));
      added += 1;
    },
    async send(messages) {
      for (let number = 0; number < groups; number += 1) {
        const room = groupRoom(number);
        if (!io.of('/').adapter.rooms.has(room)) continue;
        for (const message of messages) io.to(room).emit('changed', message);
        await nextTurn();
      }
    },
  };
}

/** Passes the messages that wait for a connection to the system in one call instead of one call each. */
function joinWrites(engine: Engine): void {
  engine.on('flush', ({ request }) => request.socket.cork());
  engine.on('drain', ({ request }) => request.socket.uncork());
}

export interface ChangeThrottle extends Disposable {
  /** Sends the changes as soon as the period allows. */
  add(changes: readonly Changed[]): void;
}

interface Waiting {
  /** 'any' if too many have changed to list them all. */
  readonly ids: ReadonlySet<string> | 'any';
  readonly position: string;
}

/** More ids than this become 'any', so that a message stays small. */
const namedMost = 200;

/** Sends one message for each changed read model. Fulfilled once it is sent to every socket. */
type Send = (changes: readonly Changed[]) => Promise<void>;

/**
 * Sends the first change immediately, and the next ones only after a period (milliseconds) since the last socket was
 * sent the previous messages. So each socket gets at most one message of a kind in a period, however long sending takes
 * and in whatever order. The messages are in the order given to `add`. Later changes wait and are merged.
 */
export function throttleChanges(
  send: Send,
  period: number,
  onError: (error: unknown) => void,
): ChangeThrottle {
  let waiting = new Map<PublicReadModel, Waiting>();
  let isResting = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const rest = () => {
    if (!isClosed) timer = setTimeout(flush, period).unref();
  };
  const flush = () => {
    isResting = waiting.size > 0;
    if (!isResting) return;
    const due = [...waiting].map(([readModel, { ids, position }]): Changed => {
      return { readModel, ids: ids === 'any' ? [] : [...ids], position };
    });
    waiting = new Map();
    void send(due).catch(onError).finally(rest);
  };

  return {
    add(changes) {
      for (const change of changes) {
        const { readModel } = change;
        const merged = merge(waiting.get(readModel), change);
        // Moved to the end, so that a client with the last message has received all positions before it.
        waiting.delete(readModel);
        waiting.set(readModel, merged);
      }
      if (!isResting) flush();
    },
    [Symbol.dispose]() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

function merge(known: Waiting | undefined, { readModel, ids, position }: Changed): Waiting {
  // A trending change contains the whole list, so only the latest counts.
  const before = known === undefined || readModel === 'trending' ? [] : known.ids;
  if (before === 'any' || ids.length === 0) return { ids: 'any', position };
  const all = new Set([...before, ...ids]);
  return { ids: all.size > namedMost ? 'any' : all, position };
}
