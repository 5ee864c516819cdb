import { randomUUID } from 'node:crypto';
import path from 'node:path';

import { MongoClient } from 'mongodb';

import { openEventLog, type EventLog } from '#command-service/event-log/index';
import { openReadStore, type ReadStore } from '#projections/read-store/index';

/** An event log and a read store to measure, by the names that a table shows. */
export interface Pair {
  readonly log: string;
  readonly readStore: string;
  /** Of EventStoreDB; undefined for the embedded log. */
  readonly eventStoreDbUrl: string | undefined;
  /** The log in a folder or, on the node, the one of the folder's name: nobody else has it. */
  readonly openLog: (folder: string) => Promise<EventLog>;
  /** Read models that nobody has used before. */
  readonly openReadStore: (folder: string) => Promise<ReadStore>;
}

export interface Servers extends AsyncDisposable {
  readonly embedded: Pair;
  /** With what EVENTSTOREDB_URL and MONGODB_URL name; undefined without either. */
  readonly configured: Pair | undefined;
}

/** Whatever the benchmark made on MongoDB is dropped when this is disposed of; streams stay on EventStoreDB. */
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
  /** Of a database that is not there yet. */
  freshUrl(): string;
}

async function findMongoDb(url: string): Promise<MongoDb> {
  const client = await MongoClient.connect(url, { serverSelectionTimeoutMS: 3000 });
  const { version, gitVersion } = await client.db('admin').command({ buildInfo: 1 });
  const databases: string[] = [];
  return {
    // What only speaks the protocol was built from no commit of MongoDB's.
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

/** The same connection string with another database; who signs in is still looked up where it was. */
function withDatabase(url: string, database: string): string {
  const [, start = '', before = '', query = '?'] = /^(\w[\w+]*:\/\/[^/?]+)\/?([^?]*)(\?.*)?$/.exec(url) ?? [];
  const signsIn = start.includes('@') && !/[?&]authSource=/i.test(query);
  return `${start}/${database}${query}${signsIn ? `&authSource=${before || 'admin'}` : ''}`;
}
