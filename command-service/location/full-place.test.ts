import { randomUUID } from 'node:crypto';

import { expect, it } from 'vitest';

import { parseEvent } from '#contracts/events';
import { limits } from '#contracts/shared/limits';
import { administrator } from '#contracts/shared/person';
import { createFoldedStreams } from '#platform/commands/folded-streams';

import { logOfTest, photosOfTest, recordsOfTest } from '../../test/harness/stores.ts';
import { createCommands } from '../commands.ts';
import { createPhotoLimit } from '../photo/photo-limit.ts';
import { asRendered, bridgeIn, contextOf, plainDeps, porto } from '../shared/given.test-helper.ts';

const admin = administrator(randomUUID());

it('a full place has room as soon as one of its photos is deleted, until that photo is restored', async () => {
  const records = await recordsOfTest();
  // The reading side has not processed the deletion yet.
  const known = {
    storedBy: async () => ({ photos: 0, bytes: 0 }),
    photosOn: async () => limits.photosOfPlace,
  };
  const { city, location, photo } = createCommands({
    ...plainDeps,
    streams: createFoldedStreams(await logOfTest(), parseEvent),
    photoLimit: createPhotoLimit(records, known),
    photos: await photosOfTest(),
    renderer: { render: asRendered },
  });
  const { id: cityId } = await city.submit(porto, contextOf(admin));
  const { id: locationId } = await location.submit(bridgeIn(cityId), contextOf(admin));
  const add = (name: string) =>
    photo.add({ locationId, fileName: `${name}.png`, bytes: Buffer.from(name) }, contextOf(admin));
  const tooMany = { code: 'too-many-photos' };

  await records.quotas.set(`photos-on:${locationId}`, limits.photosOfPlace - 1);
  const { id } = await add('first');
  await expect(add('second')).rejects.toMatchObject(tooMany);
  await photo.delete(id, contextOf(admin));
  await photo.delete(id, contextOf(admin)).catch(() => undefined);
  const { id: next } = await add('second');
  await expect(add('third')).rejects.toMatchObject(tooMany);

  await photo.delete(next, contextOf(admin));
  await photo.restore(next, contextOf(administrator(randomUUID())));
  await expect(add('third')).rejects.toMatchObject(tooMany);
});
