import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { MongoClient } from 'mongodb';

import { startMongoTestServer } from '../mongodb-server/server.ts';

/** The URL of a node that tests may write to; when empty, every log is a file. */
export const eventStoreDbUrl = process.env['EVENTSTOREDB_URL'] ?? '';
export const onEventStoreDb = eventStoreDbUrl !== '';

/**
 * The URL of a server that tests may write to, or with STORES=servers of the test server in this process; when
 * undefined, the read models, records and photos are files.
 */
const mongoDbUrl = await (async () => {
  const { MONGODB_URL, STORES } = process.env;
  if (MONGODB_URL !== undefined && MONGODB_URL !== '') return MONGODB_URL;
  return STORES === 'servers' ? (await startMongoTestServer({ replicaSet: true })).url : undefined;
})();
export const onMongoDb = mongoDbUrl !== undefined;

/** Stored in the data folder, so that every server on it finds the same stores. */
const fileName = 'servers.json';

/** How a server finds the stores of a data folder that are not files in it. */
export interface ServersOf {
  readonly EVENTSTOREDB_URL?: string;
  readonly STREAM_PREFIX?: string;
  readonly MONGODB_URL?: string;
}

/** Gives a data folder its own database and stream prefix on the configured servers. */
export function chooseServers(folder: string): void {
  const own = randomUUID().replaceAll('-', '');
  const environment: ServersOf = {
    ...(onEventStoreDb && { EVENTSTOREDB_URL: eventStoreDbUrl, STREAM_PREFIX: `${own}-` }),
    ...(mongoDbUrl !== undefined && {
      MONGODB_URL: databaseAt(mongoDbUrl, `lightfall_test_${own.slice(0, 12)}`),
    }),
  };
  if (Object.keys(environment).length > 0)
    writeFileSync(path.join(folder, fileName), JSON.stringify(environment));
}

/** With stores on servers in the same process, a busy machine takes longer. */
export const waitTimeoutOn = (folder: string): { readonly waitTimeout?: number } =>
  Object.keys(serversOf(folder)).length > 0 ? { waitTimeout: 30_000 } : {};

/** The configuration of a data folder; empty when its stores are files. */
export function serversOf(folder: string): ServersOf {
  const file = path.join(folder, fileName);
  // Written by chooseServers.
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ServersOf) : {};
}

function databaseAt(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Copies every document of one database into another. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const [source, target] = [new MongoClient(from, { useBigInt64: true }), new MongoClient(to)];
  try {
    for (const { name } of await source.db().listCollections().toArray()) {
      const documents = await source.db().collection(name).find().toArray();
      if (documents.length > 0) await target.db().collection(name).insertMany(documents);
    }
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

/** Every document of a data folder's database, as text; none when its stores are files. */
export async function documentsOf(folder: string): Promise<string[]> {
  const { MONGODB_URL: url } = serversOf(folder);
  if (url === undefined) return [];
  await using client = new MongoClient(url);
  const texts: string[] = [];
  for (const { name } of await client.db().listCollections().toArray())
    for await (const document of client.db().collection(name).find()) texts.push(JSON.stringify(document));
  return texts;
}

/** Removes a data folder's data from the MongoDB server. */
export async function dropServersOf(folder: string): Promise<void> {
  const { MONGODB_URL: url } = serversOf(folder);
  if (url === undefined) return;
  const client = new MongoClient(url);
  await client.db().dropDatabase();
  await client.close();
}
