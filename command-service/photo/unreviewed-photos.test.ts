import { randomUUID } from 'node:crypto';

import { expect, it } from 'vitest';

import { parseEvent } from '#contracts/events';
import { limits } from '#contracts/shared/limits';
import { administrator, ordinaryPerson } from '#contracts/shared/person';

import { createCommands } from '../commands.ts';
import { asRendered, bridgeIn, contextOf, plainDeps, porto } from '../shared/given.test-helper.ts';
import { createFoldedStreams } from '#platform/commands/folded-streams';
import { logOfTest, photosOfTest, recordsOfTest } from '../../test/harness/stores.ts';
import { createUnreviewedPhotos } from './unreviewed-photos.ts';

const admin = administrator(randomUUID());
const anna = ordinaryPerson(randomUUID());
const newcomers = limits.unreviewedPhotosOfNewcomer;

/** A public place, and a limit over a real log and real records. `known`: what the reading side would answer. */
async function world() {
  const records = await recordsOfTest();
  const streams = createFoldedStreams(await logOfTest(), parseEvent);
  const known = { approved: false, photos: [] as string[] };
  const lookups = {
    unreviewedPhotosOf: async () => known.photos,
    hasApproved: async () => known.approved,
  };
  const { city, location, photo } = createCommands({
    ...plainDeps,
    streams,
    unreviewedPhotos: createUnreviewedPhotos({ streams, records, lookups }),
    photos: await photosOfTest(),
    renderer: { render: rendered },
  });
  const { id: cityId } = await city.submit(porto, contextOf(admin));
  const { id: locationId } = await location.submit(bridgeIn(cityId), contextOf(admin));
  const add = (name: string, actor = anna) =>
    photo.add({ locationId, fileName: 'a.png', bytes: Buffer.from(name) }, contextOf(actor));
  return {
    known,
    records,
    photo,
    add,
    /** Adds that many photos, and returns their ids. */
    async addMany(count: number, name: string): Promise<string[]> {
      const added = await Promise.all(Array.from({ length: count }, (_, index) => add(`${name} ${index}`)));
      return added.map(({ id }) => id);
    },
  };
}

const damaged = 'damaged';
function rendered(original: Buffer) {
  if (original.toString() === damaged) throw new Error('It cannot be decoded');
  return asRendered(original);
}
const refused = (adding: Promise<unknown>) =>
  expect(adding).rejects.toMatchObject({ code: 'too-much-waiting' });

it('allows a newcomer twenty unreviewed photos, however many come at once', async () => {
  const place = await world();
  const adding = Array.from({ length: newcomers + 5 }, (_, index) => place.add(`photo ${index}`));
  const outcomes = await Promise.allSettled(adding);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(newcomers);
  await refused(place.add('one more'));
});

it('frees a place when a moderator or the uploader removes a photo', async () => {
  const place = await world();
  const [first = '', second = ''] = await place.addMany(newcomers, 'photo');
  await place.photo.remove(first, 'Blurred', contextOf(admin));
  await place.photo.delete(second, contextOf(anna));
  await place.addMany(2, 'next');
  await refused(place.add('one more'));
});

it('allows two hundred after the first accepted photo, and each review frees one more', async () => {
  const place = await world();
  const [first = ''] = await place.addMany(newcomers, 'photo');
  await place.photo.review(first, contextOf(admin));
  await place.addMany(limits.unreviewedPhotosOfPerson - newcomers + 1, 'next');
  await refused(place.add('one more'));
});

it('also counts anything else of the person that was approved', async () => {
  const place = await world();
  await place.addMany(newcomers, 'photo');
  await refused(place.add('one more'));
  place.known.approved = true;
  await place.add('one more');
});

it('does not count a refused photo, and frees no place if the same photo is sent again', async () => {
  const place = await world();
  await place.addMany(newcomers - 1, 'photo');
  for (const _ of [1, 2]) await expect(place.add(damaged)).rejects.toThrow();
  for (const _ of [1, 2]) {
    await expect(place.add('photo 0')).rejects.toMatchObject({ code: 'photo-already-here' });
  }
  await place.add('the last');
  await refused(place.add('one more'));
});

it('completes records that are younger than the log', async () => {
  const place = await world();
  place.known.photos = await place.addMany(newcomers, 'photo');
  const key = `photos:${anna.userId}`;
  await place.records.waiting.remove(key, place.known.photos.slice(5));
  await place.addMany(newcomers - 5, 'next');
  await refused(place.add('one more'));
  expect(await place.records.waiting.of(key)).toHaveLength(2 * newcomers - 5);
});

it('allows trusted people and moderators any number', async () => {
  const place = await world();
  const trusted = { ...ordinaryPerson(randomUUID()), isTrusted: true };
  const moderator = { ...ordinaryPerson(randomUUID()), canModerate: true };
  for (const actor of [trusted, moderator]) {
    for (let number = 0; number <= newcomers; number += 1) {
      await place.add(`${actor.userId} ${number}`, actor);
    }
  }
});
