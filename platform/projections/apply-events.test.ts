import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { SearchDocument } from '#contracts/read-models';
import type { RecordedEvent } from '#contracts/shared/recorded-event';

import { applyEvents } from './apply-events.ts';
import { compile } from './compile.ts';
import { history } from '#projections/moderation/history';
import { queue } from '#projections/moderation/queue';
import { places } from '#projections/places';
import type { ReadModel } from '#projections/rule';
import { search } from '#projections/location/search';
import { openReadStore, type ReadModelWriter, type ReadStore, type Write } from '#platform/read-store/index';
import { city, location, photo } from '#projections/testing/events';
import { contentsOf, logId, recorded } from '#projections/testing/given';
import { randomHistory } from '#projections/testing/random-history';
import { timeAt, type GivenEvent } from '#projections/testing/world';
import { randomCases } from '../../test/harness/random-cases.ts';

let store: ReadStore;
beforeEach(async () => {
  store = await openReadStore({ path: ':memory:', warn: () => undefined });
});
afterEach(() => store[Symbol.asyncDispose]());

const compiled = new Map<ReadModel, ReturnType<typeof compile>>();
const apply = (model: ReadModel, writer: ReadModelWriter, events: readonly RecordedEvent[]) => {
  const known = compiled.get(model) ?? compile(model);
  compiled.set(model, known);
  return applyEvents({ model: known, writer, logId }, events, () => undefined);
};

/** A new generation in the same store, which is faster than a new store. */
async function inFreshGeneration<T>(
  model: ReadModel,
  work: (writer: ReadModelWriter) => Promise<T>,
): Promise<T> {
  await using rebuild = await store.rebuild(model.declaration);
  return await work(rebuild.generation);
}

class Crash extends Error {}

/** A writer whose process dies just before its nth write or commit. */
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

/** A writer whose process dies after it writes the documents but before it writes the checkpoint. */
const withoutCheckpoints = (writer: ReadModelWriter): ReadModelWriter => ({
  ...writer,
  commit: async (write) => {
    await writer.write(write);
    throw new Crash();
  },
});

/** Applies the events after the checkpoint in batches, as a runner does. */
async function run(
  model: ReadModel,
  writer: ReadModelWriter,
  events: readonly RecordedEvent[],
  size: number,
) {
  const from = (await writer.checkpoint())?.position ?? 0n;
  const left = events.filter(({ position }) => position > from);
  for (let at = 0; at < left.length; at += size) await apply(model, writer, left.slice(at, at + size));
}

/**
 * A writer whose process dies during its nth write or commit. A store without transactions then holds some of the
 * documents: one that is written later only if it holds all that are written earlier.
 */
function torn(
  { declaration }: ReadModel,
  writer: ReadModelWriter,
  nth: number,
  isKept: (put: Write['puts'][number]) => boolean,
): ReadModelWriter {
  const written = new Map(declaration.collections.map((each) => [each.name, each.written]));
  let left = nth;
  const tear = async ({ puts, deletes }: Write) => {
    left -= 1;
    if (left >= 0) return;
    for (const when of ['first', undefined, 'last']) {
      const due = puts.filter(({ collection }) => written.get(collection) === when);
      const kept = due.filter(isKept);
      await writer.write({ puts: kept, deletes: when === undefined ? deletes : [] });
      if (kept.length < due.length) break;
    }
    throw new Crash();
  };
  return {
    ...writer,
    write: async (write) => {
      await tear(write);
      await writer.write(write);
    },
    commit: async (write, checkpoint) => {
      await tear(write);
      await writer.commit(write, checkpoint);
    },
  };
}

/** Recorded events in different hours. */
const overHours = (told: readonly GivenEvent[]): RecordedEvent[] =>
  recorded(told).map((event) => ({
    ...event,
    metadata: { ...event.metadata, time: timeAt(Number(event.position) * 25) },
  }));

const size = fc.integer({ min: 1, max: 12 });

const models = [
  ['places', places],
  ['search', search],
  ['queue', queue],
] as const;

type Contents = Awaited<ReturnType<typeof contentsOf>>;

const cases = randomCases(12);

test.each(models)('any division of a history into batches gives the same documents: %s', async (_, model) => {
  await fc.assert(
    fc.asyncProperty(randomHistory, size, async (told, batch) => {
      const events = overHours(told);
      const expected = await inFreshGeneration(model, async (writer) => {
        await run(model, writer, events, 1);
        return contentsOf(writer, model);
      });
      await inFreshGeneration(model, async (writer) => {
        await run(model, writer, events, batch);
        expect(await contentsOf(writer, model)).toEqual(expected);
      });
    }),
    cases,
  );
});

const whole = (contents: Contents): object => contents;
/**
 * One difference is allowed. An entry that is no longer listed may name a later city of its place. It may also lack the
 * times when it came and went, if both were in one batch. Open desks learn both while it happens; nothing reads them
 * afterwards.
 */
const asListed = (contents: Contents): object =>
  Object.fromEntries(
    Object.entries(contents).map(([collection, documents]) => [
      collection,
      Object.fromEntries(Object.entries(documents).map(([id, document]) => [id, ifListed(document)])),
    ]),
  );
function ifListed(document: object): object {
  const untold = { ...document, cameAt: 0, wentAt: 0, turnedBy: null };
  switch (Reflect.get(document, 'state')) {
    case null:
      return { ...untold, cityId: null };
    case 'hidden':
      return untold;
    default:
      return document;
  }
}
const compareBy = new Map<ReadModel, (contents: Contents) => object>([
  [places, whole],
  [search, whole],
  [queue, asListed],
]);

test.each(models)('the run after any interruption gives the same documents: %s', async (_, model) => {
  const compared = compareBy.get(model) ?? whole;
  const crashes = fc.array(fc.nat(6), { minLength: 1, maxLength: 4 });
  const way = fc.constantFrom('before', 'after', 'within');
  const kept = fc.infiniteStream(fc.boolean());
  await fc.assert(
    fc.asyncProperty(randomHistory, size, crashes, way, kept, async (told, batch, points, end, isKept) => {
      const endings = {
        before: crashingAt,
        after: withoutCheckpoints,
        within: (writer: ReadModelWriter, nth: number) => torn(model, writer, nth, () => isKept.next().value),
      };
      const events = overHours(told);
      const expected = await inFreshGeneration(model, async (writer) => {
        await run(model, writer, events, 1);
        return contentsOf(writer, model);
      });
      await inFreshGeneration(model, async (writer) => {
        for (const [index, point] of points.entries()) {
          await run(model, endings[end](writer, point), events, batch + index).catch((error: unknown) => {
            if (!(error instanceof Crash)) throw error;
          });
        }
        await run(model, writer, events, batch);
        expect(compared(await contentsOf(writer, model))).toEqual(compared(expected));
      });
    }),
    cases,
  );
});

/** A writer whose process dies when it has written only the documents of that collection. */
const writingOnly = (name: string, writer: ReadModelWriter): ReadModelWriter => ({
  ...writer,
  commit: async ({ puts }) => {
    await writer.write({ puts: puts.filter(({ collection }) => collection === name), deletes: [] });
    throw new Crash();
  },
});

test('counts a city even if the run was interrupted right after it wrote the city’s location', async () => {
  const events = recorded([
    city.submitted('rome'),
    city.approved('rome'),
    location.submitted('forum', 'rome'),
    photo.added('p1', 'forum'),
    location.approved('forum', 'rome'),
  ]);
  const writer = await store.writer(places.declaration);
  await apply(places, writer, events.slice(0, -1));
  await expect(apply(places, writingOnly('locations', writer), events.slice(-1))).rejects.toThrow(Crash);
  expect(await writer.get('locations', 'forum')).toMatchObject({ status: 'approved' });
  expect(await writer.get('cities', 'rome')).toMatchObject({ locationCount: 0, pendingCount: 1 });
  await apply(places, writer, events.slice(-1));
  expect(await writer.get('cities', 'rome')).toMatchObject({
    locationCount: 1,
    pendingCount: 0,
    photoCount: 1,
  });
});

test('does not write a document that the events leave unchanged', async () => {
  const events = recorded([
    city.submitted('rome'),
    city.approved('rome'),
    location.submitted('forum', 'rome'),
    location.approved('forum', 'rome'),
  ]);
  const writer = await store.writer(queue.declaration);
  await apply(queue, writer, events.slice(0, 2));
  const written: string[] = [];
  const noting: ReadModelWriter = {
    ...writer,
    commit: async (write, checkpoint) => {
      written.push(...write.puts.map(({ collection }) => collection));
      await writer.commit(write, checkpoint);
    },
  };
  await apply(queue, noting, events.slice(2));
  expect(written.toSorted()).toEqual(['days', 'locations', 'names', 'senders']);
});

test('reads an event’s needs in one round, and the needs of those documents in the next', async () => {
  const events = recorded([
    city.submitted('rome'),
    city.approved('rome'),
    location.submitted('forum', 'rome'),
  ]);
  const writer = await store.writer(queue.declaration);
  await apply(queue, writer, events.slice(0, 2));
  const rounds: string[][] = [];
  let underWay = 0;
  const noting: ReadModelWriter = {
    ...writer,
    async stored(collection, ids) {
      if (underWay === 0) rounds.push([]);
      rounds.at(-1)?.push(collection);
      underWay += 1;
      try {
        return await writer.stored(collection, ids);
      } finally {
        underWay -= 1;
      }
    },
  };
  await apply(queue, noting, events.slice(2));
  expect(rounds).toEqual([['senders', 'names', 'locations', 'cities'], ['totals']]);
});

test('counts the totals even if the run was interrupted right after it wrote a counted city', async () => {
  const events = recorded([
    city.submitted('rome'),
    city.approved('rome'),
    location.submitted('forum', 'rome'),
  ]);
  const writer = await store.writer(queue.declaration);
  await apply(queue, writer, events.slice(0, -1));
  await expect(apply(queue, writingOnly('cities', writer), events.slice(-1))).rejects.toThrow(Crash);
  expect(await writer.get('totals', 'all')).toMatchObject({ location: 0 });
  await apply(queue, writer, events.slice(-1));
  expect(await writer.get('totals', 'all')).toMatchObject({ location: 1 });
});

test('counts a place for its city and for its sender even if the run was interrupted right after it wrote the place', async () => {
  const events = recorded([city.submitted('rome'), location.submitted('forum', 'rome')]);
  const writer = await store.writer(places.declaration);
  await apply(places, writer, events.slice(0, -1));
  await expect(apply(places, writingOnly('locations', writer), events.slice(-1))).rejects.toThrow(Crash);
  expect(await writer.get('people', 'ann')).toMatchObject({ submitted: 1 });
  await apply(places, writer, events.slice(-1));
  expect(await writer.get('cities', 'rome')).toMatchObject({ pendingCount: 1 });
  expect(await writer.get('people', 'ann')).toMatchObject({ submitted: 2, waiting: 2 });
});

test('counts a decision on its day even if the run was interrupted right after it wrote the day', async () => {
  const events = recorded([
    city.submitted('rome'),
    [city.approved('rome'), { actor: 'mia', correlationId: 'another request' }],
    city.submitted('oslo'),
    [city.approved('oslo'), { actor: 'mia', correlationId: 'another request' }],
  ]);
  const writer = await store.writer(queue.declaration);
  await apply(queue, writer, events.slice(0, 1));
  await expect(apply(queue, writingOnly('days', writer), events.slice(1, 2))).rejects.toThrow(Crash);
  await apply(queue, writer, events.slice(1));
  const [day] = Object.values((await contentsOf(writer, queue))['days'] ?? {});
  expect(day).toMatchObject({ decided: 2, decidedBy: { mia: 2 } });
});

test('counts the decisions of a batch that leaves its day’s numbers as they were, even if the run was interrupted', async () => {
  const elsewhere = { actor: 'mia', correlationId: 'another request' };
  const events = recorded([
    city.submitted('rome'),
    [city.approved('rome'), elsewhere],
    city.submitted('oslo'),
    [city.approved('oslo'), elsewhere],
    [city.reopened('rome', ''), elsewhere],
  ]);
  const writer = await store.writer(queue.declaration);
  await run(queue, writer, events.slice(0, 3), 3);
  const dying = torn(queue, writer, 0, ({ document }) => document.id !== 'rome');
  await expect(run(queue, dying, events, 2)).rejects.toThrow(Crash);
  await run(queue, writer, events, 2);
  const [day] = Object.values((await contentsOf(writer, queue))['days'] ?? {});
  expect(day).toMatchObject({ decided: 1, decidedBy: { mia: 1 } });
});

test('does not count an approval in the request that submitted the item, even if only the item was written', async () => {
  const events = recorded([
    city.submitted('rome'),
    // In the request that submitted it.
    city.approved('rome'),
    [city.reopened('rome', ''), { actor: 'mia', correlationId: 'another request' }],
  ]);
  const writer = await store.writer(queue.declaration);
  await expect(apply(queue, writingOnly('cities', writer), events)).rejects.toThrow(Crash);
  expect(await writer.get('cities', 'rome')).toMatchObject({ state: 'waiting' });
  await apply(queue, writer, events);
  expect((await contentsOf(writer, queue))['days']).toEqual({});
});

const alike = { name: 'Forum of the Romans' };
const waitingPhoto = (id: string) =>
  photo.added(id, 'forum', { differenceHash: 'f0e1c3870f1e3c78', review: 'after' });
const olderPhoto = (id: string) => photo.added(id, 'forum', { review: 'after' });
const hashed = (id: string) => photo.hashed(id, 'forum', 'f0e1c3870f1e3c78');

test.each<[string, string, readonly GivenEvent[]]>([
  ['bursts', 'a', [location.submitted('a', 'rome'), location.submitted('b', 'rome')]],
  [
    'similar names',
    'a',
    [
      location.submitted('a', 'rome', alike),
      location.edited('a', 'rome', { cityId: { from: 'rome', to: 'oslo' } }),
      location.submitted('b', 'oslo', alike),
    ],
  ],
  [
    'similar names',
    'rome:01',
    [location.submitted('1', 'rome', alike), location.submitted('a', 'rome', alike)],
  ],
  ['similar pictures', 'p', [waitingPhoto('p'), photo.deleted('p', 'forum'), waitingPhoto('q')]],
  ['similar pictures', 'q', [waitingPhoto('p'), waitingPhoto('q'), photo.deleted('p', 'forum')]],
  ['similar pictures', 'p', [olderPhoto('p'), hashed('p'), photo.deleted('p', 'forum'), waitingPhoto('q')]],
  ['similar pictures', 'q', [olderPhoto('p'), hashed('p'), waitingPhoto('q'), photo.deleted('p', 'forum')]],
  ['similar pictures', 'q', [olderPhoto('p'), olderPhoto('q'), hashed('q'), hashed('p')]],
])('gives the same keys of %s even if only %s was not written', async (_, lost, told) => {
  const start = [city.submitted('rome'), location.submitted('forum', 'rome')];
  const events = overHours([...start, ...told]);
  const expected = await inFreshGeneration(queue, async (writer) => {
    await run(queue, writer, events, 1);
    return contentsOf(writer, queue);
  });
  const writer = await store.writer(queue.declaration);
  await run(queue, writer, events.slice(0, start.length), start.length);
  const dying = torn(queue, writer, 0, ({ document }) => document.id !== lost);
  await expect(run(queue, dying, events, told.length)).rejects.toThrow(Crash);
  await run(queue, writer, events, told.length);
  expect(await contentsOf(writer, queue)).toEqual(expected);
});

test('stops the model at an event type without a rule, after it has applied the events before', async () => {
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
  expect(await writer.get('events', known.id)).toBeDefined();
});

test('ends a batch early when its fan-outs have loaded too many documents', async () => {
  const names = Array.from({ length: 14 }, (_, index) => `city-${index}`);
  const cities = names.map((name) => city.submitted(name));
  const many = Array.from({ length: 14 * 150 }, (_, index) =>
    location.submitted(`l${index}`, `city-${index % 14}`),
  );
  const events = recorded([
    ...cities,
    ...many,
    ...names.map((name) => city.edited(name, { name: { from: name, to: 'Elsewhere' } })),
  ]);
  const writer = await store.writer(search.declaration);
  await apply(search, writer, events.slice(0, -14));
  const reached: bigint[] = [];
  await applyEvents({ model: compile(search), writer, logId }, events.slice(-14), (position) => {
    reached.push(position);
  });
  const found = await writer.getMany<SearchDocument>(
    'locations',
    names.map((_, index) => `l${index}`),
  );
  expect(found.map((each) => each.city)).toEqual(names.map(() => 'elsewhere'));
  expect(reached).toHaveLength(2);
  expect(reached.at(-1)).toBe(BigInt(events.length));
});
