import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pino from 'pino';

import { createLogProof } from '#platform/log-integrity/log-proof';
import { createLogTree } from '#platform/log-integrity/log-tree';
import { openSigningKey } from '#platform/log-integrity/signing-key';
import { createNetworkOf } from '#platform/http/network';
import { sharedMiddleware } from '#platform/http/shared-middleware';
import { openPhotoStore } from '#platform/photo-store/index';
import {
  firstChoices,
  firstCredentials,
  firstStanding,
  hashSecret,
  openRecordStore,
  type RecordStore,
} from '#platform/record-store/index';
import { createPast } from '#projections/moderation/entity-at';
import { openEventLog } from '#platform/event-log/index';
import { readModels as ruledModels } from '#projections/read-models';
import { openReadStore, type Document, type Put, type ReadStore } from '#platform/read-store/index';
import { readModels } from '#contracts/read-models';

import { createClosers } from '#platform/concurrency/closers';
import { createGateway, listen } from '#platform/gateway/gateway';
import { createQueryService, type QueryServiceDeps } from '../app.ts';
import type { ResponseLog } from '#platform/queries/cached-responses';

const adminEmail = 'admin@example.com';
type ModelName = (typeof readModels)[number]['name'];
type Collections = Readonly<Record<string, readonly (Document | { readonly gone: string })[]>>;
export type Commit = Partial<Record<ModelName, Collections>>;

export type TestOptions = Partial<
  Pick<
    QueryServiceDeps,
    | 'ownPages'
    | 'cacheBytes'
    | 'searchMemory'
    | 'waitTimeout'
    | 'pages'
    | 'clock'
    | 'publicOrigin'
    | 'connectionLimits'
  >
> & {
  readonly wrap?: (store: ReadStore) => ReadStore;
  readonly wrapRecords?: (records: RecordStore) => RecordStore;
};

/** The query service on real embedded stores in a temporary folder, listening on a free port. */
export async function startService({
  wrap = (store) => store,
  wrapRecords = (records) => records,
  ...options
}: TestOptions = {}) {
  const closers = createClosers();
  const folder = await mkdtemp(join(tmpdir(), 'query-service-'));
  closers.add({ [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) });
  const readStore = closers.add(
    await openReadStore({ path: join(folder, 'views.db'), warn: () => undefined }),
  );
  const records = closers.add(await openRecordStore({ path: join(folder, 'records.db') }));
  const photos = closers.add(await openPhotoStore({ folder: join(folder, 'photos') }));
  const events = closers.add(
    await openEventLog({ path: join(folder, 'events.db'), streamPrefix: '', mostlyReads: true }),
  );
  const key = await openSigningKey(records);
  const log = await createWorld(readStore);
  const responded: ResponseLog[] = [];
  const errors: Error[] = [];
  const clock = options.clock ?? Date.now;
  const logger = pino({ level: 'silent' });
  const publicOrigin = 'http://lightfall.test';
  const service = closers.add(
    await createQueryService({
      readStore: wrap(readStore),
      records: wrapRecords(records),
      photos,
      head: async () => log.head,
      past: createPast({ log: events, store: readStore }),
      logId,
      stopped: async () => undefined,
      middleware: sharedMiddleware({ logger, records, adminEmail, publicOrigin, clock }),
      adminEmail,
      sampleCityIds: [],
      proof: createLogProof(events, { tree: createLogTree(events, records), key, clock }),
      about: {
        photoLicence: { name: 'CC BY 4.0', url: null },
        sendsMail: false,
        foreignPictures: true,
        publicKey: key.publicKey,
        map: { kind: 'outline', styleUrl: null, attribution: null },
      },
      clock,
      publicOrigin,
      networkOf: createNetworkOf(0),
      cacheBytes: 10_000_000,
      onResponded: (response) => responded.push(response),
      onError: (error) => errors.push(error),
      ...options,
    }),
  );
  const { handler } = service;
  const health = async () => ({ isReady: true, report: {} });
  const { server, live } = closers.add(
    createGateway({ handler, health, onError: (error) => errors.push(error) }),
  );
  service.attachLive(live);
  const origin = (await listen(server, { host: '127.0.0.1', port: 0 })).replace('localhost', '127.0.0.1');

  const get = (path: string, init: RequestInit & { readonly token?: string } = {}) => {
    const headers = new Headers(init.headers);
    if (init.token !== undefined) headers.set('Authorization', `Bearer ${init.token}`);
    return fetch(origin + path, { ...init, headers });
  };
  return {
    service,
    logId,
    records,
    photos,
    readStore,
    /** The log for past states, evidence and receipts; no read model follows it. */
    events,
    origin,
    folder,
    responded,
    errors,
    get,
    /** The JSON of a response that must be 200. */
    json: async (path: string, init: Parameters<typeof get>[1] = {}) => {
      const response = await get(path, init);
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      // The cast: each test declares the shape that it checks.
      return response.json() as Promise<never>;
    },
    ...log,
    get head() {
      return log.head;
    },
    signIn: (values: Parameters<typeof signIn>[1] = {}) => signIn(records, values),
    [Symbol.asyncDispose]: () => closers[Symbol.asyncDispose](),
  };
}
export type TestService = Awaited<ReturnType<typeof startService>>;

const logId = randomUUID();

/** Replaces the log and the runner. Each commit is one more position and reaches all read models immediately. */
async function createWorld(store: ReadStore) {
  let head = 0n;
  const writers = new Map(
    await Promise.all(readModels.map(async (model) => [model.name, await store.writer(model)] as const)),
  );
  const apply = async (name: ModelName, position: bigint, collections: Collections = {}) => {
    const entries = Object.entries(collections).flatMap(([collection, documents]) =>
      documents.map((document) => ({ collection, document })),
    );
    const puts: Put[] = [];
    for (const { collection, document } of entries) {
      if ('gone' in document) continue;
      const before = await writers.get(name)?.get(collection, document.id);
      puts.push({ collection, position, document, isShown: isShown(name, collection, before, document) });
    }
    const deletes = entries.flatMap(({ collection, document }) =>
      'gone' in document ? [{ collection, position, id: document.gone }] : [],
    );
    await writers.get(name)?.commit({ puts, deletes }, { logId, position });
  };
  return {
    get head() {
      return head;
    },
    /** Advances the log's head without notifying any read model. */
    append: () => (head += 1n),
    /** Advances one read model to a position. */
    apply,
    /** Writes documents; returns their position. */
    commit: async (change: Commit) => {
      const position = (head += 1n);
      for (const { name } of readModels) await apply(name, position, change[name]);
      return String(position);
    },
  };
}

/** Whether a change is shown, by the projections' own rule. */
function isShown(
  model: ModelName,
  collection: string,
  before: Document | undefined,
  after: Document,
): boolean {
  const rules = ruledModels
    .find(({ declaration }) => declaration.name === model)
    ?.collections.find((each) => each.collection === collection);
  return rules?.isShown?.(before, after) ?? false;
}

interface SignInValues {
  readonly userId?: string;
  readonly email?: string;
  readonly isAdmin?: boolean;
  readonly firstName?: string | null;
}

/** Creates an account, if needed, with a session; returns its access token. */
async function signIn(records: RecordStore, { isAdmin = false, ...values }: SignInValues) {
  const userId = values.userId ?? randomUUID();
  const email = isAdmin ? adminEmail : (values.email ?? `${userId}@example.com`);
  const now = Date.now();
  if ((await records.accounts.byId(userId)) === undefined) {
    await records.accounts.add({
      id: userId,
      email,
      emailVerified: isAdmin,
      firstName: values.firstName === undefined ? 'Ada' : values.firstName,
      lastName: values.firstName === null ? null : 'Lovelace',
      profileImageUrl: null,
      passwordHash: null,
      createdAt: now,
      updatedAt: now,
      recorded: true,
      standing: firstStanding,
      credentials: firstCredentials,
      ...firstChoices,
    });
  }
  const sid = randomUUID();
  const secret = randomBytes(32).toString('base64url');
  const expire = now + 3_600_000;
  await records.sessions.put({
    sid,
    expire,
    sess: {
      userId,
      accessHash: hashSecret(secret),
      accessExpire: expire,
      refreshHash: hashSecret('-'),
      createdAt: now,
    },
  });
  return { userId, sid, token: `${sid}.${secret}` };
}
