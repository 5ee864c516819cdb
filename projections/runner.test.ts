import { expect, test } from 'vitest';

import { readModels } from './read-models/all.ts';
import { places, search, type CityDocument, type LocationDocument } from './read-store/index.ts';
import { createProjections } from './runner.ts';
import { city, location, photo } from './testing/events.ts';
import { createListener, createWorld } from './testing/world.ts';

test('events appended before and after the start are in the documents', async () => {
  await using world = await createWorld();
  const { log, store, happened } = world;
  await happened(city.submitted('rome'), city.approved('rome'), location.submitted('forum', 'rome'));

  await using projections = await createProjections({
    log,
    store,
    models: readModels,
    logger: createListener(),
  });
  await projections.caughtUp();
  await happened(location.approved('forum', 'rome'), photo.added('p1', 'forum'));
  await projections.processAll();

  const reader = await store.reader(places);
  expect(await reader.get<CityDocument>('cities', 'rome')).toMatchObject({
    status: 'approved',
    locationCount: 1,
    photoCount: 1,
  });
  expect(await reader.get<LocationDocument>('locations', 'forum')).toMatchObject({
    public: true,
    photoCount: 1,
    primaryPhoto: { id: 'p1' },
  });
  const hits = await (await store.reader(search)).search('locations', { text: 'foru', limit: 5 });
  expect(hits).toHaveLength(1);
  expect(projections.status()).toEqual(
    ['places', 'history', 'contributors', 'search'].map((name) => ({
      name,
      version: 1,
      position: 5n,
      lag: 0n,
      state: 'live',
    })),
  );
});
