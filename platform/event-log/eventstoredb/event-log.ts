import { randomUUID } from 'node:crypto';

import { StreamNotFoundError } from '@eventstore/db-client';

import { type ChainPoint, chainOf, pointsOf } from '../chain.ts';
import { createAppend } from './appender.ts';
import { type Connection, connect, passing, toUnavailable } from './connection.ts';
import type { Message } from './messages.ts';
import { createReader, identityType, positionOf } from './reader.ts';
import { LogReplaced, subscribe } from './subscription.ts';
import {
  type Appended,
  type EventLog,
  type ExpectedRevision,
  LogMissing,
  type LogSummary,
  LogUnavailable,
  type NewEvent,
  WrongExpectedRevision,
} from '../port.ts';

export interface EventStoreDbOptions {
  /** Connection string of a node or a cluster, with credentials and TLS: `esdb://user:password@host:2113?tlsCAFile=...`. */
  readonly url: string;
  /** Prepended to every stream name; events of other streams are not shown. Default: none. */
  readonly streamPrefix?: string;
  /**
   * How long the node may leave a request unanswered before it counts as unavailable, in milliseconds. Default: the
   * connection string's `defaultDeadline`, otherwise 5000.
   */
  readonly timeoutMs?: number;
  /** The id for a newly created log; null: create no log. Default: a random id. */
  readonly newId?: string | null | undefined;
  /** Called whenever a subscription loses the node, with the milliseconds until the next attempt. Default: none. */
  readonly onInterruption?: (error: Error, retryAfter: number) => void;
}

/**
 * Opens the log on an EventStoreDB node or cluster (22.10 or later). The user of the connection string must be
 * allowed to read `$all`.
 * @throws LogUnavailable when it cannot be reached, refuses the user, or the connection string is wrong
 * @throws LogMissing when there is no log and `newId` is null
 */
export async function openEventStoreDbLog(options: EventStoreDbOptions): Promise<EventLog> {
  const {
    url,
    streamPrefix = '',
    timeoutMs,
    newId = randomUUID(),
    onInterruption = () => undefined,
  } = options;
  const connection = connect(url, timeoutMs);
  const write = createWrite(connection, streamPrefix);
  const identity = createIdentity(connection, write, streamPrefix);
  try {
    const { id, position } = await identity.obtain(newId);
    const reader = createReader(connection, streamPrefix, position);
    // Reading `$all` needs a separate permission, which is checked here.
    await reader.head();
    const checkIdentity = async () => {
      const now = await identity.read();
      if (now?.id !== id)
        throw new LogReplaced(`EventStoreDB holds log ${now?.id ?? 'none'} now, it was ${id}`);
    };
    const links = (after: ChainPoint) => chainOf(reader.readAll({ after: after.position }), after);
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
      links,
      points: (after) => pointsOf(links(after)),
      [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
    };
  } catch (error) {
    await connection[Symbol.asyncDispose]();
    throw error;
  }
}

type Write = (stream: string, expected: ExpectedRevision, messages: readonly Message[]) => Promise<Appended>;

/** Appends messages of any type; throws what the port's append throws. */
function createWrite({ client, ask }: Connection, streamPrefix: string): Write {
  const append = createAppend(client);

  async function answerTo(stream: string, ...rest: [ExpectedRevision, readonly Message[]]) {
    const answer = await append(streamPrefix + stream, ...rest);
    if (answer.type === 'timeout') throw passing('EventStoreDB has run out of time');
    return answer;
  }

  return async (stream, expected, messages) => {
    try {
      // Repeating is safe: the node recognises the events by their ids.
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

interface NodeOptions {
  readonly url: string;
  readonly streamPrefix: string;
}

/** @throws LogUnavailable in the same cases as opening the log */
export async function inspectEventStoreDbLog({
  url,
  streamPrefix,
}: NodeOptions): Promise<LogSummary | undefined> {
  await using connection = connect(url, undefined);
  const identity = await createIdentity(
    connection,
    createWrite(connection, streamPrefix),
    streamPrefix,
  ).read();
  if (identity === undefined) return undefined;
  return { id: identity.id, end: await createReader(connection, streamPrefix, identity.position).head() };
}

/** @throws LogUnavailable in the same cases as opening the log */
export async function renewEventStoreDbId({ url, streamPrefix }: NodeOptions): Promise<void> {
  await using connection = connect(url, undefined);
  await createIdentity(connection, createWrite(connection, streamPrefix), streamPrefix).renew(randomUUID());
}

interface Identity {
  readonly id: string;
  /** No event before this position belongs to the log. */
  readonly position: bigint;
  /** Revision of the identity event in its own stream. */
  readonly revision: bigint;
}

const identityStream = 'log-identity';

/** The log's id is that of the last event in a separate stream. Nearly always this stream has only one event. */
function createIdentity(connection: Connection, write: Write, streamPrefix: string) {
  const { client, items } = connection;

  /** Undefined for a log that has no id yet. */
  async function read(): Promise<Identity | undefined> {
    let first: bigint | undefined;
    let identity: Identity | undefined;
    try {
      for await (const { event } of items(() => client.readStream(streamPrefix + identityStream))) {
        if (!event) continue;
        first ??= positionOf(event);
        identity = { id: event.id, position: first, revision: event.revision };
      }
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw toUnavailable(error, 'EventStoreDB cannot be read');
    }
    return identity;
  }

  const say = (id: string, expected: ExpectedRevision) =>
    write(identityStream, expected, [{ id, type: identityType, data: {}, metadata: {} }]);

  /** If several processes open a new log at once, one of them gives it its id. */
  async function obtain(newId: string | null): Promise<Identity> {
    const existing = await read();
    if (existing) return existing;
    if (newId === null) throw new LogMissing('There is no event log on EventStoreDB');
    try {
      await say(newId, 'none');
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
    const identity = await read();
    if (!identity) throw new LogUnavailable('EventStoreDB has lost the id of the log');
    return identity;
  }

  async function renew(newId: string): Promise<void> {
    await say(newId, (await read())?.revision ?? 'none');
  }

  return { read, obtain, renew };
}
