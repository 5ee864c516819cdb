import { randomUUID } from 'node:crypto';

import {
  type AppendResult,
  type JSONEventData,
  MaxAppendSizeExceededError,
  NO_STREAM,
  StreamNotFoundError,
  WrongExpectedVersionError,
  jsonEvent,
} from '@eventstore/db-client';

import { type Connection, connect, toUnavailable } from './eventstoredb-connection.ts';
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
  /** How long the node may leave a question unanswered before it counts as away, in milliseconds. Default 5000. */
  readonly timeoutMs?: number;
  /** Told whenever a subscription loses the node, with the milliseconds until it tries again. Default nobody. */
  readonly onInterruption?: (error: Error, retryAfter: number) => void;
}

/**
 * Opens the log on an EventStoreDB node or cluster (22.10 or later). The user of the connection string must be
 * allowed to read `$all`.
 * @throws LogUnavailable when it cannot be reached, or refuses the user
 * @throws Error when the connection string is malformed
 */
export async function openEventStoreDbLog(options: EventStoreDbOptions): Promise<EventLog> {
  const { url, streamPrefix = '', timeoutMs = 5000, onInterruption = () => undefined } = options;
  const connection = connect(url, timeoutMs);
  const identity = createIdentity(connection, streamPrefix);
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
      append: (stream, expected, events) => append(connection, streamPrefix, stream, expected, events),
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

async function append(
  connection: Connection,
  streamPrefix: string,
  stream: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
): Promise<Appended> {
  if (events.length === 0) throw new RangeError('An append needs at least one event');
  try {
    return toAppended(await write(connection, streamPrefix + stream, expected, events.map(toEventData)));
  } catch (error) {
    if (error instanceof WrongExpectedVersionError) {
      throw new WrongExpectedRevision(stream, toRevision(error.actualVersion));
    }
    if (error instanceof MaxAppendSizeExceededError) {
      throw new RangeError(`The append to ${stream} is larger than the node takes`, { cause: error });
    }
    throw toUnavailable(error, 'The event log cannot be written');
  }
}

function write(
  { client, ask, timeoutMs }: Connection,
  stream: string,
  expected: ExpectedRevision,
  events: JSONEventData[],
): Promise<AppendResult> {
  const expectedRevision = expected === 'none' ? NO_STREAM : expected;
  // Repeating is safe: the node knows the events by their ids.
  return ask(() => client.appendToStream(stream, events, { expectedRevision, deadline: timeoutMs }));
}

function toAppended({ nextExpectedRevision, position }: AppendResult): Appended {
  if (!position) throw new LogUnavailable('EventStoreDB has given no position');
  return { revision: nextExpectedRevision, position: position.commit };
}

const toRevision = (version: bigint | string): ExpectedRevision =>
  typeof version === 'bigint' ? version : 'none';

const toEventData = ({ id, event, metadata }: NewEvent): JSONEventData =>
  jsonEvent({ id, type: event.type, data: { ...event.data }, metadata: { ...metadata } });

interface Identity {
  readonly id: string;
  /** Nothing before it is the log's. */
  readonly position: bigint;
}

/** The log's id is that of the one event in a stream of its own, its first. */
function createIdentity(connection: Connection, streamPrefix: string) {
  const { client, items } = connection;
  const stream = `${streamPrefix}log-identity`;

  /** Undefined for a log that has no id yet. */
  async function read(): Promise<Identity | undefined> {
    try {
      for await (const { event } of items(() => client.readStream(stream, { maxCount: 1 }))) {
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
      await write(connection, stream, 'none', [
        jsonEvent({ id: randomUUID(), type: identityType, data: {} }),
      ]);
    } catch (error) {
      if (!(error instanceof WrongExpectedVersionError)) {
        throw toUnavailable(error, 'EventStoreDB cannot be written');
      }
    }
    const identity = await read();
    if (!identity) throw new LogUnavailable('EventStoreDB has lost the id of the log');
    return identity;
  }

  return { read, obtain };
}
