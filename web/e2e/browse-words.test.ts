import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { City } from '#contracts/views/city';

import { findBrowser } from './browser.ts';
import { createWorld, seeAll, type World } from './world.ts';

const chromium = findBrowser();

describe.skipIf(chromium === null)('one name for a thing, on every screen of its contributor', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(chromium);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('says beside the number that nobody has rated yet', async () => {
    await using visitor = await world.open(`/location/${world.wall.id}`);
    await seeAll(visitor.page, ['0.0/5', 'Not rated yet', '(2 photos)']);
  });

  it.each(['Waiting', 'Declined'] as const)('%s: the city, its place and My submissions', async (word) => {
    const { admin, user } = world;
    const city = await user.send<City>('POST', '/api/cities', {
      name: `City that is ${word}`,
      country: 'Germany',
      imageUrl: 'https://pictures.example/city.jpg',
    });
    const place = await user.send<{ id: string }>('POST', '/api/locations', {
      name: `Place that is ${word}`,
      description: 'A place.',
      cityId: city.id,
      category: 'nature',
    });
    if (word === 'Declined') await admin.send('POST', `/api/admin/cities/${city.id}/reject`, {});
    for (const path of [`/city/${city.id}`, `/location/${place.id}`, '/submissions']) {
      await using person = await world.open(path, { as: user });
      const main = person.page.getByRole(path.startsWith('/location') ? 'dialog' : 'main');
      await main.getByText(word, { exact: true }).first().waitFor();
      expect(await main.getByText(/^(pending|rejected)$/i).count()).toBe(0);
    }
  });
});
