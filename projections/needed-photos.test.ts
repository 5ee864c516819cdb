import { expect, test } from 'vitest';

import { createNeededPhotos } from './needed-photos.ts';
import { readModels } from './read-models/all.ts';
import { createProjections } from './runner.ts';
import { city, location, photo } from './testing/events.ts';
import { createListener, createWorld, timeAt } from './testing/world.ts';

test('bytes are needed while a photo is there, and from its end on as long as it may be restored', async () => {
  await using world = await createWorld();
  await world.happened(
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
    logger: createListener(),
  });
  await projections.caughtUp();
  const neededSince = async (event: number) => {
    const isNeeded = await createNeededPhotos(world, Date.parse(timeAt(event)));
    return Promise.all(['aa', 'bb', 'cc', 'dd'].map(isNeeded));
  };
  expect(await neededSince(6)).toEqual([true, true, true, false]);
  expect(await neededSince(7)).toEqual([true, false, true, false]);
  expect(await neededSince(10)).toEqual([false, false, false, false]);
  await world.happened(photo.added('p4', 'forum', { sha256: 'cc' }));
  await projections.processAll();
  expect(await neededSince(99)).toEqual([false, false, true, false]);
});

test('nobody may act on a read model that has not seen all', async () => {
  await using world = await createWorld();
  await world.happened(city.submitted('rome'));
  const isNeeded = await createNeededPhotos(world, 0);
  await expect(isNeeded('aa')).rejects.toThrow('has not caught up');
});
