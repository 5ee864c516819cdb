import { expect, test } from 'vitest';
import { parseEvent } from '#contracts/events';
import { createNeededPhotos, createNeededPictures } from './needed-photos.ts';
import { readModels } from '../read-models.ts';
import { createProjections } from '#platform/projections/runner';
import { city, location, merging, photo } from '../testing/events.ts';
import { createRecordingLogger, createWorld, timeAt } from '../testing/world.ts';

type World = Awaited<ReturnType<typeof createWorld>>;

const project = (world: World) =>
  createProjections({ ...world, models: readModels, parse: parseEvent, logger: createRecordingLogger() });

/** Which of the files are needed if what was deleted or replaced at or after an event may be restored. */
const createNeededSince =
  (
    world: World,
    projections: Awaited<ReturnType<typeof project>>,
    files: readonly string[],
    createNeeded = createNeededPhotos,
  ) =>
  async (event: number): Promise<boolean[]> => {
    await projections.caughtUp();
    const isNeeded = await createNeeded(world, Date.parse(timeAt(event)));
    return Promise.all(files.map(isNeeded));
  };

test('needs the files of a photo while it exists, and afterwards as long as it may be restored', async () => {
  await using world = await createWorld();
  await world.append(
    city.submitted('rome'),
    location.submitted('forum', 'rome'),
    location.submitted('garden', 'rome'),
    photo.added('p1', 'forum', { sha256: 'aa' }),
    photo.added('p2', 'garden', { sha256: 'aa' }),
    photo.added('p3', 'forum', { sha256: 'bb' }),
    photo.deleted('p3', 'forum'),
    photo.deleted('p1', 'forum'),
    photo.added('p4', 'garden', { sha256: 'cc' }),
    location.deleted('garden', 'rome'),
  );
  await using projections = await project(world);
  const neededSince = createNeededSince(world, projections, ['aa', 'bb', 'cc', 'dd']);
  expect(await neededSince(6)).toEqual([true, true, true, false]);
  expect(await neededSince(7)).toEqual([true, false, true, false]);
  expect(await neededSince(10)).toEqual([false, false, false, false]);
  await world.append(photo.added('p4', 'forum', { sha256: 'cc' }));
  expect(await neededSince(99)).toEqual([false, false, true, false]);
});

test('needs the files of a photo in a deleted city while it may be restored, and after a restore', async () => {
  await using world = await createWorld();
  await world.append(
    city.submitted('rome'),
    location.submitted('forum', 'rome'),
    photo.added('p1', 'forum', { sha256: 'aa' }),
    location.submitted('garden', 'rome'),
    photo.added('p2', 'garden', { sha256: 'bb' }),
    location.deleted('garden', 'rome'),
    city.deleted('rome'),
  );
  await using projections = await project(world);
  const neededSince = createNeededSince(world, projections, ['aa', 'bb']);
  expect(await neededSince(5)).toEqual([true, true]);
  expect(await neededSince(6)).toEqual([true, false]);
  expect(await neededSince(7)).toEqual([false, false]);
  await world.append(city.restored('rome', ''));
  expect(await neededSince(99)).toEqual([true, false]);
});

test('needs the photos that a merging left with the merged place no longer than those of the other', async () => {
  await using world = await createWorld();
  await world.append(
    city.submitted('rome'),
    location.submitted('forum', 'rome'),
    location.submitted('garden', 'rome'),
    photo.added('p1', 'forum', { sha256: 'aa' }),
    photo.added('p2', 'garden', { sha256: 'bb' }),
    merging.merged('forum', 'rome', 'garden', { photos: false }),
    location.deleted('garden', 'rome'),
  );
  await using projections = await project(world);
  const neededSince = createNeededSince(world, projections, ['aa', 'bb']);
  expect(await neededSince(6)).toEqual([true, true]);
  expect(await neededSince(7)).toEqual([false, false]);
});

test('a read model that has not caught up gives no answer', async () => {
  await using world = await createWorld();
  await world.append(city.submitted('rome'));
  const isNeeded = await createNeededPhotos(world, 0);
  await expect(isNeeded('aa')).rejects.toThrow('has not caught up');
});

const [first, second, unused] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [
  string,
  string,
  string,
];
const at = (picture: string, width = 1600) => `/pictures/${picture}/${width}.webp`;
const another = (from: string, to: string) => city.edited('rome', { imageUrl: { from, to } });

async function givenCity(...events: readonly ReturnType<typeof another>[]) {
  const world = await createWorld();
  const submitted = city.submitted('rome', { imageUrl: at(first) });
  await world.append(submitted, ...events);
  const projections = await project(world);
  return {
    append: world.append,
    needed: createNeededSince(world, projections, [first, second, unused], createNeededPictures),
    async [Symbol.asyncDispose]() {
      await projections[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    },
  };
}

test('needs a picture, in any width, while a city has it, and for a while afterwards', async () => {
  await using place = await givenCity(another(at(first), at(second, 320)));
  expect(await place.needed(1)).toEqual([true, true, false]);
  expect(await place.needed(2)).toEqual([false, true, false]);
  await place.append(another(at(second, 320), 'https://example.org/a.jpg'));
  expect(await place.needed(2)).toEqual([false, true, false]);
  expect(await place.needed(3)).toEqual([false, false, false]);
});

test('needs a picture again after it was given back to its city', async () => {
  await using place = await givenCity(another(at(first), at(second)), another(at(second), at(first)));
  expect(await place.needed(99)).toEqual([true, false, false]);
});

test('needs the picture of a deleted city while it may be restored, and after a restore', async () => {
  await using place = await givenCity(city.deleted('rome'));
  expect(await place.needed(1)).toEqual([true, false, false]);
  expect(await place.needed(2)).toEqual([false, false, false]);
  await place.append(city.restored('rome', ''));
  expect(await place.needed(99)).toEqual([true, false, false]);
});

test('always needs pictures of the sample', async () => {
  await using world = await createWorld();
  expect(await (await createNeededPictures(world, 0))('porto')).toBe(true);
});

test('a read model that has not caught up gives no answer', async () => {
  await using world = await createWorld();
  await world.append(city.submitted('rome'));
  const isNeeded = await createNeededPictures(world, 0);
  await expect(isNeeded(unused)).rejects.toThrow('has not caught up');
});
