import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { parseEvent, type Recorded } from '#contracts/events/index';
import { openEventLog, type EventLog } from '#command-service/event-log/index';
import { openRecordStore } from '#command-service/record-store/index';

export interface DataFolder extends AsyncDisposable {
  readonly path: string;
  /** Every event in its log, in order. */
  events(): Promise<Recorded[]>;
  /** Its log, seen from outside of the server. */
  openLog(): Promise<EventLog>;
  /** Waits until every reaction to what is in the log now, and to what those added, is in the log too. */
  reactionsThrough(): Promise<void>;
}

/** What a server that was closed leaves behind and cannot rebuild. */
const lasting = ['events.db', 'records.db', 'photos'];

/** A fresh folder for a server's data, or one with what lasts of another one's. Disposing of it deletes it. */
export async function createDataFolder(copyOf?: string): Promise<DataFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lightfall-'));
  if (copyOf !== undefined) {
    for (const name of lasting) {
      await cp(path.join(copyOf, name), path.join(folder, name), { recursive: true });
    }
  }
  return dataFolderAt(folder);
}

/** A folder that is there; disposing of it deletes it. */
export function dataFolderAt(folder: string): DataFolder {
  const openLog = () => openEventLog({ path: path.join(folder, 'events.db'), streamPrefix: '' });
  return {
    path: folder,
    openLog,
    async events() {
      await using log = await openLog();
      const events: Recorded[] = [];
      for await (const raw of log.readAll()) events.push(parseEvent(raw));
      return events;
    },
    async reactionsThrough() {
      await using log = await openLog();
      await using records = await openRecordStore({ path: path.join(folder, 'records.db') });
      const patience = AbortSignal.timeout(20_000);
      for (;;) {
        const head = await log.head();
        const stored = await records.settings.get('reactions');
        const reached = stored === undefined ? 0n : BigInt(positionIn(stored));
        if (reached >= head && (await log.head()) === head) return;
        patience.throwIfAborted();
        await delay(5);
      }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

const positionIn = (stored: string): string => (JSON.parse(stored) as { position: string }).position;
