import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { beforeAll, expect, test } from 'vitest';

import type { DomainEvent } from '#contracts/events';
import { hiddenNames } from '#contracts/shared/texts';
import { EventLine } from '#apps/transfer/format';

import type { Json } from '../harness/http.ts';
import { startPopulated } from '../harness/for-file.ts';
import type { Person } from '../harness/in-process.ts';
import { contentsIn, expectEqualToReplay } from '../harness/replayed.ts';
import { expectDocumentsAsFolded } from '../properties/folded.ts';

/**
 * The first release recorded the effect of a closed city on its locations and photos as separate events. These files
 * contain such a log and the answers of that release: cities deleted, restored (also immediately), rejected, reopened
 * and withdrawn, with photos and locations of every status, and locations that were moved or deleted themselves.
 */
const read = (name: string) => readFile(path.join(import.meta.dirname, '0.1.0', name), 'utf8');
const before: Json = JSON.parse(await read('cascades.json'));

const { folder, server, admin, ann, bob } = await startPopulated();
const people: Readonly<Record<string, Person>> = { admin, ann, bob };
beforeAll(async () => {
  await appendAll();
  await server.settled();
});

/** Appends the log as it was written, with the people of this test. */
async function appendAll(): Promise<void> {
  let text = await read('cascades.jsonl');
  for (const [name, { id }] of Object.entries(people)) text = text.replaceAll(before.people[name], id);
  await using log = await folder.openLog();
  for (const line of text.trim().split('\n')) {
    const { stream, revision, id, type, data, metadata } = EventLine.parse(JSON.parse(line));
    // These people are already registered in this log.
    if (type === 'account-registered.v1') continue;
    const expected = revision === '0' ? 'none' : BigInt(revision) - 1n;
    await log.append(stream, expected, [{ id, event: { type, data } as DomainEvent, metadata }]);
  }
}

const as = (name: string) => ({ token: people[name]?.token });
const names = (list: readonly Json[]): string[] => list.map(({ name, locationName }) => name ?? locationName);

async function cityAnswers(): Promise<Json> {
  const cities = await server.list('/api/admin/cities', as('admin'));
  return Object.fromEntries(
    cities.map(({ name, status, reason, locationCount, photoCount, revision }) => [
      name,
      { status, reason, locationCount, photoCount, revision },
    ]),
  );
}

async function locationAnswers(): Promise<Json> {
  const locations = await server.list('/api/admin/locations', as('admin'));
  const entries = locations.map(async (location): Promise<[string, Json]> => {
    const {
      id,
      name,
      cityName: city,
      status,
      reason,
      revision,
      rating,
      favoriteCount,
      submittedBy,
    } = location;
    const url = `/api/locations/${id}`;
    const submitter = submittedBy === people['ann']?.id ? 'ann' : 'bob';
    const photos = status === 'deleted' ? [] : await server.list(`${url}/photos?imageData=omit`, as('admin'));
    return [
      name,
      {
        city,
        status,
        reason,
        revision,
        rating,
        favoriteCount,
        visitor: (await server.call('GET', url)).status,
        submitter: (await server.call('GET', url, as(submitter))).status,
        photos: photos.map(({ fileName, isPrimary }) => `${fileName}${isPrimary ? ' (primary)' : ''}`),
      },
    ];
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function listAnswers(): Promise<Json> {
  const submissions = async (name: string) =>
    (await server.list('/api/submissions', as(name)))
      // The first release listed no photos.
      .filter(({ entityType }) => entityType !== 'photo')
      .map(({ entityType, name, status, reason }) => [entityType, name, status, reason]);
  const sorted = async (url: string, name = '') => names(await server.list(url, as(name))).sort();
  return {
    cities: await sorted('/api/cities'),
    locations: await sorted('/api/locations'),
    found: await sorted('/api/locations?search=view'),
    trending: await sorted('/api/locations/trending'),
    pendingCities: await sorted('/api/admin/pending-cities', 'admin'),
    pendingLocations: await sorted('/api/admin/pending-locations', 'admin'),
    pendingEdits: await sorted('/api/admin/pending-edits', 'admin'),
    stats: (await server.call('GET', '/api/stats')).body,
    'submissions of ann': await submissions('ann'),
    'submissions of bob': await submissions('bob'),
  };
}

/** It was declined only together with its city, and then moved into an existing one; now it is pending there. */
const moved = 'Rejected, then moved from first';

test('its cities have the same status as before', async () => {
  expect(await cityAnswers()).toEqual(before.cities);
});

test('its locations have the same status as before, except one that was declined with its city and moved away', async () => {
  expect(await locationAnswers()).toEqual({
    ...before.locations,
    [moved]: { ...before.locations[moved], status: 'pending', reason: null },
  });
});

/** Their places were deleted, so nobody decides on these edits any longer; the first release listed them as pending. */
const endedEdits = ['Alone and gone seen', 'Deleted twice seen', 'Deleted seen'];

/** A place of a declined city, which the edit's author does not see. */
const hiddenFromAnn = 'Closed seen';

test('its lists are the same as before, plus that location as pending, without edits of deleted places and names of hidden ones', async () => {
  const lists = await listAnswers();
  const waiting = [...before.lists.pendingLocations, moved].sort();
  const sent = (before.lists['submissions of ann'] as readonly Json[])
    .filter((line) => line[0] !== 'edit' || !endedEdits.includes(String(line[1])))
    .map((line) => (line[1] === moved ? ['location', moved, 'pending', null] : line))
    .map((line) => (line[1] === hiddenFromAnn ? ['edit', hiddenNames.location, 'pending', null] : line));
  expect(lists).toEqual({
    ...before.lists,
    pendingLocations: waiting,
    'submissions of ann': sent,
    stats: { ...before.lists.stats, contributors: lists.stats.contributors },
  });
});

test('its histories contain the closings of the cities, and no cascade events', async () => {
  const locations = await server.list('/api/admin/locations', as('admin'));
  const typesOf = async (name: string) => {
    const id = locations.find((each) => each.name === name)?.id;
    const entries = await server.list(`/api/admin/locations/${id}/history`, as('admin'));
    return entries.map(({ type }) => type);
  };
  expect(await typesOf('Deleted twice waits')).toEqual([
    'location-submitted.v1',
    'photo-added.v1',
    'city-deleted.v1',
    'city-restored.v1',
    'location-deleted.v1',
    'city-deleted.v1',
  ]);
  expect(await typesOf(moved)).toEqual([
    'location-submitted.v1',
    'photo-added.v1',
    'city-rejected.v1',
    'location-edited.v1',
  ]);
});

test('after it, one event restores a city with the items that a cascade deleted', async () => {
  const cities = await server.list('/api/admin/cities', as('admin'));
  const { id } = cities.find(({ name }) => name === 'Deleted');
  const head = (await folder.events()).at(-1)?.position ?? 0n;
  const { status, position } = await server.call('POST', `/api/admin/cities/${id}/restore`, as('admin'));
  expect(status).toBe(200);
  expect((await folder.events()).filter((event) => event.position > head)).toHaveLength(1);
  const shown = await server.list(`/api/locations?city=${id}`, { minPosition: position });
  expect(shown).toMatchObject([{ name: 'Deleted seen', photoCount: 2, rating: 4, favoriteCount: 1 }]);
  const all = await server.list('/api/admin/locations', { ...as('admin'), minPosition: position });
  const statuses = all.filter(({ cityId }) => cityId === id).map(({ name, status }) => [name, status]);
  expect(Object.fromEntries(statuses)).toEqual({
    'Deleted seen': 'approved',
    'Deleted waits': 'pending',
    'Deleted late': 'pending',
    'Deleted declined': 'rejected',
    'Deleted gone': 'deleted',
    'Deleted taken back': 'withdrawn',
  });
});

test('live, replayed and folded states agree', async () => {
  await server.settled();
  await expectEqualToReplay(folder);
  expectDocumentsAsFolded(await contentsIn(folder), await folder.events());
});
