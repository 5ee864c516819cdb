import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  FORWARDS,
  type Position,
  type ReadAllOptions,
  type ReadStreamOptions,
  START,
  StreamNotFoundError,
  type StreamingRead,
} from '@eventstore/db-client';

import type { EventMetadata } from '#contracts/shared/event-metadata';
import type { RecordedEvent } from '#contracts/shared/recorded-event';

import { type Connection, toUnavailable } from './connection.ts';
import { type EventLog, LogUnavailable } from '../port.ts';
import { shareReads } from '../shared-reads.ts';

/** Type of the single event in a log's identity stream. No log shows such an event, whatever its prefix. */
export const identityType = 'log-identity.v1';

/** Events of a stream that a shared read keeps in memory at once: more than most entities have. */
const firstPage = 500;

/** Reads of a log: the events of all streams with its prefix, except system streams. */
export interface Reader {
  readonly readStream: EventLog['readStream'];
  readonly readAll: EventLog['readAll'];
  readonly eventAt: EventLog['eventAt'];
  readonly head: EventLog['head'];
  /** Undefined for an event that does not belong to the log. */
  readonly toEvent: (resolved: AllStreamResolvedEvent) => RecordedEvent | undefined;
}

/** The parts of an event on the node that a log needs. */
interface StoredEvent {
  readonly id: string;
  readonly streamId: string;
  readonly revision: bigint;
  readonly type: string;
  readonly data: unknown;
  readonly metadata?: unknown;
  readonly position?: Position;
}

/** Creates the reads of a log. `start`: a position before its first event. */
export function createReader(connection: Connection, streamPrefix: string, start: bigint): Reader {
  const { client } = connection;
  const isOurs = ({ streamId, type }: StoredEvent) =>
    streamId.startsWith(streamPrefix) && !streamId.startsWith('$') && type !== identityType;

  const toEvent = ({ event }: { readonly event?: StoredEvent }) =>
    event !== undefined && isOurs(event) ? fromStored(event, streamPrefix.length) : undefined;

  const readFirst = shareReads((stream, from) => collect(readPart(stream, { from, limit: firstPage })));

  async function* readStream(stream: string, options?: Parameters<EventLog['readStream']>[1]) {
    const { from = 0n, backwards = false, limit } = options ?? {};
    if (backwards || limit !== undefined) {
      yield* readPart(stream, options ?? {});
      return;
    }
    const first = await readFirst(stream, from);
    yield* first;
    if (first.length === firstPage) yield* readPart(stream, { from: from + BigInt(firstPage) });
  }

  async function* readPart(stream: string, options: NonNullable<Parameters<EventLog['readStream']>[1]>) {
    const { backwards = false, from, limit } = options;
    if (limit === 0) return;
    const request: ReadStreamOptions = {
      direction: backwards ? BACKWARDS : FORWARDS,
      fromRevision: from ?? (backwards ? END : START),
      ...(limit !== undefined && { maxCount: limit }),
    };
    try {
      for await (const { event } of connection.items(() =>
        client.readStream(streamPrefix + stream, request),
      )) {
        if (event) yield fromStored(event, streamPrefix.length);
      }
    } catch (error) {
      if (error instanceof StreamNotFoundError) return;
      throw toUnavailable(error, `Stream ${stream} cannot be read`);
    }
  }

  async function* readAll({ after = 0n, limit = Infinity }: Parameters<EventLog['readAll']>[0] = {}) {
    const to = limit === 0 ? 0n : await head();
    if (to <= after) return;
    const request: ReadAllOptions = { direction: FORWARDS, fromPosition: toPosition(max(after, start)) };
    let left = limit;
    try {
      for await (const resolved of connection.items(() => readNode(request))) {
        const event = toEvent(resolved);
        // A read starts with the event at the position itself.
        if (event === undefined || event.position <= after) continue;
        yield event;
        left -= 1;
        if (left === 0 || event.position >= to) return;
      }
    } catch (error) {
      throw toUnavailable(error, 'The event log cannot be read');
    }
  }

  async function eventAt(position: bigint) {
    if (position < start || position > (await head())) return undefined;
    const request: ReadAllOptions = {
      direction: FORWARDS,
      fromPosition: toPosition(position),
      maxCount: 1,
    };
    try {
      for await (const resolved of connection.items(() => readNode(request))) {
        const event = toEvent(resolved);
        return event?.position === position ? event : undefined;
      }
    } catch (error) {
      throw toUnavailable(error, 'The event log cannot be read');
    }
    return undefined;
  }

  // Does not request link events, which the client's types of `readAll` omit.
  const readNode = (options: ReadAllOptions): StreamingRead<AllStreamResolvedEvent> =>
    client.readAll(options);

  /** How far the node has been searched, and the log's last event up to there. */
  let known = { upTo: start, head: 0n };

  async function head(): Promise<bigint> {
    const { upTo, head } = known;
    try {
      // Nearly always the node's last event belongs to the log, or was already there at the last search.
      const found = (await lookBack(upTo, head, 1)) ?? (await lookBack(upTo, head)) ?? { upTo, head };
      known = found;
      return found.head;
    } catch (error) {
      throw toUnavailable(error, 'The end of the event log cannot be read');
    }
  }

  /** Reads from the node's last event back to `upTo`; undefined when `maxCount` events were not enough. */
  async function lookBack(upTo: bigint, head: bigint, maxCount?: number) {
    const request: ReadAllOptions = { direction: BACKWARDS, fromPosition: END };
    if (maxCount !== undefined) request.maxCount = maxCount;
    let end: bigint | undefined;
    for await (const { event } of connection.items(() => readNode(request))) {
      if (!event) continue;
      const position = event.position.commit;
      end ??= position;
      // Unless the node was reset to an earlier state, its end has only moved forward.
      if (end >= upTo && position <= upTo) return { upTo: end, head };
      if (position <= start) return { upTo: end, head: 0n };
      if (isOurs(event)) return { upTo: end, head: position };
    }
    return undefined;
  }

  return { readStream, readAll, eventAt, head, toEvent };
}

async function collect<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const max = (a: bigint, b: bigint) => (a > b ? a : b);

/** This log's appends give an event a position in which both halves are equal. */
export const toPosition = (position: bigint): Position => ({ commit: position, prepare: position });

/** @throws LogUnavailable when the node is too old to report positions */
export function positionOf({ position }: { readonly position?: Position | undefined }): bigint {
  if (!position) throw new LogUnavailable('EventStoreDB 22.10 or later is needed');
  return position.commit;
}

function fromStored(event: StoredEvent, prefixLength: number): RecordedEvent {
  return {
    id: event.id,
    stream: event.streamId.slice(prefixLength),
    revision: event.revision,
    position: positionOf(event),
    type: event.type,
    data: event.data,
    // Written by this log from an EventMetadata.
    metadata: event.metadata as EventMetadata,
  };
}
