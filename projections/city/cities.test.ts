import { expect, test } from 'vitest';

import type { CityDocument } from '#contracts/read-models';
import { city, location, photo } from '../testing/events.ts';
import { eventId, given } from '../testing/given.ts';
import { timeAt } from '../testing/world.ts';
import { places } from '../places.ts';

test('a submitted city is pending and belongs to its submitter', async () => {
  await using then = await given(places, [city.submitted('koln', { name: 'Köln' }), { actor: 'bob' }]);
  expect(await then.get('cities', 'koln')).toEqual({
    id: 'koln',
    coordinates: null,
    picture: null,
    duplicateOf: null,
    name: 'Köln',
    nameFolded: 'koln',
    country: 'Italy',
    imageUrl: '/a.jpg',
    status: 'pending',
    reason: null,
    submittedBy: 'bob',
    decision: 'pending',
    deletedAt: null,
    mergedInto: null,
    createdAt: timeAt(0),
    updatedAt: timeAt(0),
    decidedAt: null,
    revision: 0,
    locationCount: 0,
    pendingCount: 0,
    ownPendingCount: 0,
    declinedCount: 0,
    photoCount: 0,
    closed: false,
  });
});

test('an approval is a decision with a date', async () => {
  await using then = await given(places, city.submitted('rome'), city.approved('rome'));
  expect(await then.get('cities', 'rome')).toMatchObject({
    status: 'approved',
    decidedAt: timeAt(1),
    updatedAt: timeAt(1),
    revision: 1,
  });
});

test('a rejection keeps its reason until the city is reopened', async () => {
  const rejected = [city.submitted('rome'), city.rejected('rome', 'A duplicate')] as const;
  await using then = await given(places, ...rejected);
  expect(await then.get('cities', 'rome')).toMatchObject({ status: 'rejected', reason: 'A duplicate' });

  await using later = await given(places, ...rejected, city.reopened('rome', eventId(1)));
  expect(await later.get('cities', 'rome')).toMatchObject({
    status: 'pending',
    reason: null,
    decidedAt: null,
    revision: 2,
  });
});

test('a withdrawn city is withdrawn', async () => {
  await using then = await given(places, city.submitted('rome'), city.withdrawn('rome'));
  expect(await then.get('cities', 'rome')).toMatchObject({ status: 'withdrawn', decidedAt: timeAt(1) });
});

test('an edit changes the fields that it names, and a new name also changes the folded name', async () => {
  await using then = await given(
    places,
    city.submitted('rome'),
    city.edited('rome', { name: { from: 'rome', to: 'Roma Città' } }),
    city.edited('rome', { imageUrl: { from: '/a.jpg', to: '/b.jpg' }, country: { from: 'Italy', to: 'IT' } }),
  );
  expect(await then.get('cities', 'rome')).toMatchObject({
    name: 'Roma Città',
    nameFolded: 'roma citta',
    country: 'IT',
    imageUrl: '/b.jpg',
    updatedAt: timeAt(2),
    decidedAt: null,
    revision: 2,
  });
});

test('a restored city has its earlier state', async () => {
  const deleted = [city.submitted('rome'), city.approved('rome'), city.deleted('rome')] as const;
  await using then = await given(places, ...deleted);
  expect(await then.get('cities', 'rome')).toMatchObject({
    status: 'deleted',
    decision: 'approved',
    deletedAt: timeAt(2),
  });
  await using back = await given(places, ...deleted, city.restored('rome', eventId(2)));
  expect(await back.get('cities', 'rome')).toMatchObject({
    status: 'approved',
    deletedAt: null,
    decidedAt: timeAt(1),
    revision: 3,
  });
});

test('approved locations and their photos are counted', async () => {
  await using then = await given(
    places,
    city.submitted('rome'),
    city.approved('rome'),
    location.submitted('forum', 'rome'),
    location.approved('forum', 'rome'),
    location.submitted('garden', 'rome'),
    photo.added('p1', 'forum'),
    photo.added('p2', 'forum'),
    photo.added('p3', 'garden'),
    photo.deleted('p1', 'forum'),
  );
  expect(await then.get('cities', 'rome')).toMatchObject({ locationCount: 1, photoCount: 1 });
});

test('a moved location is counted in its new city', async () => {
  await using then = await given(
    places,
    city.submitted('rome'),
    city.approved('rome'),
    city.submitted('oslo'),
    city.approved('oslo'),
    location.submitted('forum', 'rome'),
    photo.added('p1', 'forum'),
    location.approved('forum', 'rome'),
    location.edited('forum', 'rome', { cityId: { from: 'rome', to: 'oslo' } }),
  );
  expect(await then.get<CityDocument>('cities', 'rome')).toMatchObject({ locationCount: 0, photoCount: 0 });
  expect(await then.get<CityDocument>('cities', 'oslo')).toMatchObject({ locationCount: 1, photoCount: 1 });
});

test('an event of an unknown city changes nothing', async () => {
  await using then = await given(places, city.approved('rome'), city.edited('rome', {}));
  expect(await then.get('cities', 'rome')).toBeUndefined();
});
