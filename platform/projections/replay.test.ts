import { expect, test } from 'vitest';

import { parseEvent } from '#contracts/events';
import { readModels } from '#projections/read-models';
import { history } from '#projections/moderation/history';
import { places } from '#projections/places';
import { differencesBetween, collectDifferences } from './differences.ts';
import { fill, fillAndSwap, openReplay, openReplays, RebuildUnderWay } from './replay.ts';
import { createProjections } from './runner.ts';
import { city, location } from '#projections/testing/events';
import { contentsOf } from '#projections/testing/given';
import { createRecordingLogger, createWorld, timeAt, type World } from '#projections/testing/world';

const live = (world: World) =>
  createProjections({
    log: world.log,
    store: world.store,
    models: readModels,
    parse: parseEvent,
    logger: createRecordingLogger(),
  });

const someEvents = [
  city.submitted('rome'),
  city.approved('rome'),
  location.submitted('forum', 'rome'),
  location.approved('forum', 'rome'),
] as const;

test('a replay of all models writes the same documents as the runner', async () => {
  await using world = await createWorld();
  await world.append(...someEvents);
  await using projections = await live(world);
  await projections.caughtUp();
  await using opened = await openReplays(readModels, world);
  expect(await fill({ ...world, replays: opened.replays, batchSize: 3 })).toBe(4);
  for (const { model, generation } of opened.replays) {
    const stored = await world.store.reader(model.declaration);
    expect(await contentsOf(generation, model)).toEqual(await contentsOf(stored, model));
  }
});

test.each([
  ['a position', { position: 3n }],
  ['a time', { time: new Date(timeAt(2)) }],
  ['a time between two events', { time: new Date(Date.parse(timeAt(3)) - 1) }],
])('stops at %s', async (_, until) => {
  await using world = await createWorld();
  await world.append(...someEvents);
  await using replay = await openReplay(places, world);
  await fill({ ...world, replays: [replay], until });
  expect(replay.position()).toBe(3n);
  expect(await replay.generation.get('locations', 'forum')).toMatchObject({ status: 'pending' });
});

test('a damaged document is correct again after the swap, and a runner continues from there', async () => {
  await using world = await createWorld();
  await world.append(...someEvents);
  await using projections = await live(world);
  await projections.caughtUp();
  const writer = await world.store.writer(places.declaration);
  const damaged = { collection: 'cities', position: 99n, document: { id: 'rome', name: 'Atlantis' } };
  await writer.write({ puts: [damaged], deletes: [] });

  await using replay = await openReplay(places, world);
  await fillAndSwap({ ...world, replays: [replay] });
  const reader = await world.store.reader(places.declaration);
  expect(await reader.get('cities', 'rome')).toMatchObject({ name: 'rome', locationCount: 1 });
  await world.append(city.edited('rome', { name: { from: 'rome', to: 'Roma' } }));
  await projections.caughtUp();
  expect(await reader.get('cities', 'rome')).toMatchObject({ name: 'Roma', locationCount: 1 });
});

test('it never swaps in a generation that is behind the served one', async () => {
  await using world = await createWorld();
  await world.append(...someEvents);
  await using projections = await live(world);
  await using replay = await openReplay(places, world);
  let appended = false;
  await fillAndSwap({
    ...world,
    replays: [replay],
    // Appends an event while the generation is being filled.
    store: {
      ...world.store,
      reader: async (model) => {
        if (!appended) await world.append(city.submitted('oslo'));
        appended = true;
        await projections.caughtUp();
        return world.store.reader(model);
      },
    },
  });
  const reader = await world.store.reader(places.declaration);
  expect(await reader.checkpoint()).toMatchObject({ position: 5n });
  expect(await reader.get('cities', 'oslo')).toBeDefined();
});

test('an empty log gives an empty generation of this log', async () => {
  await using world = await createWorld();
  await using replay = await openReplay(history, world);
  await fillAndSwap({ ...world, replays: [replay] });
  const reader = await world.store.reader(history.declaration);
  expect(await reader.checkpoint()).toEqual({ logId: world.log.id, position: 0n });
});

test('only one replay of a model runs at a time; the next may start when it has ended', async () => {
  await using world = await createWorld();
  const first = await openReplay(places, world);
  await expect(openReplay(places, world)).rejects.toThrow(RebuildUnderWay);
  await expect(openReplays([history, places], world)).rejects.toThrow('A copy of places is being built');
  await first[Symbol.asyncDispose]();
  await using _next = await openReplays([history, places], world);
});

test('a replay that has lost its lease neither fills its generation nor makes it the live one', async () => {
  await using world = await createWorld();
  await world.append(...someEvents);
  const lost = new AbortController();
  const lease = async () => ({ lost: lost.signal, [Symbol.asyncDispose]: async () => undefined });
  await using replay = await openReplay(places, { ...world, store: { ...world.store, lease } });
  await fill({ ...world, replays: [replay] });
  lost.abort();
  await expect(replay.apply([])).rejects.toThrow(RebuildUnderWay);
  await expect(replay.swap()).rejects.toThrow(RebuildUnderWay);
  const reader = await world.store.reader(places.declaration);
  expect(await reader.get('cities', 'rome')).toBeUndefined();
});

test('a replay without a swap leaves nothing behind and the live generation unchanged', async () => {
  await using world = await createWorld();
  await world.append(...someEvents);
  await using projections = await live(world);
  await projections.caughtUp();
  const reader = await world.store.reader(places.declaration);
  const before = await contentsOf(reader, places);
  {
    await using replay = await openReplay(places, world);
    await fill({ ...world, replays: [replay], until: { position: 1n } });
  }
  expect(await contentsOf(reader, places)).toEqual(before);
});

test('differences: documents that would appear, vanish or change, field by field, in the order of ids', async () => {
  await using world = await createWorld();
  const letter = (id: string, more: object = {}) => ({
    collection: 'cities',
    position: 1n,
    document: { id, status: 'pending', ...more },
  });
  const checkpoint = { logId: world.log.id, position: 1n };
  const stored = await world.store.writer(places.declaration);
  await stored.commit(
    { puts: [letter('a'), letter('b', { name: 'B', country: 'X' }), letter('d'), letter('é')], deletes: [] },
    checkpoint,
  );
  await using replay = await openReplay(places, world);
  await replay.generation.commit(
    { puts: [letter('b', { name: 'Bee', reason: null }), letter('c'), letter('d')], deletes: [] },
    checkpoint,
  );
  const found = await collectDifferences(differencesBetween(places, stored, replay.generation), 10);
  expect(found).toEqual({
    appears: 1,
    vanishes: 2,
    changes: 1,
    shown: [
      { collection: 'cities', id: 'a', kind: 'vanishes', fields: [] },
      {
        collection: 'cities',
        id: 'b',
        kind: 'changes',
        fields: [
          { field: 'name', from: 'B', to: 'Bee' },
          { field: 'country', from: 'X', to: undefined },
          { field: 'reason', from: undefined, to: null },
        ],
      },
      { collection: 'cities', id: 'c', kind: 'appears', fields: [] },
      { collection: 'cities', id: 'é', kind: 'vanishes', fields: [] },
    ],
  });
});
