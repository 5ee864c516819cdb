import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { parseEvent, type DomainEvent, type Recorded } from '#contracts/events/index';
import { openEventLog, type EventLog } from '#command-service/event-log/index';
import { openPhotoStore, type PhotoStore } from '#command-service/photo-store/index';
import { openRecordStore } from '#command-service/record-store/index';
import { openReadStore, type ReadStore } from '#projections/read-store/index';

import { chooseServers, copyDatabase, dropServersOf, serversOf } from './servers.ts';

export interface DataFolder extends AsyncDisposable {
  readonly path: string;
  /** Every event in its log, in order. */
  events(): Promise<Recorded[]>;
  /** Its log, seen from outside of the server. */
  openLog(): Promise<EventLog>;
  openReadStore(): Promise<ReadStore>;
  openPhotos(): Promise<PhotoStore>;
  /** Waits until every reaction to what is in the log now, and to what those added, is in the log too. */
  reactionsThrough(): Promise<void>;
}

/** What a server that was closed leaves behind and cannot rebuild. */
const lasting = ['events.db', 'records.db', 'photos'];

/** A fresh folder for a server's data, or one with what lasts of another one's. Disposing of it deletes it. */
export async function createDataFolder(copyOf?: string): Promise<DataFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lightfall-'));
  // A copy's events are where those of the original are.
  if (copyOf === undefined || isOnServers(copyOf)) chooseServers(folder);
  if (copyOf !== undefined) await copy(copyOf, folder);
  return dataFolderAt(folder);
}

/** A data folder whose log is a file in it, whatever servers there are. Disposing of it deletes it. */
export const createEmbeddedFolder = async (): Promise<DataFolder> =>
  dataFolderAt(await mkdtemp(path.join(tmpdir(), 'lightfall-')));

const isOnServers = (folder: string): boolean => Object.keys(serversOf(folder)).length > 0;

async function copy(from: string, to: string): Promise<void> {
  for (const name of lasting) {
    if (!existsSync(path.join(from, name))) continue;
    await cp(path.join(from, name), path.join(to, name), { recursive: true });
  }
  const [source, target] = [serversOf(from).MONGODB_URL, serversOf(to).MONGODB_URL];
  if (source !== undefined && target !== undefined) await copyDatabase(source, target);
  if (serversOf(to).EVENTSTOREDB_URL !== undefined) await copyEvents(from, to);
}

async function copyEvents(from: string, to: string): Promise<void> {
  await using original = await openLogOf(from);
  await using copied = await openLogOf(to);
  for await (const raw of original.readAll()) {
    const { stream, revision, id, type, data, metadata } = parseEvent(raw);
    // What a type and its data are belongs together in an event that was parsed.
    const event = { type, data } as DomainEvent;
    await copied.append(stream, revision === 0n ? 'none' : revision - 1n, [{ id, event, metadata }]);
  }
}

function openLogOf(folder: string): Promise<EventLog> {
  const { EVENTSTOREDB_URL: url, STREAM_PREFIX: streamPrefix = '' } = serversOf(folder);
  return openEventLog({ url, path: path.join(folder, 'events.db'), streamPrefix });
}

/** A folder that is there; disposing of it deletes it. */
export function dataFolderAt(folder: string): DataFolder {
  const openLog = () => openLogOf(folder);
  const { MONGODB_URL: mongo } = serversOf(folder);
  const url = mongo === undefined ? {} : { url: mongo };
  return {
    path: folder,
    openLog,
    openReadStore: () =>
      openReadStore({
        ...url,
        path: path.join(folder, 'read-models.db'),
        warn: (message) => {
          throw new Error(message);
        },
      }),
    openPhotos: () => openPhotoStore({ ...url, folder: path.join(folder, 'photos') }),
    async events() {
      await using log = await openLog();
      const events: Recorded[] = [];
      for await (const raw of log.readAll()) events.push(parseEvent(raw));
      return events;
    },
    async reactionsThrough() {
      await using log = await openLog();
      await using records = await openRecordStore({ ...url, path: path.join(folder, 'records.db') });
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
    async [Symbol.asyncDispose]() {
      await dropServersOf(folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const positionIn = (stored: string): string => (JSON.parse(stored) as { position: string }).position;
