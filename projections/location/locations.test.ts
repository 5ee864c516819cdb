import { mapKeyOf } from '#contracts/location/map-key';
import { expect, test } from 'vitest';

import type { LocationDocument } from '#contracts/read-models';
import { noOptionalFields } from '#contracts/testing/location';
import { city, edit, location, opinion, photo } from '../testing/events.ts';
import { eventId, given } from '../testing/given.ts';
import { timeAt, type GivenEvent } from '../testing/world.ts';
import { places } from '../places.ts';

/** Rome is approved; the next event is number 2. */
const rome = [city.submitted('rome'), city.approved('rome')] as const;
const forum = [...rome, location.submitted('forum', 'rome'), location.approved('forum', 'rome')] as const;

const forumAfter = async (...told: readonly GivenEvent[]): Promise<LocationDocument | undefined> => {
  await using then = await given(places, ...told);
  return await then.get<LocationDocument>('locations', 'forum');
};

test('a submitted location is pending and not public', async () => {
  expect(await forumAfter(...rome, [location.submitted('forum', 'rome'), { actor: 'bob' }])).toEqual({
    id: 'forum',
    name: 'forum',
    description: 'A place to stand still',
    cityId: 'rome',
    category: 'landmark',
    ...noOptionalFields,
    duplicateOf: null,
    status: 'pending',
    reason: null,
    submittedBy: 'bob',
    decision: 'pending',
    deletedAt: null,
    createdAt: timeAt(2),
    updatedAt: timeAt(2),
    decidedAt: null,
    revision: 0,
    isApproved: false,
    mergedInto: null,
    mergedOf: null,
    path: [],
    members: [],
    ownCityId: null,
    approved: 0,
    mapKey: null,
    featuredPhotoId: null,
    primaryPhoto: null,
    photoCount: 0,
    rating: 0,
    ratingSum: 0,
    ratingCount: 0,
    favoriteCount: 0,
    trend: 0,
  });
});

test('a location’s map key follows its point, its category and its best time', async () => {
  const at = { latitude: 41.89, longitude: 12.48 };
  const edited = await forumAfter(
    ...rome,
    location.submitted('forum', 'rome', { coordinates: at }),
    location.edited('forum', 'rome', { category: { from: 'viewpoint', to: 'cafe' } }),
  );
  expect(edited?.mapKey).toBe(
    mapKeyOf({ coordinates: at, category: 'cafe', bestTimeToVisit: edited?.bestTimeToVisit ?? null }),
  );
});

test('an approved location is sorted among the newest by the position of its approval', async () => {
  expect(await forumAfter(...forum)).toMatchObject({
    status: 'approved',
    isApproved: true,
    approved: 4,
    decidedAt: timeAt(3),
    revision: 1,
  });
});

test('a location can be rejected with a reason, reopened and withdrawn', async () => {
  const rejected = [
    ...rome,
    location.submitted('forum', 'rome'),
    location.rejected('forum', 'rome', 'Blurred'),
  ];
  expect(await forumAfter(...rejected)).toMatchObject({ status: 'rejected', reason: 'Blurred' });
  const reopened = [...rejected, location.reopened('forum', 'rome', eventId(3))];
  expect(await forumAfter(...reopened)).toMatchObject({ status: 'pending', reason: null, decidedAt: null });
  expect(await forumAfter(...reopened, location.withdrawn('forum', 'rome'))).toMatchObject({
    status: 'withdrawn',
    revision: 3,
  });
});

test('an edit changes the fields that it names; null clears an optional one', async () => {
  const changed = location.edited('forum', 'rome', {
    name: { from: 'forum', to: 'Forum Romanum' },
    category: { from: 'landmark', to: 'nature' },
    address: { from: null, to: 'Via Sacra' },
  });
  expect(await forumAfter(...forum, changed)).toMatchObject({
    name: 'Forum Romanum',
    category: 'nature',
    address: 'Via Sacra',
    updatedAt: timeAt(4),
    decidedAt: timeAt(3),
    approved: 4,
    revision: 2,
  });
  const cleared = location.edited('forum', 'rome', { address: { from: 'Via Sacra', to: null } });
  expect(await forumAfter(...forum, changed, cleared)).toMatchObject({ address: null });
});

test('an approved proposal changes the location; a pending or declined one does not', async () => {
  const changes = { name: { from: 'forum', to: 'Forum' } };
  const proposed = [...forum, edit.proposed('e1', 'forum', 'rome', changes)];
  expect(await forumAfter(...proposed)).toMatchObject({ name: 'forum', revision: 2 });
  expect(await forumAfter(...proposed, edit.rejected('e1', 'forum', 'rome'))).toMatchObject({
    name: 'forum',
    revision: 3,
  });
  expect(await forumAfter(...proposed, edit.approved('e1', 'forum', 'rome', changes))).toMatchObject({
    name: 'Forum',
    revision: 3,
  });
});

test('the primary photo is the featured one, or else the oldest existing one', async () => {
  const two = [...forum, photo.added('p1', 'forum'), photo.added('p2', 'forum', { width: 640 })];
  expect(await forumAfter(...two)).toMatchObject({ photoCount: 2, primaryPhoto: { id: 'p1' } });
  const featured = [...two, photo.featured('p2', 'forum', 'rome')];
  expect(await forumAfter(...featured)).toMatchObject({
    featuredPhotoId: 'p2',
    primaryPhoto: { id: 'p2', width: 640 },
  });
  const gone = [...featured, photo.deleted('p2', 'forum')];
  expect(await forumAfter(...gone)).toMatchObject({ photoCount: 1, primaryPhoto: { id: 'p1' } });
  expect(await forumAfter(...gone, photo.deleted('p1', 'forum'))).toMatchObject({
    photoCount: 0,
    primaryPhoto: null,
  });
});

test('the rating is the mean of each person’s last rating', async () => {
  const rated = [
    ...forum,
    opinion.rated('forum', 'ann', 5),
    opinion.rated('forum', 'bob', 2),
    opinion.rated('forum', 'ann', 4),
    opinion.favorited('forum', 'ann'),
    opinion.favorited('forum', 'bob'),
    opinion.unfavorited('forum', 'bob'),
  ];
  expect(await forumAfter(...rated)).toMatchObject({ rating: 3, ratingCount: 2, favoriteCount: 1 });
});

test('each person counts once per kind for the trend; undoing and repeating does not count again', async () => {
  const once = await forumAfter(...forum, opinion.favorited('forum', 'ann'));
  const again = await forumAfter(
    ...forum,
    opinion.favorited('forum', 'ann'),
    opinion.unfavorited('forum', 'ann'),
    opinion.favorited('forum', 'ann'),
  );
  expect(again?.trend).toBe(once?.trend);
  const other = await forumAfter(
    ...forum,
    opinion.favorited('forum', 'ann'),
    opinion.rated('forum', 'ann', 1),
  );
  expect(other?.trend).toBeGreaterThan(once?.trend ?? Infinity);
});

test('only the first approval counts for the trend', async () => {
  const week = 7 * 24 * 3600 * 1000;
  const approved = await forumAfter(...forum);
  expect(approved?.trend).toBe(Date.parse(timeAt(3)) / week);
  const twice = await forumAfter(
    ...forum,
    location.reopened('forum', 'rome', eventId(3)),
    location.approved('forum', 'rome'),
  );
  expect(twice?.trend).toBe(approved?.trend);
  expect(twice?.approved).toBe(6);
});

test('a category that this release does not know stops the model', async () => {
  await expect(
    forumAfter(...rome, location.submitted('forum', 'rome', { category: 'volcano' })),
  ).rejects.toThrow('Unknown category volcano');
});
