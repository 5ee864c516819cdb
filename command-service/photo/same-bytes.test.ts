import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { parseEvent } from '#contracts/events';
import { administrator, ordinaryPerson } from '#contracts/shared/person';
import { originalName, renditionName } from '#platform/photo-store/index';

import { createCommands } from '../commands.ts';
import { asRendered, bridgeIn, contextOf, noLookups, plainDeps, porto } from '../shared/given.test-helper.ts';
import { createFoldedStreams } from '#platform/commands/folded-streams';
import { logOfTest, photosOfTest } from '../../test/harness/stores.ts';

const admin = administrator(randomUUID());
const anna = ordinaryPerson(randomUUID());
const bytes = Buffer.from('the same picture');
const sha256 = createHash('sha256').update(bytes).digest('hex');
const names = [originalName(sha256), renditionName(sha256, 32)];

it('a photo keeps its files, and counts, if the same picture is removed for ever before its event', async () => {
  const store = await photosOfTest();
  let puts = 0;
  let takenBack = 0;
  /** Runs when all files of an upload are stored. */
  let stored = async (): Promise<void> => undefined;
  const { city, location, photo } = createCommands({
    ...plainDeps,
    streams: createFoldedStreams(await logOfTest(), parseEvent),
    // The reading side knows at most the first photo, which is the removed one.
    lookups: { ...noLookups, photosOf: async () => [{ id, locationId }] },
    photos: {
      ...store,
      async put(name, content) {
        await store.put(name, content);
        puts += 1;
        if (puts % names.length === 0) await stored();
      },
    },
    photoLimit: {
      reserve: async () => async () => void (takenBack += 1),
      deleted: async () => undefined,
      restored: async () => undefined,
    },
    renderer: { render: asRendered },
  });
  const { id: cityId } = await city.submit(porto, contextOf(admin));
  const place = async (name: string) => (await location.submit(bridgeIn(cityId, name), contextOf(admin))).id;
  const locationId = await place('One bridge');
  const { id } = await photo.add({ locationId, fileName: 'a.png', bytes }, contextOf(anna));
  // No photo has this width: an upload in another release stored it, and was refused.
  const leftOver = renditionName(sha256, 64);
  await store.put(leftOver, bytes);

  stored = async () => {
    stored = async () => undefined;
    // By the files' times, the removal keeps files stored after it began.
    await delay(5);
    await photo.removeForEver(id, false, contextOf(admin));
    for (const name of [...names, leftOver]) expect(await store.has(name)).toBe(false);
  };
  await photo.add({ locationId: await place('Other bridge'), fileName: 'a.png', bytes }, contextOf(anna));
  for (const name of names) expect(await store.has(name)).toBe(true);

  stored = async () => {
    // The second time: the event is in the log.
    stored = async () => {
      throw new Error('away');
    };
  };
  const third = { locationId: await place('Third bridge'), fileName: 'a.png', bytes };
  await expect(photo.add(third, contextOf(anna))).rejects.toThrow('away');
  expect(takenBack).toBe(0);
});
