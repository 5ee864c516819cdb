import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Json } from '../harness/http.ts';
import { contentsIn, expectEqualToReplay } from '../harness/replayed.ts';
import { administrator, losses, meanwhile, sequence } from './commands.ts';
import { expectDocumentsAsFolded } from './folded.ts';
import { give, seeAsAdministrator, tokenOf, type World } from './world.ts';
import { createWorlds, propertySettings, type Worlds } from './worlds.ts';

const { settings, timeout } = propertySettings(1);
let worlds: Worlds;
beforeAll(async () => void (worlds = await createWorlds()));
afterAll(() => worlds[Symbol.asyncDispose]());

type List = 'cities' | 'locations';

/** A city with its locations, or a location, as the administrator sees it: status and photos. */
async function standing(world: World, id: string): Promise<readonly Json[]> {
  const cities = await seeAsAdministrator(world, '/api/admin/cities');
  const locations = await seeAsAdministrator(world, '/api/admin/locations');
  const found = [...cities, ...locations].filter((each) => each.id === id || each.cityId === id);
  return Promise.all(
    found.map(
      async ({ id, cityId, name, status, reason, rating, favoriteCount, photoCount, locationCount }) => {
        const path = `/api/locations/${id}/photos?imageData=omit`;
        const photos = cityId && status !== 'deleted' ? await seeAsAdministrator(world, path) : [];
        const photoIds = photos.map((photo) => [photo.id, photo.isPrimary]);
        return { id, name, status, reason, rating, favoriteCount, photoCount, locationCount, photoIds };
      },
    ),
  );
}

/** An entity that can be deleted, by number modulo the number that exist; undefined if there is none. */
async function existing(world: World, list: List, number: number): Promise<string | undefined> {
  const all = await seeAsAdministrator(world, `/api/admin/${list}`);
  const gone = new Set(all.filter(({ status }) => status === 'deleted').map(({ id }): string => id));
  const some = world[list].filter((id) => !gone.has(id));
  return some[number % some.length];
}

const ask = (world: World, method: string, path: string) =>
  world.server.call(method, path, { token: tokenOf(world, administrator) });

test.each(['cities', 'locations'] as const)(
  'of %s, a restore brings back exactly the deleted entities',
  { timeout },
  async (list) => {
    const property = fc.asyncProperty(sequence, fc.nat(3), meanwhile, (before, number, between) =>
      worlds.inFresh(async (world, folder) => {
        for (const command of [...losses, ...before]) await give(world, command);
        await world.server.settled();
        const id = await existing(world, list, number);
        if (id === undefined) return;
        const stood = await standing(world, id);
        const cityStood = await cityOf(world, id);

        const deletion = await ask(world, 'DELETE', `/api/${list}/${id}`);
        expect(deletion.status, deletion.text).toBe(204);
        for (const command of between) await give(world, command);
        await world.server.settled();
        world.position = (await folder.events()).at(-1)?.position ?? 0n;
        for (const { status } of await standing(world, id)) expect(status).toBe('deleted');

        const cityStands = await cityOf(world, id);
        const cityGone = cityStands === 'deleted';
        const restored = await ask(world, 'POST', `/api/admin/${list}/${id}/restore`);
        expect(restored.status, restored.text).toBe(cityGone ? 409 : 200);
        // The current status of its city also affects the location.
        if (cityStands !== cityStood) return;
        // Compared immediately, and again when everything is in the log.
        world.position = restored.position ?? 0n;
        expect(await standing(world, id)).toEqual(stood);
        await world.server.settled();
        world.position = (await folder.events()).at(-1)?.position ?? 0n;
        expect(await standing(world, id)).toEqual(stood);
        await expectEqualToReplay(folder);
        expectDocumentsAsFolded(await contentsIn(folder), await folder.events());
      }),
    );
    await fc.assert(property, settings);
  },
);

/** The status of a location's city, which may have changed meanwhile; undefined if the id is a city's. */
async function cityOf(world: World, locationId: string): Promise<string | undefined> {
  const locations = await seeAsAdministrator(world, '/api/admin/locations');
  const cityId = locations.find(({ id }) => id === locationId)?.cityId;
  return (await seeAsAdministrator(world, '/api/admin/cities')).find(({ id }) => id === cityId)?.status;
}
