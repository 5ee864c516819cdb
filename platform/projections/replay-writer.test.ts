import fc from 'fast-check';
import { expect, test } from 'vitest';

import { parseEvent } from '#contracts/events';
import type { ReadModelWriter, ReadStore } from '#platform/read-store/index';

import { readModels } from '#projections/read-models';
import { queue } from '#projections/moderation/queue';
import { fill, openReplays } from './replay.ts';
import { createProjections } from './runner.ts';
import { createSeenKeys } from './replay-writer.ts';
import { location, city } from '#projections/testing/events';
import { contentsOf } from '#projections/testing/given';
import { randomHistory } from '#projections/testing/random-history';
import { createRecordingLogger, createWorld } from '#projections/testing/world';
import { randomCases } from '../../test/harness/random-cases.ts';

test('a replay of any history in small batches writes the same documents as the runner', async () => {
  await fc.assert(
    fc.asyncProperty(randomHistory, fc.integer({ min: 1, max: 9 }), async (told, batchSize) => {
      await using world = await createWorld();
      await world.append(...told);
      const logger = createRecordingLogger();
      await using projections = await createProjections({
        ...world,
        models: readModels,
        parse: parseEvent,
        logger,
      });
      await projections.caughtUp();
      await using opened = await openReplays(readModels, world);
      await fill({ ...world, replays: opened.replays, batchSize });
      for (const { model, generation } of opened.replays) {
        const stored = await world.store.reader(model.declaration);
        expect(await contentsOf(generation, model)).toEqual(await contentsOf(stored, model));
      }
    }),
    randomCases(4),
  );
});

test('a replay does not query the store for documents that it has not written', async () => {
  await using world = await createWorld();
  const cities = Array.from({ length: 20 }, (_, at) => `c${at}`);
  await world.append(
    ...cities.flatMap((id) => [
      city.submitted(id),
      city.approved(id),
      location.submitted(`p${id}`, id),
      location.approved(`p${id}`, id),
    ]),
  );
  const asked = { finds: 0, documents: 0 };
  const store = counting(world.store, asked);
  await using opened = await openReplays([queue], { log: world.log, store });
  await fill({ ...world, replays: opened.replays, batchSize: 80 });
  expect(asked).toEqual({ finds: 0, documents: 0 });
});

function counting(store: ReadStore, asked: { finds: number; documents: number }): ReadStore {
  const counted = (generation: ReadModelWriter): ReadModelWriter => ({
    ...generation,
    find: (...query) => {
      asked.finds += 1;
      return generation.find(...query);
    },
    stored: (collection, ids) => {
      asked.documents += ids.length;
      return generation.stored(collection, ids);
    },
  });
  return {
    ...store,
    async rebuild(model) {
      const rebuild = await store.rebuild(model);
      return {
        generation: counted(rebuild.generation),
        swap: () => rebuild.swap(),
        [Symbol.asyncDispose]: () => rebuild[Symbol.asyncDispose](),
      };
    },
  };
}

test('recognises all of any number of added keys, and wrongly few others', () => {
  const seen = createSeenKeys();
  const keys = Array.from({ length: 300_000 }, (_, at) => `locations\0${at}`);
  for (const key of keys) seen.add(key);
  expect(keys.every((key) => seen.mayHave(key))).toBe(true);
  const others = Array.from({ length: 10_000 }, (_, at) => `edits\0${at}`);
  expect(others.filter((key) => seen.mayHave(key)).length).toBeLessThan(500);
});
