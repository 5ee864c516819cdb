import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { parseEvent, type DomainEvent, type Recorded } from '#contracts/events';
import { openEventLog, type EventLog } from '#platform/event-log/index';
import { recordLogIdentity } from '#platform/log-integrity/open-verified-log';
import { openPhotoStore, type PhotoStore } from '#platform/photo-store/index';
import { openRecordStore } from '#platform/record-store/index';
import { openReadStore, type ReadStore } from '#platform/read-store/index';

import { chooseServers, copyDatabase, dropServersOf, serversOf } from './servers.ts';

export interface DataFolder extends AsyncDisposable {
  readonly path: string;
  /** Every event in its log, in order. */
  events(): Promise<Recorded[]>;
  /** The folder's log, opened from outside the server. */
  openLog(): Promise<EventLog>;
  openReadStore(): Promise<ReadStore>;
  openPhotos(): Promise<PhotoStore>;
}

/** The files of a stopped server that cannot be rebuilt. */
const lasting = ['events.db', 'records.db', 'photos'];

/** A new folder for a server's data, or a copy of another one's lasting files. Disposing of it deletes it. */
export async function createDataFolder(copyOf?: string): Promise<DataFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lightfall-'));
  // A copy uses servers only if the original does.
  if (copyOf === undefined || isOnServers(copyOf)) chooseServers(folder);
  if (copyOf !== undefined) await copy(copyOf, folder);
  return dataFolderAt(folder);
}

/** A data folder whose log is a file in it, whatever servers are configured. Disposing of it deletes it. */
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
    // The cast: a parsed event's type and data match.
    const event = { type, data } as DomainEvent;
    await copied.append(stream, revision === 0n ? 'none' : revision - 1n, [{ id, event, metadata }]);
  }
  // The copied records and photos belong to the copied log.
  const { MONGODB_URL: url } = serversOf(to);
  await using records = await openRecordStore({ url, path: path.join(to, 'records.db') });
  await using photos = await openPhotoStore({ url, folder: path.join(to, 'photos') });
  await recordLogIdentity({ log: copied, records, photos });
}

function openLogOf(folder: string): Promise<EventLog> {
  const { EVENTSTOREDB_URL: url, STREAM_PREFIX: streamPrefix = '' } = serversOf(folder);
  return openEventLog({ url, path: path.join(folder, 'events.db'), streamPrefix });
}

/** An existing folder; disposing of it deletes it. */
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
    async [Symbol.asyncDispose]() {
      await dropServersOf(folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
