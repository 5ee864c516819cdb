import { describe, expect, test } from 'vitest';

import type { CityDocument, LocationDocument } from '#contracts/read-models';

import { noDetails } from '#contracts/photo/photo-details';
import { city, location, photo, review, sha256Of } from '../testing/events.ts';
import { eventId, given } from '../testing/given.ts';
import { timeAt, type GivenEvent } from '../testing/world.ts';
import { places } from '../places.ts';

const forum = [city.submitted('rome'), city.approved('rome'), location.submitted('forum', 'rome')] as const;

test('a photo keeps its data, its uploader and its place in the order', async () => {
  await using then = await given(places, ...forum, [photo.added('p1', 'forum'), { actor: 'bob' }]);
  expect(await then.get('photos', 'p1')).toEqual({
    id: 'p1',
    locationId: 'forum',
    originId: 'forum',
    sha256: sha256Of('p1'),
    fileName: 'p1.jpg',
    fileSize: 1000,
    mimeType: 'image/jpeg',
    width: 1600,
    height: 900,
    placeholder: '#abc',
    renditions: [400, 800],
    uploadedBy: 'bob',
    createdAt: timeAt(3),
    caption: null,
    details: null,
    added: 4,
    present: true,
    deletedAt: null,
    deletedBy: null,
    forEver: false,
    reason: null,
    review: null,
    reviewed: false,
    reviewedAt: null,
    revision: 0,
    shown: true,
    heldBackFor: null,
    listed: true,
    placeDeleted: false,
    placeApproved: false,
    cityId: 'rome',
  });
});

test('a description changes the fields that it names and leaves the others', async () => {
  const details = { ...noDetails, camera: 'Fujifilm X-T5' };
  const added = photo.added('p1', 'forum', { caption: 'Columns', details });
  await using first = await given(places, ...forum, added);
  expect(await first.get('photos', 'p1')).toMatchObject({ caption: 'Columns', details });
  const unshared = photo.described('p1', 'forum', { details: null });
  await using second = await given(places, ...forum, added, unshared);
  expect(await second.get('photos', 'p1')).toMatchObject({ caption: 'Columns', details: null });
  await using third = await given(
    places,
    ...forum,
    added,
    unshared,
    photo.described('p1', 'forum', { caption: null }),
  );
  expect(await third.get('photos', 'p1')).toMatchObject({ caption: null, details: null });
});

test('a deleted photo has the time of its deletion, and can be restored', async () => {
  const gone = [...forum, photo.added('p1', 'forum'), photo.deleted('p1', 'forum')] as const;
  await using then = await given(places, ...gone);
  expect(await then.get('photos', 'p1')).toMatchObject({
    present: false,
    deletedAt: timeAt(4),
  });
  await using back = await given(places, ...gone, photo.restored('p1', 'forum', eventId(4)));
  expect(await back.get('photos', 'p1')).toMatchObject({ present: true, deletedAt: null });
});

test('the same photo uploaded again returns to its old place, with its new uploader', async () => {
  await using then = await given(
    places,
    ...forum,
    photo.added('p1', 'forum'),
    photo.added('p2', 'forum'),
    photo.deleted('p1', 'forum'),
    [photo.added('p1', 'forum'), { actor: 'bob' }],
  );
  expect(await then.get('photos', 'p1')).toMatchObject({
    present: true,
    deletedAt: null,
    added: 4,
    uploadedBy: 'bob',
  });
  expect(await then.get('locations', 'forum')).toMatchObject({ photoCount: 2, primaryPhoto: { id: 'p1' } });
});

describe('a photo that is hidden until its review', () => {
  const heldBack = [
    ...forum,
    location.approved('forum', 'rome'),
    [photo.added('p1', 'forum', { review: 'before' }), { actor: 'bob' }],
  ] as const;
  const reviewed = [...heldBack, review.photo('p1', 'forum', 'bob')] as const;
  const numbersAfter = async (...events: readonly GivenEvent[]) => {
    await using then = await given(places, ...events);
    const place = await then.get<LocationDocument>('locations', 'forum');
    const rome = await then.get<CityDocument>('cities', 'rome');
    return [place?.photoCount, place?.primaryPhoto?.id ?? null, rome?.photoCount];
  };
  const trendAfter = async (...events: readonly GivenEvent[]) => {
    await using then = await given(places, ...events);
    return (await then.get<LocationDocument>('locations', 'forum'))?.trend;
  };

  test('counts nowhere, and is not the primary photo even when it is featured', async () => {
    expect(await numbersAfter(...heldBack)).toEqual([0, null, 0]);
    expect(await numbersAfter(...heldBack, photo.featured('p1', 'forum', 'rome'))).toEqual([0, null, 0]);
    const second = photo.added('p2', 'forum');
    const both = [...heldBack, photo.featured('p1', 'forum', 'rome'), second] as const;
    expect(await numbersAfter(...both)).toEqual([1, 'p2', 1]);
    expect(await numbersAfter(...both, review.photo('p1', 'forum', 'bob'))).toEqual([2, 'p1', 2]);
  });

  test('counts after its review, until the review is undone', async () => {
    expect(await numbersAfter(...reviewed)).toEqual([1, 'p1', 1]);
    expect(await numbersAfter(...reviewed, review.photoAgain('p1', 'forum'))).toEqual([0, null, 0]);
  });

  test('is marked for its uploader only', async () => {
    await using then = await given(places, ...heldBack);
    expect(await then.get('photos', 'p1')).toMatchObject({ shown: false, heldBackFor: 'bob', listed: true });
    await using after = await given(places, ...reviewed);
    expect(await after.get('photos', 'p1')).toMatchObject({ shown: true, heldBackFor: null });
    await using gone = await given(places, ...heldBack, photo.deleted('p1', 'forum'));
    expect(await gone.get('photos', 'p1')).toMatchObject({ shown: false, heldBackFor: null });
  });

  test('makes its place trend after its first review, once', async () => {
    const without = await trendAfter(...heldBack.slice(0, -1));
    expect(await trendAfter(...heldBack)).toBe(without);
    const first = await trendAfter(...reviewed);
    expect(first).toBeGreaterThan(without ?? Infinity);
    const again = [review.photoAgain('p1', 'forum'), review.photo('p1', 'forum', 'bob')];
    expect(await trendAfter(...reviewed, ...again)).toBe(first);
    const second = photo.added('p2', 'forum', { review: 'before' });
    const reviewedToo = review.photo('p2', 'forum', 'bob');
    expect(await trendAfter(...reviewed, [second, { actor: 'bob' }], reviewedToo)).toBe(first);
  });
});

test('the review of a photo that is already shown changes no number', async () => {
  const shown = [...forum, photo.added('p1', 'forum', { review: 'after' })] as const;
  await using before = await given(places, ...shown);
  await using after = await given(places, ...shown, review.photo('p1', 'forum', 'ann'));
  expect(await after.get('locations', 'forum')).toEqual(await before.get('locations', 'forum'));
  expect(await after.get('photos', 'p1')).toMatchObject({ reviewed: true, reviewedAt: timeAt(4) });
});

test('a photo stays in its uploader’s submissions when somebody else removed it', async () => {
  const brought = [...forum, [photo.added('p1', 'forum'), { actor: 'bob' }]] as const;
  const removed = photo.deleted('p1', 'forum', 'Blurred');
  await using byOthers = await given(places, ...brought, [removed, { actor: 'mira' }]);
  expect(await byOthers.get('photos', 'p1')).toMatchObject({ listed: true, reason: 'Blurred' });
  await using byThemselves = await given(places, ...brought, [removed, { actor: 'bob' }]);
  expect(await byThemselves.get('photos', 'p1')).toMatchObject({ listed: false });
});

test('a permanently removed photo does not need its bytes, even if it was deleted before', async () => {
  const forEver = {
    type: 'photo-deleted.v2',
    data: { photoId: 'p1', locationId: 'forum', reason: null, forEver: true },
  } as const;
  const told = [...forum, photo.added('p1', 'forum')] as const;
  for (const events of [[forEver], [photo.deleted('p1', 'forum'), forEver]]) {
    await using then = await given(places, ...told, ...events);
    expect(await then.get('photos', 'p1')).toMatchObject({ present: false, shown: false, forEver: true });
  }
  await using then = await given(places, ...told, forEver, photo.added('p1', 'forum'));
  expect(await then.get('photos', 'p1')).toMatchObject({ present: true, forEver: false });
});
