import { randomUUID } from 'node:crypto';

import {
  type EventData,
  MaxAppendSizeExceededError,
  StreamNotFoundError,
  WrongExpectedVersionError,
  jsonEvent,
} from '@eventstore/db-client';

import { type ChainPoint, type Link, chainOf, contentOf } from '../chain.ts';
import { type Appender, createAppender } from './appender.ts';
import { type Connection, connect, toUnavailable } from './connection.ts';
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
  /**
   * Connection string of a node or a cluster, with credentials and TLS: `esdb://user:password@host:2113?tlsCAFile=...`.
   */
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
  const appender = createAppender(url, connection.timeoutMs);
  const write = createWrite(appender, streamPrefix);
  const close = async () => {
    await appender[Symbol.asyncDispose]();
    await connection[Symbol.asyncDispose]();
  };
  try {
    const { id, position } = await obtainIdentity(connection, streamPrefix, { write, newId });
    const reader = createReader(connection, streamPrefix, position);
    // Reading `$all` needs a separate permission, which is checked here.
    await reader.head();
    const checkIdentity = async () => {
      const now = await readIdentity(connection, streamPrefix);
      if (now?.id !== id)
        throw new LogReplaced(`EventStoreDB holds log ${now?.id ?? 'none'} now, it was ${id}`);
    };
    const links = (after: ChainPoint) => chainOf(reader.readAll({ after: after.position }), after);
    const deps = { connection, reader, streamPrefix, start: position, checkIdentity, onInterruption };
    return {
      id,
      async append(stream, expected, events) {
        if (events.length === 0) throw new RangeError('An append needs at least one event');
        return write(stream, expected, events.map(toEvent));
      },
      readStream: reader.readStream,
      readAll: reader.readAll,
      eventAt: reader.eventAt,
      subscribe: (options) => subscribe(deps, options),
      head: reader.head,
      links,
      hashes: (after) => hashesOf(links(after)),
      contentOf,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type Write = (stream: string, expected: ExpectedRevision, events: readonly EventData[]) => Promise<Appended>;

/** Appends events of any type; throws what the port's append throws. */
function createWrite({ append }: Appender, streamPrefix: string): Write {
  return async (stream, expected, events) => {
    try {
      // The client's errors are thrown; `success` is false only if its settings say otherwise, which `createClient`
      // refuses.
      const { nextExpectedRevision, position } = await append(streamPrefix + stream, expected, events);
      return { revision: nextExpectedRevision, position: positionOf({ position }) };
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) {
        const { actualVersion } = error;
        throw new WrongExpectedRevision(stream, typeof actualVersion === 'bigint' ? actualVersion : 'none');
      }
      if (error instanceof MaxAppendSizeExceededError)
        throw new RangeError(`An append may have ${error.maxAppendSize} bytes`, { cause: error });
      throw toUnavailable(error, 'The event log cannot be written');
    }
  };
}

async function* hashesOf(links: AsyncIterable<Link>): AsyncGenerator<ChainPoint> {
  for await (const { events, position, hash } of links) yield { events, position, hash };
}

const toEvent = ({ id, event: { type, data }, metadata }: NewEvent): EventData =>
  jsonEvent({ id, type, data: { ...data }, metadata: { ...metadata } });

interface NodeOptions {
  readonly url: string;
  readonly streamPrefix: string;
}

/** @throws LogUnavailable in the same cases as opening the log */
export async function inspectEventStoreDbLog({
  url,
  streamPrefix,
}: NodeOptions): Promise<LogSummary | undefined> {
  await using connection = connect(url);
  const identity = await readIdentity(connection, streamPrefix);
  if (identity === undefined) return undefined;
  return { id: identity.id, end: await createReader(connection, streamPrefix, identity.position).head() };
}

/** @throws LogUnavailable in the same cases as opening the log */
export async function renewEventStoreDbId({ url, streamPrefix }: NodeOptions): Promise<void> {
  await using connection = connect(url);
  await using appender = createAppender(url, connection.timeoutMs);
  const identity = await readIdentity(connection, streamPrefix);
  await sayIdentity(createWrite(appender, streamPrefix), randomUUID(), identity?.revision ?? 'none');
}

interface Identity {
  readonly id: string;
  /** No event before this position belongs to the log. */
  readonly position: bigint;
  /** Revision of the identity event in its own stream. */
  readonly revision: bigint;
}

const identityStream = 'log-identity';

/**
 * The log's id is that of the last event in a separate stream. Nearly always this stream has only one event. Undefined
 * for a log that has no id yet.
 */
async function readIdentity(
  { client, items }: Connection,
  streamPrefix: string,
): Promise<Identity | undefined> {
  let first: bigint | undefined;
  let identity: Identity | undefined;
  try {
    for await (const { event } of items(() => client.readStream(streamPrefix + identityStream))) {
      if (!event) continue;
      first ??= positionOf(event);
      identity = { id: event.id, position: first, revision: event.revision };
    }
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw toUnavailable(error, 'The event log cannot be read');
  }
  return identity;
}

const sayIdentity = (write: Write, id: string, expected: ExpectedRevision) =>
  write(identityStream, expected, [jsonEvent({ id, type: identityType, data: {}, metadata: {} })]);

/** If several processes open a new log at once, one of them gives it its id. */
async function obtainIdentity(
  connection: Connection,
  streamPrefix: string,
  { write, newId }: { readonly write: Write; readonly newId: string | null },
): Promise<Identity> {
  const existing = await readIdentity(connection, streamPrefix);
  if (existing) return existing;
  if (newId === null) throw new LogMissing('There is no event log on EventStoreDB');
  try {
    await sayIdentity(write, newId, 'none');
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
  }
  const identity = await readIdentity(connection, streamPrefix);
  if (!identity) throw new LogUnavailable('EventStoreDB has lost the id of the log');
  return identity;
}
