import { expect, test } from 'vitest';

import { parseEvent } from '#contracts/events';
import { auditModel, isSound } from './audit.ts';
import { readModels } from '#projections/read-models';
import { history } from '#projections/moderation/history';
import { places } from '#projections/places';
import type { Document, Write } from '#platform/read-store/index';
import { createProjections } from './runner.ts';
import { city, location, opinion } from '#projections/testing/events';
import { createRecordingLogger, createWorld, type World } from '#projections/testing/world';

async function builtWorld(): Promise<World> {
  const world = await createWorld();
  await world.append(
    city.submitted('rome'),
    city.approved('rome'),
    location.submitted('forum', 'rome'),
    location.approved('forum', 'rome'),
    opinion.rated('forum', 'ann', 4),
  );
  const projections = await live(world);
  await projections.caughtUp();
  await projections[Symbol.asyncDispose]();
  return world;
}
const live = (world: World) =>
  createProjections({
    log: world.log,
    store: world.store,
    models: readModels,
    parse: parseEvent,
    logger: createRecordingLogger(),
  });

/** Writes without a checkpoint, to simulate damage to the file. */
async function tamper(world: World, model = places, write: Partial<Write>): Promise<void> {
  const writer = await world.store.writer(model.declaration);
  await writer.write({ puts: [], deletes: [], ...write });
}

test.each(readModels)('$declaration.name as written by the runner has no differences', async (model) => {
  await using world = await builtWorld();
  const audit = await auditModel(model, world);
  expect(audit).toMatchObject({ position: 5n, head: 5n, left: false });
  // Nothing was reported in this world.
  if (model.declaration.name !== 'reports') expect(audit.documents).toBeGreaterThan(0);
  expect(isSound(audit)).toBe(true);
});

test('finds a changed, a missing and an additional document', async () => {
  await using world = await builtWorld();
  const reader = await world.store.reader(places.declaration);
  const forum = await reader.get<Document>('locations', 'forum');
  if (forum === undefined) throw new Error('forum is there');
  const document: Document & { rating: number } = { ...forum, rating: 5 };
  await tamper(world, places, {
    puts: [
      { collection: 'locations', position: 900n, document },
      { collection: 'cities', position: 900n, document: { id: 'atlantis' } },
    ],
    deletes: [{ collection: 'opinions', id: 'forum:ann', position: 900n }],
  });
  const audit = await auditModel(places, world);
  expect(isSound(audit)).toBe(false);
  expect(audit.differences).toEqual({
    appears: 1,
    vanishes: 1,
    changes: 1,
    shown: expect.arrayContaining([
      { collection: 'cities', id: 'atlantis', kind: 'vanishes', fields: [] },
      {
        collection: 'locations',
        id: 'forum',
        kind: 'changes',
        fields: [{ field: 'rating', from: 5, to: 4 }],
      },
      { collection: 'opinions', id: 'forum:ann', kind: 'appears', fields: [] },
    ]),
  });
});

test('does not report a pending change as a difference while events arrive', async () => {
  await using world = await builtWorld();
  await using projections = await live(world);
  const stop = new AbortController();
  const appending = (async () => {
    for (let count = 0; !stop.signal.aborted; count += 1) {
      await world.append(
        location.submitted(`l${count}`, 'rome'),
        location.approved(`l${count}`, 'rome'),
        opinion.rated(`l${count}`, 'ann', 3),
      );
    }
  })();
  for (let times = 0; times < 3; times += 1) {
    const audit = await auditModel(places, world);
    expect(audit.differences).toMatchObject({ appears: 0, vanishes: 0, changes: 0 });
  }
  stop.abort();
  await appending;
  await projections.caughtUp();
});

test('compares a model that no runner updates at its own position, and reports it as left', async () => {
  await using world = await builtWorld();
  await world.append(city.submitted('oslo'));
  const audit = await auditModel(history, world);
  expect(audit).toMatchObject({ position: 5n, head: 6n, left: true });
  expect(isSound(audit)).toBe(true);
});

test('reports a model of another log, and one that was never built', async () => {
  await using world = await createWorld();
  expect(isSound(await auditModel(history, world))).toBe(true);
  await world.append(city.submitted('rome'));
  expect(isSound(await auditModel(history, world))).toBe(false);
  const writer = await world.store.writer(history.declaration);
  await writer.commit({ puts: [], deletes: [] }, { logId: 'another', position: 1n });
  expect(await auditModel(history, world)).toMatchObject({ position: undefined });
});

test('counts all differences, even if it keeps only some', async () => {
  await using world = await builtWorld();
  const puts = Array.from({ length: 20 }, (_, index) => ({
    collection: 'cities',
    position: 900n,
    document: { id: `atlantis ${index}` },
  }));
  await tamper(world, places, { puts });
  const { differences } = await auditModel(places, { ...world, most: 3 });
  expect(differences.vanishes).toBe(20);
  expect(differences.shown).toHaveLength(3);
});
