import { describe, expect, test } from 'vitest';

import type { CityDocument, LocationDocument, PhotoDocument } from '../read-store/models.ts';
import { city, edit, location, photo } from '../testing/events.ts';
import { eventId, given } from '../testing/given.ts';
import { timeAt, type Told } from '../testing/world.ts';
import { places } from './places.ts';

const rome = [city.submitted('rome'), city.approved('rome')] as const;
/** Forum is public with a photo, garden waits, quarry is rejected: events 2 to 7. */
const full = [
  ...rome,
  location.submitted('forum', 'rome'),
  location.approved('forum', 'rome'),
  photo.added('p1', 'forum'),
  location.submitted('garden', 'rome'),
  location.submitted('quarry', 'rome'),
  location.rejected('quarry', 'rome', 'Private'),
] as const;
const deletion = eventId(full.length);
const deleted = [...full, city.deleted('rome')] as const;
/** What the reaction records afterwards. */
const system = { actor: 'system', cascadeId: deletion };
const recorded = [
  ...deleted,
  [location.deleted('forum', 'rome'), system],
  [location.deleted('garden', 'rome'), system],
  [location.deleted('quarry', 'rome'), system],
  [photo.deleted('p1', 'forum'), system],
] as const;

const statusesAfter = async (...told: readonly Told[]) => {
  await using then = await given(places, ...told);
  const all = await then.reader.find<LocationDocument>('locations', { filter: {}, limit: 20 });
  return Object.fromEntries(all.map(({ id, status }) => [id, status]));
};

describe('a city is deleted', () => {
  test('all its locations are gone at that very event', async () => {
    await using then = await given(places, ...deleted);
    expect(await statusesAfter(...deleted)).toEqual({
      forum: 'deleted',
      garden: 'deleted',
      quarry: 'deleted',
    });
    expect(await then.get('locations', 'forum')).toMatchObject({
      public: false,
      endedBy: deletion,
      statusBefore: 'approved',
      revision: 1,
    });
    expect(await then.get('cities', 'rome')).toMatchObject({ locationCount: 0, photoCount: 0 });
  });

  test('recording the cascade event by event changes no status, and hides the photos', async () => {
    await using then = await given(places, ...recorded);
    expect(await then.get('locations', 'forum')).toMatchObject({
      status: 'deleted',
      endedBy: deletion,
      statusBefore: 'approved',
      revision: 2,
    });
    expect(await then.get('photos', 'p1')).toMatchObject({
      present: false,
      endedBy: deletion,
      endedAt: timeAt(full.length + 1),
    });
  });

  test.each([
    ['before the cascade is recorded', deleted],
    ['after it is recorded', recorded],
  ])('restored %s, exactly what it took is back as it was', async (_, told) => {
    const back = [...told, city.restored('rome', deletion)];
    expect(await statusesAfter(...back)).toEqual({
      forum: 'approved',
      garden: 'pending',
      quarry: 'rejected',
    });
    await using then = await given(places, ...back);
    expect(await then.get('cities', 'rome')).toMatchObject({
      status: 'approved',
      locationCount: 1,
      photoCount: 1,
    });
    expect(await then.get('locations', 'forum')).toMatchObject({ public: true, primaryPhoto: { id: 'p1' } });
    expect(await then.get('photos', 'p1')).toMatchObject({ present: true, endedBy: null, endedAt: null });
  });

  test('restored while the cascade is being recorded, nothing of it is gone again for a moment', async () => {
    const back = [...deleted, city.restored('rome', deletion)];
    const late = [
      [location.deleted('forum', 'rome'), system],
      [location.deleted('garden', 'rome'), system],
      [photo.deleted('p1', 'forum'), system],
    ] as const;
    const undone = { actor: 'system', cascadeId: eventId(deleted.length) };
    const after = [
      [location.restored('forum', 'rome', deletion), undone],
      [location.restored('garden', 'rome', deletion), undone],
      [photo.restored('p1', 'forum', deletion), undone],
    ] as const;
    const all = [...late, ...after];
    for (let recorded = 1; recorded <= all.length; recorded += 1) {
      await using then = await given(places, ...back, ...all.slice(0, recorded));
      const [forum, garden, p1, rome] = await Promise.all([
        then.get('locations', 'forum'),
        then.get('locations', 'garden'),
        then.get('photos', 'p1'),
        then.get('cities', 'rome'),
      ]);
      expect(forum).toMatchObject({ status: 'approved', public: true, photoCount: 1 });
      expect(garden).toMatchObject({ status: 'pending', endedBy: null });
      expect(p1).toMatchObject({ present: true, endedBy: null, endedAt: null });
      expect(rome).toMatchObject({ locationCount: 1, photoCount: 1 });
    }
  });

  test('what was deleted by itself before stays deleted', async () => {
    const alone = [...full, location.deleted('garden', 'rome'), photo.deleted('p1', 'forum')];
    const root = eventId(alone.length);
    const told = [
      ...alone,
      city.deleted('rome'),
      [location.deleted('forum', 'rome'), { cascadeId: root }],
      city.restored('rome', root),
      [location.restored('forum', 'rome', root), { cascadeId: eventId(alone.length + 2) }],
    ] as const;
    expect(await statusesAfter(...told)).toMatchObject({ forum: 'approved', garden: 'deleted' });
    await using then = await given(places, ...told);
    expect(await then.get('photos', 'p1')).toMatchObject({
      present: false,
      endedBy: eventId(full.length + 1),
    });
    expect(await then.get<CityDocument>('cities', 'rome')).toMatchObject({ locationCount: 1, photoCount: 0 });
  });

  test('what arrives later goes along, and returns too', async () => {
    const late = [...deleted, location.submitted('late', 'rome'), photo.added('p2', 'late')];
    expect(await statusesAfter(...late)).toMatchObject({ late: 'deleted' });
    const back = [...late, city.restored('rome', deletion)];
    expect(await statusesAfter(...back)).toMatchObject({ late: 'pending' });
    await using then = await given(places, ...back);
    expect(await then.get('photos', 'p2')).toMatchObject({ present: true });
  });

  test('a decision made before anyone knew stands beneath the deletion', async () => {
    const decided = [...deleted, location.approved('garden', 'rome')];
    expect(await statusesAfter(...decided)).toMatchObject({ garden: 'deleted' });
    expect(await statusesAfter(...decided, city.restored('rome', deletion))).toMatchObject({
      garden: 'approved',
    });
  });

  test('a location that moves into a city that is gone goes too, one that moved out before stays', async () => {
    const elsewhere = [city.submitted('oslo'), city.approved('oslo')];
    const out = location.edited('garden', 'rome', { cityId: { from: 'rome', to: 'oslo' } });
    const into = location.edited('fjord', 'oslo', { cityId: { from: 'oslo', to: 'rome' } });
    const told = [
      ...full,
      ...elsewhere,
      out,
      location.submitted('fjord', 'oslo'),
      city.deleted('rome'),
      into,
    ];
    expect(await statusesAfter(...told)).toMatchObject({ garden: 'pending', fjord: 'deleted' });
  });
});

describe('a city is rejected, or taken back', () => {
  const waiting = [
    [city.submitted('rome'), { actor: 'ann' }],
    [location.submitted('mine', 'rome'), { actor: 'ann' }],
    [location.submitted('other', 'rome'), { actor: 'bob' }],
    location.submitted('decided', 'rome'),
    location.approved('decided', 'rome'),
  ] as const;
  const end = eventId(waiting.length);

  test('a rejection rejects what waits, with its reason; reopening reopens just that', async () => {
    const rejected = [...waiting, city.rejected('rome', 'Too near')];
    await using then = await given(places, ...rejected);
    expect(await then.get('locations', 'other')).toMatchObject({
      status: 'rejected',
      reason: 'Too near',
      endedBy: end,
    });
    expect(await statusesAfter(...rejected)).toEqual({
      mine: 'rejected',
      other: 'rejected',
      decided: 'approved',
    });
    const alone = [...waiting, location.rejected('mine', 'rome', 'Blurred')];
    const root = eventId(alone.length);
    expect(await statusesAfter(...alone, city.rejected('rome'), city.reopened('rome', root))).toEqual({
      mine: 'rejected',
      other: 'pending',
      decided: 'approved',
    });
  });

  test('reopened while the rejections are being recorded, nothing is rejected again for a moment', async () => {
    const late = [location.rejected('other', 'rome', 'Too near'), { cascadeId: end }] as const;
    const told = [...waiting, city.rejected('rome', 'Too near'), city.reopened('rome', end), late];
    expect(await statusesAfter(...told)).toEqual({ mine: 'pending', other: 'pending', decided: 'approved' });
  });

  test("a withdrawal takes along its submitter's own alone", async () => {
    const withdrawn = [...waiting, city.withdrawn('rome')];
    expect(await statusesAfter(...withdrawn)).toEqual({
      mine: 'withdrawn',
      other: 'pending',
      decided: 'approved',
    });
  });

  test('what is submitted to it afterwards is rejected with it', async () => {
    const late = [...waiting, city.rejected('rome'), location.submitted('late', 'rome')];
    expect(await statusesAfter(...late)).toMatchObject({ late: 'rejected' });
  });
});

describe('a location is deleted', () => {
  const gone = [...full, location.deleted('forum', 'rome')] as const;
  const end = eventId(full.length);

  test('its photos are gone at that very event', async () => {
    await using then = await given(places, ...gone);
    expect(await then.get('photos', 'p1')).toMatchObject({ present: false, endedBy: end });
    expect(await then.get('locations', 'forum')).toMatchObject({ public: false, photoCount: 0 });
    expect(await then.get('cities', 'rome')).toMatchObject({ locationCount: 0, photoCount: 0 });
  });

  test('a photo that arrives later is hidden, and returns with the location and the others', async () => {
    const late = [...gone, photo.added('p2', 'forum')];
    await using then = await given(places, ...late);
    expect(await then.get('photos', 'p2')).toMatchObject({ present: false, endedBy: end });
    await using back = await given(places, ...late, location.restored('forum', 'rome', end));
    expect(await back.get('photos', 'p1')).toMatchObject({ present: true });
    expect(await back.get('photos', 'p2')).toMatchObject({ present: true });
    expect(await back.get('locations', 'forum')).toMatchObject({
      public: true,
      photoCount: 2,
      primaryPhoto: { id: 'p1' },
    });
    expect(await back.get('cities', 'rome')).toMatchObject({ locationCount: 1, photoCount: 2 });
  });

  test('restored before its photos are recorded as gone, it keeps them', async () => {
    const late = [photo.deleted('p1', 'forum'), { cascadeId: end }] as const;
    await using then = await given(places, ...gone, location.restored('forum', 'rome', end), late);
    expect(await then.get('photos', 'p1')).toMatchObject({ present: true });
    expect(await then.get('locations', 'forum')).toMatchObject({ photoCount: 1 });
  });

  test('a photo that was deleted by itself before does not return with it', async () => {
    const told = [...full, photo.deleted('p1', 'forum'), location.deleted('forum', 'rome')];
    const root = eventId(full.length + 1);
    await using then = await given(places, ...told, location.restored('forum', 'rome', root));
    expect(await then.get<PhotoDocument>('photos', 'p1')).toMatchObject({ present: false });
  });

  test('a location that returns alone from the end of its city brings its own photos alone', async () => {
    const two = [...full, location.approved('garden', 'rome'), photo.added('p2', 'garden')];
    const root = eventId(two.length);
    const cascade = { cascadeId: root };
    await using then = await given(
      places,
      ...two,
      city.deleted('rome'),
      [location.deleted('forum', 'rome'), cascade],
      [location.deleted('garden', 'rome'), cascade],
      location.restored('forum', 'rome', root),
    );
    expect(await then.get('photos', 'p2')).toMatchObject({ present: false });
  });

  test('its proposed edits wait no more, and wait again when it is back', async () => {
    const changes = { name: { from: 'forum', to: 'Forum' } };
    const proposed = [...full, edit.proposed('e1', 'forum', 'rome', changes)];
    const end = eventId(proposed.length);
    const hidden = [...proposed, location.deleted('forum', 'rome')];
    await using then = await given(places, ...hidden);
    expect(await then.get('edits', 'e1')).toMatchObject({ status: 'pending', waiting: false });
    await using back = await given(places, ...hidden, location.restored('forum', 'rome', end));
    expect(await back.get('edits', 'e1')).toMatchObject({ waiting: true });
  });
});

test('a city that was rejected, deleted and restored takes its locations back when it is reopened', async () => {
  const told = [
    city.submitted('rome'),
    location.submitted('forum', 'rome'),
    city.rejected('rome'),
    city.deleted('rome'),
    city.restored('rome', eventId(3)),
  ] as const;
  expect(await statusesAfter(...told)).toEqual({ forum: 'rejected' });
  expect(await statusesAfter(...told, city.reopened('rome', eventId(2)))).toEqual({ forum: 'pending' });
});
