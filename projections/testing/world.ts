import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { DomainEvent, EventMetadata } from '#contracts/events/index';
import { openEventLog, type EventLog } from '#command-service/event-log/index';

import { openReadStore, type ReadStore } from '../read-store/index.ts';
import type { Logger } from '../runner.ts';
import { idOf, streamOfEvent } from './events.ts';

/** Beside the event itself: who did it, when, in which cascade. */
export type Circumstances = Partial<EventMetadata> & { readonly id?: string };

/** An event that happened in the ordinary way, or in its own. */
export type Told = DomainEvent | readonly [DomainEvent, Circumstances];
export type Happened = (...events: readonly Told[]) => Promise<string[]>;

export interface World extends AsyncDisposable {
  readonly folder: string;
  readonly log: EventLog;
  readonly store: ReadStore;
  /** Appends events one after the other, each to its own stream, and returns their ids. */
  readonly happened: Happened;
}

/** An empty embedded log and read store in a folder of their own. */
export async function createWorld(): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'projections-'));
  const log = await openEventLog({ path: join(folder, 'events.db'), streamPrefix: '' });
  const store = await openReadStore({ path: join(folder, 'read-models.db'), warn: () => undefined });
  return {
    folder,
    log,
    store,
    happened: createAppending(log),
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await log[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Appends with ids and times that follow from the order alone: told the same, two logs hold the same. */
export function createAppending(log: EventLog): Happened {
  const revisions = new Map<string, bigint>();
  let count = 0;
  return async (...events) => {
    const ids: string[] = [];
    for (const told of events) {
      const [event, circumstances] = 'type' in told ? [told, {}] : told;
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

/** A minute between one event and the next. */
export const timeAt = (count: number): string =>
  new Date(Date.UTC(2026, 0, 1) + count * 60_000).toISOString();

export interface Said {
  readonly level: 'info' | 'warn' | 'error';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** Keeps what was said. */
export function createListener(): Logger & { readonly said: readonly Said[] } {
  const said: Said[] = [];
  const at = (level: Said['level']) => (fields: object, message: string) => {
    said.push({ level, fields: { ...fields }, message });
  };
  return { said, info: at('info'), warn: at('warn'), error: at('error') };
}
