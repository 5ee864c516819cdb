import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { BSON, MongoClient, type Document, type IndexDescription } from 'mongodb';
import * as z from 'zod/mini';

import { dataFolderAt, type DataFolder } from '../harness/data-folder.ts';
import type { Json } from '../harness/http.ts';
import { startMongoTestServer } from '../mongodb-server/server.ts';

const Person = z.object({
  id: z.string(),
  email: z.string(),
  /** Absent for a person who signs in by a provider. */
  password: z.optional(z.string()),
  accessToken: z.string(),
  /** A browser that signed in by a provider has it in a cookie. */
  refreshToken: z.optional(z.string()),
});

/** The known facts about the moment at which a folder was frozen. */
const Then = z.object({
  now: z.string(),
  people: z.record(z.string(), Person),
  /** Requests that were sent with an idempotency key, and their answers. */
  idempotent: z.array(
    z.object({
      as: z.string(),
      url: z.string(),
      key: z.string(),
      body: z.unknown(),
      status: z.int(),
      answer: z.unknown(),
      position: z.nullable(z.string()),
    }),
  ),
});

/** How the release answered a GET. */
export interface GivenAnswer {
  /** A name in `people`, or `visitor`. */
  readonly as: string;
  readonly url: string;
  readonly status: number;
  readonly type: string | null;
  readonly total?: string;
  /** The body of a JSON answer. */
  readonly body?: Json;
  /** The hash of any other answer. */
  readonly sha256?: string;
}

export interface Fixture extends AsyncDisposable {
  readonly then: z.infer<typeof Then>;
  readonly answers: readonly GivenAnswer[];
  readonly folder: DataFolder;
  /** The release's own export of the same history; only with stores on servers. */
  readonly exported: string;
}

/**
 * Unpacks a release's data, and loads its database into a separate MongoDB server. `exported`: the export of the data
 * on servers, without stores.
 */
export async function unpack(release: string, stores: 'embedded' | 'servers' | 'exported'): Promise<Fixture> {
  const unpacked = await mkdtemp(path.join(tmpdir(), 'lightfall-release-'));
  const archive = `${stores === 'embedded' ? stores : 'servers'}.tar.gz`;
  execFileSync('tar', ['-xzf', path.join(import.meta.dirname, release, archive), '-C', unpacked]);
  const read = (name: string) => readFile(path.join(unpacked, name), 'utf8');
  const linesOf = async (name: string) => (await read(name)).trimEnd().split('\n');
  const data = path.join(unpacked, 'data');
  // Never a configured server: a real one would remove sessions by its own clock, which is long past their end.
  const mongo = stores === 'servers' ? await startMongoTestServer({ replicaSet: true }) : undefined;
  if (mongo !== undefined) {
    const url = new URL('/lightfall', mongo.url).href;
    await load(url, await linesOf('mongodb.jsonl'));
    await writeFile(path.join(data, 'servers.json'), JSON.stringify({ MONGODB_URL: url }));
  }
  const folder = dataFolderAt(data);
  return {
    then: Then.parse(JSON.parse(await read('then.json'))),
    answers: (await linesOf('answers.jsonl')).map((line): GivenAnswer => JSON.parse(line)),
    folder,
    exported: path.join(unpacked, 'export'),
    async [Symbol.asyncDispose]() {
      await folder[Symbol.asyncDispose]();
      await mongo?.[Symbol.asyncDispose]();
      await rm(unpacked, { recursive: true, force: true });
    },
  };
}

/** A line names a collection, with its indexes (first) or with one of its documents. */
async function load(url: string, lines: readonly string[]): Promise<void> {
  await using client = new MongoClient(url);
  const documentsOf = new Map<string, Document[]>();
  for (const line of lines) {
    // Written with the fixture: types stay as they were stored.
    const { collection, indexes, document } = BSON.EJSON.parse(line, { relaxed: false }) as {
      collection: string;
      indexes?: IndexDescription[];
      document?: Document;
    };
    if (indexes !== undefined) await client.db().collection(collection).createIndexes(indexes);
    if (document === undefined) continue;
    const documents = documentsOf.get(collection) ?? [];
    documentsOf.set(collection, documents);
    documents.push(document);
  }
  for (const [name, documents] of documentsOf) await client.db().collection(name).insertMany(documents);
}
