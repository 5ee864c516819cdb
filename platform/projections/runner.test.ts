import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { parseEvent, type DomainEvent } from '#contracts/events';
import { openEventLog, type EventLog } from '#platform/event-log/index';

import { readModels } from '#projections/read-models';
import { reports } from '#projections/report/reports';
import { history } from '#projections/moderation/history';
import { places } from '#projections/places';
import type { ReadModel } from '#projections/rule';
import { search, type CityDocument, type LocationDocument } from '#contracts/read-models';
import {
  openReadStore,
  StoreUnavailable,
  type ReadModelWriter,
  type ReadStore,
} from '#platform/read-store/index';
import { openReplays } from './replay.ts';
import { createProjections, type ProjectionsDeps } from './runner.ts';
import { city, location, opinion, photo } from '#projections/testing/events';
import { contentsOf } from '#projections/testing/given';
import {
  createAppending,
  createRecordingLogger,
  createWorld,
  metadataAt,
  type World,
} from '#projections/testing/world';

const start = (world: Pick<World, 'log' | 'store'>, more: Partial<ProjectionsDeps> = {}) =>
  createProjections({
    log: world.log,
    store: world.store,
    models: readModels,
    parse: parseEvent,
    logger: createRecordingLogger(),
    ...more,
  });

/** An event that this release does not know. */
const appendUnknown = (log: EventLog) =>
  log.append('city-oslo', 'none', [
    {
      id: randomUUID(),
      event: { type: 'city-painted.v9', data: {} } as unknown as DomainEvent,
      metadata: metadataAt(0),
    },
  ]);

/** The store, with a callback before each write of the model. */
const watching = (store: ReadStore, name: string, beforeWrite: () => void): ReadStore => ({
  ...store,
  writer: async (model) => {
    const writer = await store.writer(model);
    if (model.name !== name) return writer;
    const watched: ReadModelWriter = {
      ...writer,
      write: async (write) => {
        beforeWrite();
        await writer.write(write);
      },
      commit: async (write, checkpoint) => {
        beforeWrite();
        await writer.commit(write, checkpoint);
      },
    };
    return watched;
  },
});

test('events appended before and after the start are in the documents', async () => {
  await using world = await createWorld();
  const { store, append } = world;
  await append(city.submitted('rome'), city.approved('rome'), location.submitted('forum', 'rome'));

  await using projections = await start(world);
  await projections.caughtUp();
  await append(location.approved('forum', 'rome'), photo.added('p1', 'forum'));
  await projections.caughtUp();

  const reader = await store.reader(places.declaration);
  expect(await reader.get<CityDocument>('cities', 'rome')).toMatchObject({
    status: 'approved',
    locationCount: 1,
    photoCount: 1,
  });
  expect(await reader.get<LocationDocument>('locations', 'forum')).toMatchObject({
    isApproved: true,
    photoCount: 1,
    primaryPhoto: { id: 'p1' },
  });
  const { hits } = await (
    await store.reader(search)
  ).search('locations', { words: ['foru'], limit: 5, scanLimit: 9 });
  expect(hits).toHaveLength(1);
  expect(projections.status()).toMatchObject(
    readModels.map(({ declaration: { name } }) => ({ name, position: 5n, lag: 0n })),
  );
});

test('is caught up immediately with an empty log', async () => {
  await using world = await createWorld();
  await using projections = await start(world);
  await projections.caughtUp();
  expect(projections.status().map(({ lag }) => lag)).toEqual(readModels.map(() => 0n));
});

test('continues from the checkpoint after a restart', async () => {
  await using world = await createWorld();
  await world.append(city.submitted('rome'));
  {
    await using first = await start(world);
    await first.caughtUp();
  }
  await world.append(city.approved('rome'));
  let writes = 0;
  const store = watching(world.store, 'places', () => (writes += 1));
  await using second = await start({ ...world, store });
  await second.caughtUp();
  expect(writes).toBe(1);
  const reader = await world.store.reader(places.declaration);
  expect(await reader.get('cities', 'rome')).toMatchObject({ status: 'approved' });
});

describe('an unknown event', () => {
  test('stops every model with an error, after the events before it; nothing after it is applied', async () => {
    await using world = await createWorld();
    await world.append(city.submitted('rome'));
    await appendUnknown(world.log);
    await world.append(city.approved('rome'));
    const logger = createRecordingLogger();
    await using projections = await start(world, { logger });
    await expect(projections.caughtUp()).rejects.toThrow(/Read model \w+ has stopped/);
    await projections.caughtUp(1n);

    expect(projections.status()).toMatchObject(
      readModels.map(() => ({
        state: 'stopped',
        error: expect.stringContaining('city-painted.v9'),
        lag: 2n,
      })),
    );
    expect(logger.lines.filter(({ level }) => level === 'error')).toHaveLength(readModels.length);
    const reader = await world.store.reader(places.declaration);
    expect(await reader.checkpoint()).toMatchObject({ position: 1n });
    expect(await reader.get('cities', 'rome')).toMatchObject({ status: 'pending' });
  });

  test('stops the one model without a rule for it; the others continue', async () => {
    await using world = await createWorld();
    const deaf: ReadModel = {
      ...reports,
      ignores: reports.ignores.filter((type) => type !== 'city-approved.v1'),
    };
    await using projections = await start(world, { models: [places, deaf, history] });
    await world.append(city.submitted('rome'), city.approved('rome'), city.withdrawn('rome'));
    await expect(projections.caughtUp()).rejects.toThrow('Read model reports has stopped');
    expect(projections.status().find(({ name }) => name === 'reports')).toMatchObject({
      state: 'stopped',
      position: 1n,
      error: 'Read model reports has no rule for city-approved.v1',
    });
  });
});

test('retries while the store briefly does not answer, and the status shows it meanwhile', async () => {
  await using world = await createWorld();
  let failures = 2;
  let seen: unknown;
  const store = watching(world.store, 'places', () => {
    failures -= 1;
    if (failures === 0) seen = projections.status()[0];
    if (failures >= 0) throw new StoreUnavailable('The read store does not answer');
  });
  const logger = createRecordingLogger();
  await using projections = await start({ ...world, store }, { logger });
  await world.append(city.submitted('rome'));
  await projections.caughtUp();
  expect(seen).toMatchObject({ name: 'places', error: 'The read store does not answer', lag: 1n });
  expect(projections.status()[0]).toMatchObject({ name: 'places', position: 1n, lag: 0n });
  expect(projections.status()[0]).not.toHaveProperty('error');
  expect(logger.lines.map(({ level }) => level)).toEqual(['warn', 'warn']);
});

test('stops the model at any other error of the store instead of retrying forever', async () => {
  await using world = await createWorld();
  const store = watching(world.store, 'places', () => {
    throw new TypeError('a mistake');
  });
  await using projections = await start({ ...world, store });
  await world.append(city.submitted('rome'));
  await expect(projections.caughtUp()).rejects.toThrow('Read model places has stopped');
  expect(projections.status()[0]).toMatchObject({ state: 'stopped', error: 'a mistake' });
});

test('of two runners one writes, and the other sees its progress and takes over when it ends', async () => {
  await using world = await createWorld();
  const first = await start(world, { models: [places] });
  await first.caughtUp();
  let writes = 0;
  const store = watching(world.store, 'places', () => (writes += 1));
  await using second = await start({ ...world, store }, { models: [places] });
  await world.append(city.submitted('rome'));
  await Promise.all([first.caughtUp(), second.caughtUp()]);
  expect(second.status()).toMatchObject([{ state: 'standing-by', position: 1n }]);
  expect(writes).toBe(0);

  await first[Symbol.asyncDispose]();
  await world.append(city.approved('rome'));
  await second.caughtUp();
  expect(writes).toBe(1);
  const reader = await world.store.reader(places.declaration);
  expect(await reader.get('cities', 'rome')).toMatchObject({ status: 'approved' });
});

test('a runner that lost its lease stops writing, stands by, and continues when it gets the lease again', async () => {
  await using world = await createWorld();
  const leases: AbortController[] = [];
  let next = Promise.resolve();
  let writes = 0;
  const store: ReadStore = {
    ...watching(world.store, 'places', () => (writes += 1)),
    async lease() {
      await next;
      const lost = new AbortController();
      leases.push(lost);
      return { lost: lost.signal, [Symbol.asyncDispose]: async () => undefined };
    },
  };
  await using losing = await start({ ...world, store }, { models: [places] });
  await world.append(city.submitted('rome'));
  await losing.caughtUp();
  const state = () => losing.status()[0]?.state;
  const written = writes;
  let free: () => void = () => undefined;
  next = new Promise((resolve) => (free = resolve));
  leases[0]?.abort(new Error('another process has it'));
  while (state() !== 'standing-by') await turn();

  await world.append(city.approved('rome'));
  await using other = await start(world, { models: [places] });
  await Promise.all([other.caughtUp(), losing.caughtUp()]);
  expect([writes, state()]).toEqual([written, 'standing-by']);

  await other[Symbol.asyncDispose]();
  free();
  await world.append(city.submitted('oslo'));
  await losing.caughtUp();
  expect(writes).toBeGreaterThan(written);
  expect(leases).toHaveLength(2);
});

describe('a stored read model that does not belong to this log', () => {
  test('of another log: is served until the new generation has caught up, and is then dropped', async () => {
    await using world = await createWorld();
    await world.append(city.submitted('rome'), city.submitted('oslo'));
    {
      await using before = await start(world, { models: [places] });
      await before.caughtUp();
    }
    await using log = await openEventLog({ path: join(world.folder, 'other.db'), streamPrefix: '' });
    const happened = createAppending(log);
    await happened(city.submitted('paris'), city.approved('paris'), city.submitted('nice'));
    const reader = await world.store.reader(places.declaration);
    const idsThere = async () => (await reader.find('cities', { filter: {}, limit: 9 })).map(({ id }) => id);
    const over = new AbortController();
    const changes = world.store.changes(places.declaration, over.signal)[Symbol.asyncIterator]();
    const first = changes.next();
    const logger = createRecordingLogger();
    await using projections = await start({ ...world, log }, { models: [places], logger });
    expect(await idsThere()).toEqual(['oslo', 'rome']);
    await projections.caughtUp();
    expect(await idsThere()).toEqual(['nice', 'paris']);
    expect(await reader.checkpoint()).toEqual({ logId: log.id, position: 3n });
    expect(await first).toMatchObject({ value: { position: 3n, everything: true } });
    expect(logger.lines[0]).toMatchObject({ level: 'warn', fields: { model: 'places' } });

    await happened(city.submitted('lyon'));
    await projections.caughtUp();
    expect(await idsThere()).toEqual(['lyon', 'nice', 'paris']);
    over.abort();
  });

  test('ahead of this log, as after restoring a backup: is replaced by a new generation', async () => {
    await using world = await createWorld();
    await world.append(city.submitted('rome'));
    const writer = await world.store.writer(places.declaration);
    await writer.commit(
      { puts: [{ collection: 'cities', position: 90n, document: { id: 'atlantis' } }], deletes: [] },
      { logId: world.log.id, position: 90n },
    );
    await using projections = await start(world, { models: [places] });
    await projections.caughtUp();
    await world.append(city.approved('rome'));
    await projections.caughtUp();
    const contents = await contentsOf(await world.store.reader(places.declaration), places);
    expect(Object.keys(contents['cities'] ?? {})).toEqual(['rome']);
    expect(contents['cities']?.['rome']).toMatchObject({ status: 'approved' });
  });
});

test('a new version is built beside the one that an older release still serves', async () => {
  await using world = await createWorld();
  await world.append(city.submitted('rome'));
  await using older = await start(world, { models: [places] });
  await older.caughtUp();
  const next: ReadModel = { ...places, declaration: { ...places.declaration, version: '2' } };
  await using newer = await start(world, { models: [next] });
  await newer.caughtUp();
  await world.append(city.approved('rome'));
  await Promise.all([older.caughtUp(), newer.caughtUp()]);
  for (const { declaration } of [places, next]) {
    const reader = await world.store.reader(declaration);
    expect(await reader.get('cities', 'rome')).toMatchObject({ status: 'approved' });
  }
});

test('the runner continues with a generation that was swapped in', async () => {
  await using world = await createWorld();
  await using projections = await start(world, { models: [places] });
  await world.append(city.submitted('rome'));
  await projections.caughtUp();
  // A replay in another process, at an earlier position.
  const other = await openReadStore({ path: join(world.folder, 'read-models.db'), warn: () => undefined });
  const rebuild = await other.rebuild(places.declaration);
  await rebuild.generation.commit({ puts: [], deletes: [] }, { logId: world.log.id, position: 0n });
  await rebuild.swap();
  await world.append([opinion.rated('forum', 'bob', 4), { actor: 'bob' }]);
  await projections.caughtUp();
  const reader = await world.store.reader(places.declaration);
  expect((await reader.find('people', { filter: {}, limit: 9 })).map(({ id }) => id)).toEqual(['ann', 'bob']);
  await other[Symbol.asyncDispose]();
});

test('closing rejects all pending waits', async () => {
  await using world = await createWorld();
  const projections = await start(world, { models: [places] });
  const waiting = projections.caughtUp(7n);
  const over = expect(waiting).rejects.toThrow('The projections are closed');
  await projections[Symbol.asyncDispose]();
  await over;
});

describe('a rebuild in a store that does not answer', () => {
  const unavailable = () => new StoreUnavailable('The read store does not answer');

  /** A read model of another log, so that the runner has to rebuild it. */
  async function ofAnotherLog(): Promise<World> {
    const world = await createWorld();
    await world.append(city.submitted('rome'));
    const writer = await world.store.writer(places.declaration);
    await writer.commit({ puts: [], deletes: [] }, { logId: randomUUID(), position: 7n });
    return world;
  }

  test('is retried if it could not begin', async () => {
    await using world = await ofAnotherLog();
    let attempts = 0;
    /** Holds references to leases that are never released, because garbage collection would release them. */
    const taken: AsyncDisposable[] = [];
    const store: ReadStore = {
      ...world.store,
      async lease(name, signal) {
        const lease = await world.store.lease(name, signal);
        taken.push(lease);
        return lease;
      },
      async rebuild(model) {
        attempts += 1;
        if (attempts === 1) throw unavailable();
        return world.store.rebuild(model);
      },
    };
    await using projections = await start({ ...world, store }, { models: [places] });
    await projections.caughtUp(1n);
    expect([attempts, projections.status()[0]?.state]).toEqual([
      2,
      expect.stringMatching(/live|catching-up/),
    ]);
  });

  test('is retried if the generation can neither be written nor dropped', async () => {
    await using world = await ofAnotherLog();
    let attempts = 0;
    const fail = async () => {
      throw unavailable();
    };
    const store: ReadStore = {
      ...world.store,
      async rebuild(model) {
        attempts += 1;
        const rebuild = await world.store.rebuild(model);
        if (attempts > 1) return rebuild;
        return {
          ...rebuild,
          generation: { ...rebuild.generation, write: fail, commit: fail },
          async [Symbol.asyncDispose]() {
            await rebuild[Symbol.asyncDispose]();
            throw unavailable();
          },
        };
      },
    };
    const logger = createRecordingLogger();
    await using projections = await start({ ...world, store }, { models: [places], logger });
    await projections.caughtUp(1n);
    expect(attempts).toBe(2);
    expect(logger.lines.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'an unfinished generation could not be dropped',
        'read model interrupted, trying again',
      ]),
    );
  });
});

test('generations that are opened together are all closed and released, even if one cannot be dropped', async () => {
  await using world = await createWorld();
  const store: ReadStore = {
    ...world.store,
    async rebuild(model) {
      const rebuild = await world.store.rebuild(model);
      if (model.name !== 'history') return rebuild;
      return {
        ...rebuild,
        async [Symbol.asyncDispose]() {
          await rebuild[Symbol.asyncDispose]();
          throw new StoreUnavailable('The read store does not answer');
        },
      };
    },
  };
  const open = (store: ReadStore) => openReplays([places, history], { log: world.log, store });
  const opened = await open(store);
  await expect(opened[Symbol.asyncDispose]()).rejects.toThrow('Not everything could be closed');
  await using again = await open(world.store);
  expect(again.replays).toHaveLength(2);
});
