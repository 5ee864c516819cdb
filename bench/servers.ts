import { randomUUID } from 'node:crypto';
import path from 'node:path';

import { MongoClient } from 'mongodb';

import { openEventLog, type EventLog } from '#platform/event-log/index';
import { openReadStore, type ReadStore } from '#platform/read-store/index';

/** An event log and a read store to measure, with their names in the table. */
export interface Pair {
  readonly log: string;
  readonly readStore: string;
  /** The URL of EventStoreDB; undefined for the embedded log. */
  readonly eventStoreDbUrl: string | undefined;
  /** Opens the log in a folder or, on EventStoreDB, with the folder's name as prefix; no other log uses it. */
  readonly openLog: (folder: string) => Promise<EventLog>;
  /** Opens new, empty read models. */
  readonly openReadStore: (folder: string) => Promise<ReadStore>;
}

export interface Servers extends AsyncDisposable {
  readonly embedded: Pair;
  /** The pair that EVENTSTOREDB_URL and MONGODB_URL configure; undefined without either. */
  readonly configured: Pair | undefined;
}

/** Disposing of it drops what the benchmark created on MongoDB; streams on EventStoreDB stay. */
export async function findServers(environment: NodeJS.ProcessEnv): Promise<Servers> {
  const eventStoreDbUrl = environment['EVENTSTOREDB_URL'] || undefined;
  const mongoDbUrl = environment['MONGODB_URL'] || undefined;
  const embedded = pairOf(undefined, undefined);
  const none = { embedded, configured: undefined, [Symbol.asyncDispose]: async () => undefined };
  if (eventStoreDbUrl === undefined && mongoDbUrl === undefined) return none;
  const mongoDb = mongoDbUrl === undefined ? undefined : await findMongoDb(mongoDbUrl);
  return {
    embedded,
    configured: pairOf(eventStoreDbUrl, mongoDb),
    [Symbol.asyncDispose]: async () => mongoDb?.[Symbol.asyncDispose](),
  };
}

function pairOf(eventStoreDbUrl: string | undefined, mongoDb: MongoDb | undefined): Pair {
  return {
    log: eventStoreDbUrl === undefined ? 'embedded' : 'EventStoreDB',
    readStore: mongoDb?.name ?? 'embedded',
    eventStoreDbUrl,
    openLog: (folder) =>
      openEventLog({
        url: eventStoreDbUrl,
        path: path.join(folder, 'events.db'),
        streamPrefix: eventStoreDbUrl === undefined ? '' : `${path.basename(folder)}-`,
      }),
    openReadStore: (folder) =>
      openReadStore({
        ...(mongoDb && { url: mongoDb.freshUrl() }),
        path: path.join(folder, 'read-models.db'),
        warn: (message) => void process.stderr.write(`${message}\n`),
      }),
  };
}

interface MongoDb extends AsyncDisposable {
  readonly name: string;
  /** The URL of a new database. */
  freshUrl(): string;
}

async function findMongoDb(url: string): Promise<MongoDb> {
  const client = await MongoClient.connect(url, { serverSelectionTimeoutMS: 3000 });
  const { version, gitVersion } = await client.db('admin').command({ buildInfo: 1 });
  const databases: string[] = [];
  return {
    // Only MongoDB itself reports the commit that it was built from.
    name: gitVersion === undefined ? 'a MongoDB stand-in' : `MongoDB ${String(version)}`,
    freshUrl() {
      const database = `lightfall-bench-${randomUUID()}`;
      databases.push(database);
      return withDatabase(url, database);
    },
    async [Symbol.asyncDispose]() {
      for (const database of databases) await client.db(database).dropDatabase();
      await client.close();
    },
  };
}

/** The same connection string with another database; the user is still looked up in the original one. */
function withDatabase(url: string, database: string): string {
  const [, start = '', before = '', query = '?'] = /^(\w[\w+]*:\/\/[^/?]+)\/?([^?]*)(\?.*)?$/.exec(url) ?? [];
  const signsIn = start.includes('@') && !/[?&]authSource=/i.test(query);
  return `${start}/${database}${query}${signsIn ? `&authSource=${before || 'admin'}` : ''}`;
}
