import { expect, test } from 'vitest';

import { parseEvent } from '#contracts/events';
import { createNeededPhotos } from './needed-photos.ts';
import { readModels } from '../read-models.ts';
import { createProjections } from '#platform/projections/runner';
import { city, location, photo } from '../testing/events.ts';
import { createRecordingLogger, createWorld, timeAt } from '../testing/world.ts';

test('files are needed while a photo exists, and after that as long as it may be restored', async () => {
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
  await using projections = await createProjections({
    ...world,
    models: readModels,
    parse: parseEvent,
    logger: createRecordingLogger(),
  });
  await projections.caughtUp();
  const neededSince = async (event: number) => {
    const isNeeded = await createNeededPhotos(world, Date.parse(timeAt(event)));
    return Promise.all(['aa', 'bb', 'cc', 'dd'].map(isNeeded));
  };
  expect(await neededSince(6)).toEqual([true, true, true, false]);
  expect(await neededSince(7)).toEqual([true, false, true, false]);
  expect(await neededSince(10)).toEqual([false, false, false, false]);
  await world.append(photo.added('p4', 'forum', { sha256: 'cc' }));
  await projections.caughtUp();
  expect(await neededSince(99)).toEqual([false, false, true, false]);
});

test('files of a photo in a deleted city are needed until the time to restore has passed, and again after a restore', async () => {
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
  await using projections = await createProjections({
    ...world,
    models: readModels,
    parse: parseEvent,
    logger: createRecordingLogger(),
  });
  const neededSince = async (event: number) => {
    await projections.caughtUp();
    const isNeeded = await createNeededPhotos(world, Date.parse(timeAt(event)));
    return Promise.all(['aa', 'bb'].map(isNeeded));
  };
  expect(await neededSince(5)).toEqual([true, true]);
  expect(await neededSince(6)).toEqual([true, false]);
  expect(await neededSince(7)).toEqual([false, false]);
  await world.append(city.restored('rome', ''));
  expect(await neededSince(99)).toEqual([true, false]);
});

test('a read model that has not caught up gives no answer', async () => {
  await using world = await createWorld();
  await world.append(city.submitted('rome'));
  const isNeeded = await createNeededPhotos(world, 0);
  await expect(isNeeded('aa')).rejects.toThrow('has not caught up');
});
