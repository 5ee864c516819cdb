import { setImmediate as nextTurn } from 'node:timers/promises';

import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  streamNameFilter,
} from '@eventstore/db-client';

import { asError } from '#contracts/shared/as-error';
import type { RecordedEvent } from '#contracts/shared/recorded-event';

import { type Connection, interrupt, itemsIn, leave } from './connection.ts';
import { type Reader, toPosition } from './reader.ts';
import { isAborted, pause } from '../../concurrency/waiting.ts';
import { type CaughtUp, type EventLog, LogUnavailable, caughtUp } from '../port.ts';

const shortestDelay = 50; // milliseconds
const longestDelay = 2000;

export interface SubscriberDeps {
  readonly connection: Connection;
  readonly reader: Reader;
  readonly streamPrefix: string;
  /** A position before the log's first event. */
  readonly start: bigint;
  /** @throws Error when the node now holds another log */
  readonly checkIdentity: () => Promise<void>;
  /** Called at every lost connection, with the milliseconds until the next attempt. */
  readonly onInterruption: (error: Error, retryAfter: number) => void;
}

/** Thrown when the subscription must not resume: the node now holds another log. */
export class LogReplaced extends LogUnavailable {}

/** Implements the port's subscription. After a lost connection it resumes after the last delivered event. */
export async function* subscribe(
  deps: SubscriberDeps,
  { after, signal }: Parameters<EventLog['subscribe']>[0],
): AsyncGenerator<RecordedEvent | CaughtUp, void, undefined> {
  const { closing } = deps.connection;
  const ended = AbortSignal.any([signal, closing]);
  const cursor = { position: after, isReported: false };
  let wait = shortestDelay;
  let again = false;
  while (!ended.aborted) {
    try {
      if (again) await unlessAborted(deps.checkIdentity(), ended);
      for await (const item of follow(deps, cursor, ended)) {
        wait = shortestDelay;
        yield item;
        if (signal.aborted) return;
      }
      throw new LogUnavailable('EventStoreDB has ended the subscription');
    } catch (error) {
      if (isAborted(ended)) break;
      if (error instanceof LogReplaced) throw error;
      deps.onInterruption(asError(error), wait);
    }
    again = true;
    await pause(wait, ended);
    wait = Math.min(wait * 2, longestDelay);
  }
  if (closing.aborted && !signal.aborted) throw new LogUnavailable('The event log is closed');
}

interface Cursor {
  /** Position of the last delivered event. */
  position: bigint;
  /** Whether `caughtUp` was delivered after that event. */
  isReported: boolean;
}

async function* follow(
  { connection, reader, streamPrefix, start }: SubscriberDeps,
  cursor: Cursor,
  ended: AbortSignal,
) {
  const stream = open(connection, streamPrefix, cursor.position > start ? cursor.position : start);
  const stop = () => interrupt(stream, new LogUnavailable('The subscription has ended'));
  ended.addEventListener('abort', stop, { once: true });
  const items = itemsIn<AllStreamResolvedEvent>(stream);
  // The node's messages do not show where the log ends, so it is queried, once per pause.
  let head = cursor.position;
  let queries = 0;
  /** Whether the head was queried after everything up to an earlier head had been delivered. */
  let isRecent = false;
  const hasCaughtUp = async () => {
    if (cursor.isReported || cursor.position < head) return false;
    if (!isRecent) {
      if (!(await isDrained(stream))) return false;
      head = await unlessAborted(reader.head(), ended);
      queries += 1;
      // A recent head is not queried again when it is reached. Otherwise a log that grows all the time would never be
      // caught up.
      isRecent = queries > 1;
      if (cursor.position < head) return false;
    }
    isRecent = false;
    return true;
  };
  try {
    while (!ended.aborted) {
      if (await hasCaughtUp()) {
        cursor.isReported = true;
        yield caughtUp;
        continue;
      }
      const next = await items.next();
      if (next.done === true) return;
      const event = reader.toEvent(next.value);
      if (event === undefined || event.position <= cursor.position) continue;
      cursor.position = event.position;
      cursor.isReported = false;
      yield event;
    }
  } finally {
    ended.removeEventListener('abort', stop);
    leave(stream, () => stream.unsubscribe());
  }
}

/** A slow consumer slows the node down: when the stream stops reading, the connection's flow control stops the node. */
function open({ client }: Connection, streamPrefix: string, after: bigint): AllStreamSubscription {
  return client.subscribeToAll({
    fromPosition: toPosition(after),
    // Without a prefix, all streams except system streams.
    filter:
      streamPrefix === ''
        ? streamNameFilter({ regex: '^[^$]' })
        : streamNameFilter({ prefixes: [streamPrefix] }),
  });
}

async function isDrained(stream: AllStreamSubscription): Promise<boolean> {
  if (stream.readableLength > 0) return false;
  // Lets data that has arrived be handled first.
  await nextTurn();
  return stream.readableLength === 0;
}

/** @throws the signal's reason as soon as it is aborted; the promise is then ignored */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  promise.catch(() => undefined);
  signal.throwIfAborted();
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new LogUnavailable('The subscription has ended'));
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
