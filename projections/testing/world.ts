import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parseEvent, type DomainEvent } from '#contracts/events';
import type { EventMetadata } from '#contracts/shared/event-metadata';
import type { ParseEvent, RecordedEvent } from '#contracts/shared/recorded-event';
import { openEventLog, type EventLog } from '#platform/event-log/index';

import { openReadStore, type ReadStore } from '#platform/read-store/index';
import type { Logger } from '#platform/projections/runner';
import { idOf, streamOfEvent } from './events.ts';

/** Metadata that differs from the default: actor, time, cascade. */
type EventOverrides = Partial<EventMetadata> & { readonly id?: string };

/** An event with default metadata, or with overrides. */
export type GivenEvent = DomainEvent | readonly [DomainEvent, EventOverrides];
export type AppendEvents = (...events: readonly GivenEvent[]) => Promise<string[]>;

export interface World extends AsyncDisposable {
  readonly folder: string;
  readonly log: EventLog;
  readonly parse: ParseEvent;
  readonly store: ReadStore;
  /** Appends events one after the other, each to its own stream, and returns their ids. */
  readonly append: AppendEvents;
}

/** An embedded log and read store in their own folder: empty, or those of a folder whose stores are closed. */
export async function createWorld(copyOf?: string): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'projections-'));
  if (copyOf !== undefined) {
    const copy = () => cp(copyOf, folder, { recursive: true });
    // An empty write-ahead log is removed when its closed connection is garbage-collected, perhaps during the copy.
    await copy().catch(copy);
  }
  const log = await openEventLog({ path: join(folder, 'events.db'), streamPrefix: '' });
  const past: RecordedEvent[] = [];
  for await (const event of log.readAll()) past.push(event);
  const store = await openReadStore({ path: join(folder, 'read-models.db'), warn: () => undefined });
  return {
    folder,
    log,
    parse: parseEvent,
    store,
    append: createAppending(log, past),
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await log[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A folder that `createWorld` copies, with the stores as `fill` leaves them. Disposing of it deletes it. */
export async function createTemplate(
  fill: (world: World) => Promise<void>,
): Promise<{ readonly folder: string } & AsyncDisposable> {
  const world = await createWorld();
  await fill(world);
  const { folder, store, log } = world;
  await store[Symbol.asyncDispose]();
  await log[Symbol.asyncDispose]();
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Appends events with ids and times that depend only on their order, so that logs with the same events are equal.
 * `past`: the events that the log already holds.
 */
export function createAppending(log: EventLog, past: readonly RecordedEvent[] = []): AppendEvents {
  const revisions = new Map(past.map(({ stream, revision }) => [stream, revision]));
  let count = past.length;
  return async (...events) => {
    const ids: string[] = [];
    for (const history of events) {
      const [event, circumstances] = 'type' in history ? [history, {}] : history;
      const { id = idOf(`event ${count}`), ...metadata } = circumstances;
      const stream = streamOfEvent(event);
      const expected = revisions.get(stream) ?? 'none';
      const { revision } = await log.append(stream, expected, [
        { id, event, metadata: { ...metadataAt(count), ...metadata } },
      ]);
      revisions.set(stream, revision);
      ids.push(id);
      count += 1;
    }
    return ids;
  };
}

export const metadataAt = (count: number): EventMetadata => ({
  time: timeAt(count),
  actor: 'ann',
  correlationId: `request-${count}`,
  causationId: `command-${count}`,
});

/** The time of an event: each is a minute later than the previous one. */
export const timeAt = (count: number): string =>
  new Date(Date.UTC(2026, 0, 1) + count * 60_000).toISOString();

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** A logger that keeps its lines. */
export function createRecordingLogger(): Logger & { readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = [];
  const at = (level: LogLine['level']) => (fields: object, message: string) => {
    lines.push({ level, fields: { ...fields }, message });
  };
  return { lines, info: at('info'), warn: at('warn'), error: at('error') };
}
