import { randomBytes } from 'node:crypto';

import { MongoClient, type Db } from 'mongodb';

import { startMongoTestServer, type MongoTestServer, type MongoTestServerOptions } from './server.ts';

export interface TestDatabase extends AsyncDisposable {
  /** The URL of a database of its own, which is dropped at the end. */
  readonly url: string;
  /** For reading and changing data without the store. */
  readonly raw: Db;
}

const options = 'serverSelectionTimeoutMS=2000';

const clientOf = (server: string) => new MongoClient(optionsOf(server).href, { useBigInt64: true });

function optionsOf(server: string): URL {
  const url = new URL(server);
  if (url.search === '') url.search = options;
  return url;
}

/** A fresh database on a server, read and changed by that client. */
function databaseOf(server: string, client: MongoClient): TestDatabase {
  const name = `lightfall_test_${randomBytes(6).toString('hex')}`;
  const url = optionsOf(server);
  url.pathname = `/${name}`;
  const raw = client.db(name);
  return {
    url: url.href,
    raw,
    async [Symbol.asyncDispose]() {
      await raw.dropDatabase();
    },
  };
}

export async function freshDatabase(server: string): Promise<TestDatabase> {
  const client = clientOf(server);
  const { [Symbol.asyncDispose]: drop, ...database } = databaseOf(server, client);
  return {
    ...database,
    async [Symbol.asyncDispose]() {
      await drop();
      await client.close();
    },
  };
}

/** The real server of the test suites: the one in MONGODB_URL, if set. */
const realServer: string | undefined = process.env['MONGODB_URL'];

export interface TestServers extends AsyncDisposable {
  fresh(): Promise<TestDatabase>;
  /** Undefined for a real server, which does not fail on demand. */
  readonly server: MongoTestServer | undefined;
}

/** The server in MONGODB_URL, or one in this process that refuses queries without an index. */
export async function openTestServers(wanted: MongoTestServerOptions = {}): Promise<TestServers> {
  if (realServer !== undefined) {
    const url = realServer;
    return { fresh: () => freshDatabase(url), server: undefined, async [Symbol.asyncDispose]() {} };
  }
  const server = await startMongoTestServer({ refuseScans: true, ...wanted });
  // A connection for all of them, as each takes longer than many a test.
  const client = clientOf(server.url);
  return {
    server,
    fresh: async () => databaseOf(server.url, client),
    async [Symbol.asyncDispose]() {
      await client.close();
      await server[Symbol.asyncDispose]();
    },
  };
}
