import { describe, expect, test } from 'vitest';

import type { Life } from '#contracts/shared/life';
import { statuses } from '#contracts/shared/statuses';

import type { CityDocument, LocationDocument, PhotoDocument, SearchDocument } from '#contracts/read-models';
import { matches } from '#platform/read-store/index';
import { followClosedCities, locationsShownAs } from '#query-service/shared/closed-cities';
import { city, edit, location, photo } from './testing/events.ts';
import { given } from './testing/given.ts';
import type { GivenEvent } from './testing/world.ts';
import { places } from './places.ts';
import { search } from './location/search.ts';

/** Rome has an approved location with a photo, a pending one and a declined one; Oslo is empty. */
const full = [
  city.submitted('rome'),
  city.approved('rome'),
  location.submitted('forum', 'rome'),
  location.approved('forum', 'rome'),
  photo.added('p1', 'forum'),
  edit.proposed('e1', 'forum', 'rome', { name: { from: 'forum', to: 'Forum' } }),
  [location.submitted('garden', 'rome'), { actor: 'bob' }],
  location.submitted('quarry', 'rome'),
  location.rejected('quarry', 'rome', 'Private'),
  city.submitted('oslo'),
  city.approved('oslo'),
] as const satisfies readonly GivenEvent[];
const gone = [...full, city.deleted('rome')] as const;
const back = [...gone, city.restored('rome', '')] as const;

type Listed = readonly [own: string, listedAs: readonly string[], isPublic: boolean];

/**
 * Each location's own status, the lists by status that contain it, and whether public lists contain it, in the models
 * `places` and `search`.
 */
async function listedAfter(...told: readonly GivenEvent[]): Promise<Record<string, Listed>> {
  await using then = await given(places, ...told);
  await using inSearch = await given(search, ...told);
  const cities = followClosedCities(then.reader);
  await cities.refresh();
  const closed = cities.now;
  const listed = (document: LocationDocument | SearchDocument): [string, Listed] => [
    document.id,
    [
      document.status,
      statuses.filter((status) =>
        locationsShownAs(status, closed).some((filter) => matches(document, filter)),
      ),
      document.status === 'approved' && !closed.fromPublic.has(document.cityId),
    ],
  ];
  const all = await then.reader.find<LocationDocument>('locations', { limit: 20 });
  for (const { status, isApproved } of all) expect(isApproved).toBe(status === 'approved');
  const found = await inSearch.reader.find<SearchDocument>('locations', { limit: 20 });
  expect(Object.fromEntries(found.map(listed))).toEqual(Object.fromEntries(all.map(listed)));
  return Object.fromEntries(all.map(listed));
}

async function romeAfter(...told: readonly GivenEvent[]): Promise<Partial<CityDocument>> {
  await using then = await given(places, ...told);
  return (await then.get<CityDocument>('cities', 'rome')) ?? {};
}

const unchanged: Record<string, Listed> = {
  forum: ['approved', ['approved'], true],
  garden: ['pending', ['pending'], false],
  quarry: ['rejected', ['rejected'], false],
};

describe('lists of the locations of a city', () => {
  test('show all as deleted when it is deleted, and by their own status when it is restored', async () => {
    expect(await listedAfter(...gone)).toEqual({
      forum: ['approved', ['deleted'], false],
      garden: ['pending', ['deleted'], false],
      quarry: ['rejected', ['deleted'], false],
    });
    expect(await romeAfter(...gone)).toMatchObject({ status: 'deleted', closed: true });
    expect(await listedAfter(...back)).toEqual(unchanged);
    expect(await romeAfter(...back)).toMatchObject({ closed: false });
  });

  test('show pending ones as declined when it is declined, and do not show approved ones to the public', async () => {
    const waits = [...full, city.reopened('rome', '')];
    expect(await listedAfter(...waits)).toEqual({ ...unchanged, forum: ['approved', ['approved'], false] });
    expect(await romeAfter(...waits)).toMatchObject({ closed: true });
    const declined = [...waits, city.rejected('rome', 'Too near')];
    expect(await listedAfter(...declined)).toEqual({
      ...unchanged,
      forum: ['approved', ['approved'], false],
      garden: ['pending', ['rejected'], false],
    });
    const restored = [...declined, city.deleted('rome'), city.restored('rome', '')];
    expect(await listedAfter(...restored)).toEqual(await listedAfter(...declined));
    const again = [...declined, city.reopened('rome', ''), city.approved('rome')];
    expect(await listedAfter(...again)).toEqual(unchanged);
  });

  test("show only its own submitter's pending ones as withdrawn when it is withdrawn", async () => {
    const told = [
      [city.submitted('rome'), { actor: 'ann' }],
      [location.submitted('mine', 'rome'), { actor: 'ann' }],
      [location.submitted('other', 'rome'), { actor: 'bob' }],
      city.withdrawn('rome'),
    ] as const;
    expect(await listedAfter(...told)).toEqual({
      mine: ['pending', ['withdrawn'], false],
      other: ['pending', ['pending'], false],
    });
    const moved = [
      ...told,
      [city.submitted('oslo'), { actor: 'bob' }],
      [location.submitted('fjord', 'oslo'), { actor: 'ann' }],
      location.edited('mine', 'rome', { cityId: { from: 'rome', to: 'oslo' } }),
      location.edited('fjord', 'oslo', { cityId: { from: 'oslo', to: 'rome' } }),
    ] as const;
    expect(await listedAfter(...moved)).toEqual({
      mine: ['pending', ['pending'], false],
      other: ['pending', ['pending'], false],
      fjord: ['pending', ['withdrawn'], false],
    });
  });

  test('treat a location that comes to a closed city like the others in it', async () => {
    const late = [
      ...gone,
      location.submitted('late', 'rome'),
      location.approved('garden', 'rome'),
      location.submitted('fjord', 'oslo'),
      location.edited('fjord', 'oslo', { cityId: { from: 'oslo', to: 'rome' } }),
      location.edited('forum', 'rome', { cityId: { from: 'rome', to: 'oslo' } }),
    ];
    expect(await listedAfter(...late)).toEqual({
      forum: ['approved', ['approved'], true],
      garden: ['approved', ['deleted'], false],
      quarry: ['rejected', ['deleted'], false],
      late: ['pending', ['deleted'], false],
      fjord: ['pending', ['deleted'], false],
    });
    expect(await listedAfter(...late, city.restored('rome', ''))).toEqual({
      ...unchanged,
      garden: ['approved', ['approved'], true],
      late: ['pending', ['pending'], false],
      fjord: ['pending', ['pending'], false],
    });
  });

  test('still show a location that was itself deleted as deleted after the city is restored', async () => {
    const told = [
      ...full,
      location.deleted('forum', 'rome'),
      city.deleted('rome'),
      city.restored('rome', ''),
    ];
    expect(await listedAfter(...told)).toMatchObject({ forum: ['deleted', ['deleted'], false] });
    expect(await romeAfter(...told)).toMatchObject({ locationCount: 0, photoCount: 0 });
    const again = [...told, location.restored('forum', 'rome', '')];
    expect(await listedAfter(...again)).toEqual(unchanged);
    expect(await romeAfter(...again)).toMatchObject({ locationCount: 1, photoCount: 1 });
  });
});

test('a city counts its locations whatever its status', async () => {
  const counts = { locationCount: 1, pendingCount: 1, declinedCount: 1, photoCount: 1 };
  for (const told of [full, gone, back]) expect(await romeAfter(...told)).toMatchObject(counts);
});

test('a city without locations that it would hide is not closed', async () => {
  const waits = [city.submitted('rome'), location.submitted('forum', 'rome')];
  for (const told of [waits, [city.submitted('rome'), city.rejected('rome')], [...gone.slice(-3)]]) {
    expect(await romeAfter(...told)).not.toMatchObject({ closed: true });
  }
  expect(await romeAfter(...waits, city.rejected('rome'))).toMatchObject({ closed: true });
});

test('a deleted location keeps its photos, which are hidden', async () => {
  const told = [...full, photo.added('p2', 'forum'), photo.deleted('p2', 'forum')];
  for (const end of [location.deleted('forum', 'rome'), city.deleted('rome')]) {
    await using then = await given(places, ...told, end);
    expect(await then.get('photos', 'p1')).toMatchObject({ present: true, deletedAt: null });
    expect(await then.get('photos', 'p2')).toMatchObject({ present: false });
    expect(await then.get('locations', 'forum')).toMatchObject({ photoCount: 1, primaryPhoto: { id: 'p1' } });
  }
});

test('events of a first-release cascade affect only the revision', async () => {
  const root = { actor: 'system', cascadeId: 'root' };
  const recorded: readonly GivenEvent[] = [
    [location.deleted('forum', 'rome'), root],
    [photo.deleted('p1', 'forum'), root],
    [location.rejected('garden', 'rome', 'Too near'), root],
    [location.withdrawn('garden', 'rome'), root],
    [location.reopened('quarry', 'rome', 'root'), root],
  ];
  expect(await listedAfter(...full, ...recorded)).toEqual(unchanged);
  await using then = await given(places, ...full, ...recorded);
  expect(await then.get('photos', 'p1')).toMatchObject({ present: true });
  const life: Partial<Life> = { status: 'pending', decision: 'pending', reason: null, deletedAt: null };
  expect(await then.get('locations', 'garden')).toMatchObject({ ...life, revision: 2 });
  expect(await then.get('locations', 'forum')).toMatchObject({ revision: 3, isApproved: true });
});

describe('photos', () => {
  const photoAfter = async (...told: readonly GivenEvent[]) => {
    await using then = await given(places, ...told);
    return await then.get<PhotoDocument>('photos', 'p1');
  };

  test('record whether their location is deleted, but not whether its city is', async () => {
    const deleted = [...full, location.deleted('forum', 'rome')];
    expect(await photoAfter(...full)).toMatchObject({ placeDeleted: false, cityId: 'rome' });
    expect(await photoAfter(...deleted)).toMatchObject({ placeDeleted: true });
    expect(await photoAfter(...deleted, location.restored('forum', 'rome', ''))).toMatchObject({
      placeDeleted: false,
    });
    expect(await photoAfter(...gone)).toMatchObject({ placeDeleted: false, cityId: 'rome' });
    const both = [...deleted, city.deleted('rome'), city.restored('rome', '')];
    expect(await photoAfter(...both)).toMatchObject({ placeDeleted: true });
  });

  test('move with their location', async () => {
    const moved = [...full, location.edited('forum', 'rome', { cityId: { from: 'rome', to: 'oslo' } })];
    expect(await photoAfter(...moved)).toMatchObject({ placeDeleted: false, cityId: 'oslo' });
  });
});
