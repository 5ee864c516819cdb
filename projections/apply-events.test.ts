import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Recorded } from '#contracts/events/index';

import { applyEvents } from './apply-events.ts';
import { compile } from './compile.ts';
import { history } from './read-models/history.ts';
import { places } from './read-models/places.ts';
import type { ReadModel } from './read-models/rule.ts';
import { search } from './read-models/search.ts';
import { openReadStore, type ReadModelWriter, type ReadStore } from './read-store/index.ts';
import { city, location, photo } from './testing/events.ts';
import { contentsOf, logId, recorded } from './testing/given.ts';
import { randomHistory } from './testing/random-history.ts';

let folder: string;
let store: ReadStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apply-events-'));
  store = await openReadStore({ path: join(folder, 'views.db'), warn: () => undefined });
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const apply = (model: ReadModel, writer: ReadModelWriter, events: readonly Recorded[]) =>
  applyEvents({ model: compile(model), writer, logId }, events, () => undefined);

/** A fresh copy in the same store, which is quicker than a new store. */
async function inFreshCopy<T>(model: ReadModel, work: (writer: ReadModelWriter) => Promise<T>): Promise<T> {
  await using rebuild = await store.rebuild(model.declaration);
  return await work(rebuild.copy);
}

class Crash extends Error {}

/** A process that ends right before its nth write or commit. */
function crashingAt(writer: ReadModelWriter, nth: number): ReadModelWriter {
  let left = nth;
  const next = () => {
    left -= 1;
    if (left < 0) throw new Crash();
  };
  return {
    ...writer,
    write: async (write) => {
      next();
      await writer.write(write);
    },
    commit: async (write, checkpoint) => {
      next();
      await writer.commit(write, checkpoint);
    },
  };
}

/** Documents written, the process ended before the checkpoint was. */
const withoutCheckpoints = (writer: ReadModelWriter): ReadModelWriter => ({
  ...writer,
  commit: async (write) => {
    await writer.write(write);
    throw new Crash();
  },
});

/** As a runner does it: in batches from the checkpoint on. */
async function run(model: ReadModel, writer: ReadModelWriter, events: readonly Recorded[], size: number) {
  const from = (await writer.checkpoint())?.position ?? 0n;
  const left = events.filter(({ position }) => position > from);
  for (let at = 0; at < left.length; at += size) await apply(model, writer, left.slice(at, at + size));
}

const size = fc.integer({ min: 1, max: 12 });

test.each([places, search])(
  'whatever happens, and however it is cut into batches, the documents of $declaration.name are the same',
  async (model) => {
    await fc.assert(
      fc.asyncProperty(randomHistory, size, async (told, batch) => {
        const events = recorded(told);
        const expected = await inFreshCopy(model, async (writer) => {
          await run(model, writer, events, 1);
          return contentsOf(writer, model);
        });
        await inFreshCopy(model, async (writer) => {
          await run(model, writer, events, batch);
          expect(await contentsOf(writer, model)).toEqual(expected);
        });
      }),
      { numRuns: 60 },
    );
  },
);

test.each([places, search])(
  'wherever a run is interrupted, the next one ends with the same documents of $declaration.name',
  async (model) => {
    const crashes = fc.array(fc.nat(6), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        randomHistory,
        size,
        crashes,
        fc.boolean(),
        async (told, batch, points, afterWrite) => {
          const events = recorded(told);
          const expected = await inFreshCopy(model, async (writer) => {
            await run(model, writer, events, 1);
            return contentsOf(writer, model);
          });
          await inFreshCopy(model, async (writer) => {
            for (const [index, point] of points.entries()) {
              const crashing = afterWrite ? withoutCheckpoints(writer) : crashingAt(writer, point);
              await run(model, crashing, events, batch + index).catch((error: unknown) => {
                if (!(error instanceof Crash)) throw error;
              });
            }
            await run(model, writer, events, batch);
            expect(await contentsOf(writer, model)).toEqual(expected);
          });
        },
      ),
      { numRuns: 80 },
    );
  },
);

test('a city is counted though the run ended right after its location was', async () => {
  const events = recorded([
    city.submitted('rome'),
    city.approved('rome'),
    location.submitted('forum', 'rome'),
    location.approved('forum', 'rome'),
    photo.added('p1', 'forum'),
    photo.deleted('p1', 'forum'),
  ]);
  const writer = await store.writer(places.declaration);
  await apply(places, writer, events.slice(0, -1));
  expect(await writer.get('cities', 'rome')).toMatchObject({ locationCount: 1, photoCount: 1 });
  const photoThenLocation = 2; // writes before the one with the city and the checkpoint
  await expect(apply(places, crashingAt(writer, photoThenLocation), events.slice(-1))).rejects.toThrow(Crash);
  expect(await writer.get('locations', 'forum')).toMatchObject({ photoCount: 0 });
  await apply(places, writer, events.slice(-1));
  expect(await writer.get('cities', 'rome')).toMatchObject({ locationCount: 1, photoCount: 0 });
});

test('an event type that has no rule stops the model, after what came before it is applied', async () => {
  const [known, unknown] = recorded([city.submitted('rome'), city.approved('rome')]);
  if (known === undefined || unknown === undefined) throw new Error('two events');
  const model: ReadModel = {
    ...history,
    collections: history.collections.map((each) => {
      const { 'city-approved.v1': _, ...rules } = each.rules;
      return { ...each, rules };
    }),
  };
  const writer = await store.writer(model.declaration);
  await expect(apply(model, writer, [known, unknown])).rejects.toThrow(
    'Read model history has no rule for city-approved.v1',
  );
  expect((await writer.checkpoint())?.position).toBe(1n);
  expect(await writer.get('entries', known.id)).toBeDefined();
});

test('a batch ends early when its fan-outs have brought in too many documents', async () => {
  const names = Array.from({ length: 14 }, (_, index) => `city-${index}`);
  const cities = names.map((name) => city.submitted(name));
  const many = Array.from({ length: 14 * 400 }, (_, index) =>
    location.submitted(`l${index}`, `city-${index % 14}`),
  );
  const events = recorded([...cities, ...many, ...names.map((name) => city.deleted(name))]);
  const writer = await store.writer(places.declaration);
  await apply(places, writer, events.slice(0, -14));
  const reached: bigint[] = [];
  await applyEvents({ model: compile(places), writer, logId }, events.slice(-14), (position) => {
    reached.push(position);
  });
  expect(await writer.count('locations', { status: 'deleted' })).toBe(many.length);
  expect(reached).toHaveLength(2);
  expect(reached.at(-1)).toBe(BigInt(events.length));
});

test('a fan-out over many documents is written page by page', async () => {
  const count = 1200;
  const many = Array.from({ length: count }, (_, index) => location.submitted(`l${index}`, 'rome'));
  const events = recorded([city.submitted('rome'), ...many, city.deleted('rome')]);
  const writer = await store.writer(places.declaration);
  let most = 0;
  const watched: ReadModelWriter = {
    ...writer,
    write: async (write) => {
      most = Math.max(most, write.puts.length);
      await writer.write(write);
    },
  };
  await apply(places, writer, events.slice(0, -1));
  await apply(places, watched, events.slice(-1));
  expect(await writer.count('locations', { cityId: 'rome', status: 'deleted' })).toBe(count);
  expect(most).toBeLessThanOrEqual(500);
});
