import path from 'node:path';

import { type EventLog, openEventLog } from '#platform/event-log/index';
import { openReadStore, type ReadStore } from '#platform/read-store/index';

import type { Closers } from '#platform/concurrency/closers';
import type { StoresConfig } from './config.ts';

export type EmbeddedConfig = Pick<StoresConfig, 'dataDir' | 'streamPrefix'>;

/**
 * Opens the embedded log and read models again, for a second thread of a process that already has both open.
 * @throws a store's own error if it cannot be opened
 */
export async function openProjectionStores(
  { dataDir, streamPrefix }: EmbeddedConfig,
  closers: Closers,
  events: { readonly warn: (message: string) => void; readonly onDamage: () => void },
): Promise<{ readonly log: EventLog; readonly store: ReadStore }> {
  const within = (name: string) => path.resolve(dataDir, name);
  const place = { path: within('events.db'), streamPrefix };
  const log = closers.add(await openEventLog({ ...place, newId: null, mostlyReads: true }));
  const store = closers.add(
    await openReadStore({ path: within('read-models.db'), isOpenAlready: true, ...events }),
  );
  return { log, store };
}
