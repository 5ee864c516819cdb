import { expect, test } from 'vitest';

import { city, location, photo } from '../testing/events.ts';
import { eventId, given } from '../testing/given.ts';
import { timeAt } from '../testing/world.ts';
import { places } from './places.ts';

const forum = [city.submitted('rome'), city.approved('rome'), location.submitted('forum', 'rome')] as const;

test('a photo keeps what was said of it, who brought it and its place in the order', async () => {
  await using then = await given(places, ...forum, [photo.added('p1', 'forum'), { actor: 'bob' }]);
  expect(await then.get('photos', 'p1')).toEqual({
    id: 'p1',
    locationId: 'forum',
    sha256: 'hash of p1',
    fileName: 'p1.jpg',
    fileSize: 1000,
    mimeType: 'image/jpeg',
    width: 1600,
    height: 900,
    placeholder: '#abc',
    renditions: [400, 800],
    uploadedBy: 'bob',
    createdAt: timeAt(3),
    added: 4,
    present: true,
    endedBy: null,
    endedAt: null,
  });
});

test('a deleted photo says when it went, and comes back', async () => {
  const gone = [...forum, photo.added('p1', 'forum'), photo.deleted('p1', 'forum')] as const;
  await using then = await given(places, ...gone);
  expect(await then.get('photos', 'p1')).toMatchObject({
    present: false,
    endedBy: eventId(4),
    endedAt: timeAt(4),
  });
  await using back = await given(places, ...gone, photo.restored('p1', 'forum', eventId(4)));
  expect(await back.get('photos', 'p1')).toMatchObject({ present: true, endedBy: null, endedAt: null });
});

test('the same photo uploaded again is there again, in its old place, with its new uploader', async () => {
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
    endedAt: null,
    added: 4,
    uploadedBy: 'bob',
  });
  expect(await then.get('locations', 'forum')).toMatchObject({ photoCount: 2, primaryPhoto: { id: 'p1' } });
});

test('a cascade does not bring back what someone deleted again by itself', async () => {
  await using then = await given(places, ...forum, photo.added('p1', 'forum'), photo.deleted('p1', 'forum'), [
    photo.restored('p1', 'forum', eventId(99)),
    { cascadeId: eventId(99) },
  ]);
  expect(await then.get('photos', 'p1')).toMatchObject({ present: false, endedBy: eventId(4) });
});
