import { randomUUID } from 'node:crypto';

import { StreamNotFoundError } from '@eventstore/db-client';

import { createAppend } from './eventstoredb-appender.ts';
import { type Connection, connect, passing, toUnavailable } from './eventstoredb-connection.ts';
import type { Message } from './eventstoredb-messages.ts';
import { createReader, identityType, positionOf } from './eventstoredb-reader.ts';
import { LogReplaced, subscribe } from './eventstoredb-subscription.ts';
import {
  type Appended,
  type EventLog,
  type ExpectedRevision,
  LogUnavailable,
  type NewEvent,
  WrongExpectedRevision,
} from './port.ts';

export interface EventStoreDbOptions {
  /** Connection string of a node or a cluster, with credentials and TLS: `esdb://user:password@host:2113?tlsCAFile=...`. */
  readonly url: string;
  /** Stored before every stream name; events of other streams are not shown. Default none. */
  readonly streamPrefix?: string;
  /**
   * How long the node may leave a question unanswered before it counts as away, in milliseconds. Default the
   * connection string's `defaultDeadline`, otherwise 5000.
   */
  readonly timeoutMs?: number;
  /** Told whenever a subscription loses the node, with the milliseconds until it tries again. Default nobody. */
  readonly onInterruption?: (error: Error, retryAfter: number) => void;
}

/**
 * Opens the log on an EventStoreDB node or cluster (22.10 or later). The user of the connection string must be
 * allowed to read `$all`.
 * @throws LogUnavailable when it cannot be reached, refuses the user, or the connection string is wrong
 */
export async function openEventStoreDbLog(options: EventStoreDbOptions): Promise<EventLog> {
  const { url, streamPrefix = '', timeoutMs, onInterruption = () => undefined } = options;
  const connection = connect(url, timeoutMs);
  const write = createWrite(connection, streamPrefix);
  const identity = createIdentity(connection, write, streamPrefix);
  try {
    const { id, position } = await identity.obtain();
    const reader = createReader(connection, streamPrefix, position);
    // Reading `$all` takes a permission of its own.
    await reader.head();
    const checkIdentity = async () => {
      const now = await identity.read();
      if (now?.id !== id)
        throw new LogReplaced(`EventStoreDB holds log ${now?.id ?? 'none'} now, it was ${id}`);
    };
    const deps = { connection, reader, streamPrefix, start: position, checkIdentity, onInterruption };
    return {
      id,
      async append(stream, expected, events) {
        if (events.length === 0) throw new RangeError('An append needs at least one event');
        return write(stream, expected, events.map(toMessage));
      },
      readStream: reader.readStream,
      readAll: reader.readAll,
      subscribe: (options) => subscribe(deps, options),
      head: reader.head,
      [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
    };
  } catch (error) {
    await connection[Symbol.asyncDispose]();
    throw error;
  }
}

type Write = (stream: string, expected: ExpectedRevision, messages: readonly Message[]) => Promise<Appended>;

/** Appends any messages, and fails as the port's append does. */
function createWrite({ client, ask }: Connection, streamPrefix: string): Write {
  const append = createAppend(client);

  async function answerTo(stream: string, ...rest: [ExpectedRevision, readonly Message[]]) {
    const answer = await append(streamPrefix + stream, ...rest);
    if (answer.type === 'timeout') throw passing('EventStoreDB has run out of time');
    return answer;
  }

  return async (stream, expected, messages) => {
    try {
      // Repeating is safe: the node knows the events by their ids.
      const answer = await ask(() => answerTo(stream, expected, messages));
      if (answer.type === 'appended') return { revision: answer.revision, position: answer.position };
      if (answer.type === 'conflict') throw new WrongExpectedRevision(stream, answer.actual);
      if (answer.type === 'too-large') throw new RangeError(`An append may have ${answer.most} bytes`);
      throw new LogUnavailable(`EventStoreDB has refused the append: ${answer.why}`);
    } catch (error) {
      if (error instanceof WrongExpectedRevision || error instanceof RangeError) throw error;
      throw toUnavailable(error, 'The event log cannot be written');
    }
  };
}

const toMessage = ({ id, event, metadata }: NewEvent): Message => ({
  id,
  type: event.type,
  data: event.data,
  metadata,
});

interface Identity {
  readonly id: string;
  /** Nothing before it is the log's. */
  readonly position: bigint;
}

const identityStream = 'log-identity';

/** The log's id is that of the one event in a stream of its own, its first. */
function createIdentity(connection: Connection, write: Write, streamPrefix: string) {
  const { client, items } = connection;

  /** Undefined for a log that has no id yet. */
  async function read(): Promise<Identity | undefined> {
    try {
      for await (const { event } of items(() =>
        client.readStream(streamPrefix + identityStream, { maxCount: 1 }),
      )) {
        if (event) return { id: event.id, position: positionOf(event) };
      }
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw toUnavailable(error, 'EventStoreDB cannot be read');
    }
    return undefined;
  }

  /** Of several processes that come to a new log at once, one gives it its id. */
  async function obtain(): Promise<Identity> {
    const existing = await read();
    if (existing) return existing;
    try {
      await write(identityStream, 'none', [{ id: randomUUID(), type: identityType, data: {}, metadata: {} }]);
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
    const identity = await read();
    if (!identity) throw new LogUnavailable('EventStoreDB has lost the id of the log');
    return identity;
  }

  return { read, obtain };
}
