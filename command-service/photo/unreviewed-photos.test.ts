import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, it } from 'vitest';

import { parseEvent } from '#contracts/events';
import { limits } from '#contracts/shared/limits';
import { noDetails } from '#contracts/photo/photo-details';
import { administrator, ordinaryPerson, type Person } from '#contracts/shared/person';
import { openEventLog } from '#platform/event-log/index';
import { openPhotoStore } from '#platform/photo-store/index';
import { openRecordStore } from '#platform/record-store/index';

import { createCommands } from '../commands.ts';
import { plainDeps } from '../shared/given.test-helper.ts';
import { createFoldedStreams } from '#platform/commands/folded-streams';
import type { CommandContext } from '#platform/commands/handle-command';
import { createUnreviewedPhotos } from './unreviewed-photos.ts';

const admin = administrator(randomUUID());
const anna = ordinaryPerson(randomUUID());
const newcomers = limits.unreviewedPhotosOfNewcomer;

/** A public place, and a limit over a real log and real records. `known`: what the reading side would answer. */
async function world() {
  const folder = await mkdtemp(path.join(tmpdir(), 'unreviewed-'));
  const log = await openEventLog({ path: path.join(folder, 'events.db'), streamPrefix: '' });
  const photos = await openPhotoStore({ folder: path.join(folder, 'photos') });
  const records = await openRecordStore({ path: path.join(folder, 'records.db') });
  const streams = createFoldedStreams(log, parseEvent);
  const known = { approved: false, photos: [] as string[] };
  const lookups = {
    unreviewedPhotosOf: async () => known.photos,
    hasApproved: async () => known.approved,
  };
  const { city, location, photo } = createCommands({
    ...plainDeps,
    streams,
    unreviewedPhotos: createUnreviewedPhotos({ streams, records, lookups }),
    photos,
    renderer: { render: rendered },
  });
  const imageUrl = 'https://example.org/porto.jpg';
  const { id: cityId } = await city.submit({ name: 'Porto', country: 'Portugal', imageUrl }, given(admin));
  const place = { name: 'Bridge', description: 'Iron', cityId, category: 'viewpoint' as const };
  const { id: locationId } = await location.submit(place, given(admin));
  const add = (name: string, actor = anna) =>
    photo.add({ locationId, fileName: 'a.png', bytes: Buffer.from(name) }, given(actor));
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
    async [Symbol.asyncDispose]() {
      for (const each of [photos, records, log]) await each[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const given = (actor: Person): CommandContext => {
  const commandId = randomUUID();
  return { commandId, actor, correlationId: commandId, time: new Date() };
};
const damaged = 'damaged';
const rendered = async (original: Buffer) => {
  if (original.toString() === damaged) throw new Error('It cannot be decoded');
  return {
    original,
    sha256: createHash('sha256').update(original).digest('hex'),
    mimeType: 'image/png' as const,
    width: 32,
    height: 32,
    placeholder: '#102030',
    renditions: [{ width: 32, bytes: original }],
    details: noDetails,
  };
};
const refused = (adding: Promise<unknown>) =>
  expect(adding).rejects.toMatchObject({ code: 'too-much-waiting' });

it('allows a newcomer twenty unreviewed photos, however many come at once', async () => {
  await using place = await world();
  const adding = Array.from({ length: newcomers + 5 }, (_, index) => place.add(`photo ${index}`));
  const outcomes = await Promise.allSettled(adding);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(newcomers);
  await refused(place.add('one more'));
});

it('frees a place when a moderator or the uploader removes a photo', async () => {
  await using place = await world();
  const [first = '', second = ''] = await place.addMany(newcomers, 'photo');
  await place.photo.remove(first, 'Blurred', given(admin));
  await place.photo.delete(second, given(anna));
  await place.addMany(2, 'next');
  await refused(place.add('one more'));
});

it('allows two hundred after the first accepted photo, and each review frees one more', async () => {
  await using place = await world();
  const [first = ''] = await place.addMany(newcomers, 'photo');
  await place.photo.review(first, given(admin));
  await place.addMany(limits.unreviewedPhotosOfPerson - newcomers + 1, 'next');
  await refused(place.add('one more'));
});

it('also counts anything else of the person that was approved', async () => {
  await using place = await world();
  await place.addMany(newcomers, 'photo');
  await refused(place.add('one more'));
  place.known.approved = true;
  await place.add('one more');
});

it('does not count a refused photo, and frees no place if the same photo is sent again', async () => {
  await using place = await world();
  await place.addMany(newcomers - 1, 'photo');
  for (const _ of [1, 2]) await expect(place.add(damaged)).rejects.toThrow();
  for (const _ of [1, 2]) {
    await expect(place.add('photo 0')).rejects.toMatchObject({ code: 'photo-already-here' });
  }
  await place.add('the last');
  await refused(place.add('one more'));
});

it('completes records that are younger than the log', async () => {
  await using place = await world();
  place.known.photos = await place.addMany(newcomers, 'photo');
  const key = `photos:${anna.userId}`;
  await place.records.waiting.remove(key, place.known.photos.slice(5));
  await place.addMany(newcomers - 5, 'next');
  await refused(place.add('one more'));
  expect(await place.records.waiting.of(key)).toHaveLength(2 * newcomers - 5);
});

it('allows trusted people and moderators any number', async () => {
  await using place = await world();
  const trusted = { ...ordinaryPerson(randomUUID()), isTrusted: true };
  const moderator = { ...ordinaryPerson(randomUUID()), canModerate: true };
  for (const actor of [trusted, moderator]) {
    for (let number = 0; number <= newcomers; number += 1) {
      await place.add(`${actor.userId} ${number}`, actor);
    }
  }
});
