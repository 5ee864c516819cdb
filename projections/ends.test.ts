import { describe, expect, test } from 'vitest';

import type { Life } from '#contracts/shared/life';

import type {
  CityDocument,
  EditDocument,
  LocationDocument,
  PhotoDocument,
  SearchDocument,
} from '#contracts/read-models';
import { city, edit, location, photo } from './testing/events.ts';
import { given } from './testing/given.ts';
import type { GivenEvent } from './testing/world.ts';
import { placesMarking } from './places.ts';
import { searchMarking } from './location/search.ts';

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

type Marks = readonly [own: string, listedAs: string, isPublic: boolean];

/** Each location's own status and marks, in the models `places` and `search`. */
async function marksAfter(most: number, ...told: readonly GivenEvent[]): Promise<Record<string, Marks>> {
  await using places = await given(placesMarking(most), ...told);
  await using search = await given(searchMarking(most), ...told);
  const all = await places.reader.find<LocationDocument>('locations', { limit: 20 });
  const found = await search.reader.find<SearchDocument>('locations', { limit: 20 });
  const marks = ({ id, status, listedAs, public: isPublic }: LocationDocument): [string, Marks] => [
    id,
    [status, listedAs, isPublic],
  ];
  const inSearch = found.map((each): [string, Marks] => [
    each.id,
    [each.status, each.listedAs, each.public === '1'],
  ]);
  expect(Object.fromEntries(inSearch)).toEqual(Object.fromEntries(all.map(marks)));
  return Object.fromEntries(all.map(marks));
}

async function romeAfter(most: number, ...told: readonly GivenEvent[]): Promise<Partial<CityDocument>> {
  await using then = await given(placesMarking(most), ...told);
  return (await then.get<CityDocument>('cities', 'rome')) ?? {};
}

const many = 200;
/** Makes every city with more than one location count as large. */
const one = 1;

const unchanged: Record<string, Marks> = {
  forum: ['approved', 'approved', true],
  garden: ['pending', 'pending', false],
  quarry: ['rejected', 'rejected', false],
};

describe('a city with few locations', () => {
  test('marks them all when it is deleted, and by their own status when it is restored', async () => {
    expect(await marksAfter(many, ...gone)).toEqual({
      forum: ['approved', 'deleted', false],
      garden: ['pending', 'deleted', false],
      quarry: ['rejected', 'deleted', false],
    });
    expect(await romeAfter(many, ...gone)).toMatchObject({ status: 'deleted', hides: 'nothing' });
    expect(await marksAfter(many, ...back)).toEqual(unchanged);
  });

  test('marks pending ones as declined when it is declined, and the others as not public', async () => {
    const declined = [...full, city.reopened('rome', ''), city.rejected('rome', 'Too near')];
    expect(await marksAfter(many, ...declined)).toEqual({
      ...unchanged,
      forum: ['approved', 'approved', false],
      garden: ['pending', 'rejected', false],
    });
    expect(await romeAfter(many, ...declined)).toMatchObject({ queuedLocations: 0, queuedEdits: 0 });
    const again = [...declined, city.reopened('rome', ''), city.approved('rome')];
    expect(await marksAfter(many, ...again)).toEqual(unchanged);
  });

  test("marks only its own submitter's pending ones when it is withdrawn", async () => {
    const told = [
      [city.submitted('rome'), { actor: 'ann' }],
      [location.submitted('mine', 'rome'), { actor: 'ann' }],
      [location.submitted('other', 'rome'), { actor: 'bob' }],
      city.withdrawn('rome'),
    ] as const;
    expect(await marksAfter(many, ...told)).toEqual({
      mine: ['pending', 'withdrawn', false],
      other: ['pending', 'pending', false],
    });
    expect(await romeAfter(many, ...told)).toMatchObject({ queuedLocations: 1 });
  });

  test('takes its edits out of the queue', async () => {
    const editAfter = async (...told: readonly GivenEvent[]) => {
      await using then = await given(placesMarking(many), ...told);
      return (await then.get<EditDocument>('edits', 'e1'))?.waiting;
    };
    expect(await editAfter(...full)).toBe(true);
    expect(await editAfter(...gone)).toBe(false);
    expect(await editAfter(...full, city.reopened('rome', ''))).toBe(false);
    expect(await editAfter(...back)).toBe(true);
  });
});

describe('a city with many locations', () => {
  test('leaves their marks when it is deleted, and hides them', async () => {
    expect(await marksAfter(one, ...gone)).toEqual(unchanged);
    expect(await romeAfter(one, ...gone)).toMatchObject({ hides: 'everything', queuedLocations: 0 });
    expect(await marksAfter(one, ...back)).toEqual(unchanged);
    expect(await romeAfter(one, ...back)).toMatchObject({
      hides: 'nothing',
      queuedLocations: 1,
      queuedEdits: 1,
    });
  });

  test('hides public ones while it is pending again, and declines pending ones', async () => {
    const second = [location.submitted('baths', 'rome'), location.approved('baths', 'rome')];
    const waits = [...full, ...second, city.reopened('rome', '')];
    expect(await romeAfter(one, ...waits)).toMatchObject({ hides: 'public', queuedLocations: 1 });
    const declined = [...waits, city.rejected('rome')];
    expect(await marksAfter(one, ...declined)).toEqual({
      ...unchanged,
      baths: ['approved', 'approved', true],
      garden: ['pending', 'rejected', false],
    });
    expect(await romeAfter(one, ...declined)).toMatchObject({ hides: 'public', queuedLocations: 0 });
    const deleted = [...declined, city.deleted('rome')];
    expect(await romeAfter(one, ...deleted)).toMatchObject({ hides: 'everything' });
    expect(await romeAfter(one, ...deleted, city.restored('rome', ''))).toMatchObject({ hides: 'public' });
  });

  test('counts its locations whatever its status', async () => {
    const counts = { locationCount: 1, pendingCount: 1, declinedCount: 1, photoCount: 1, editCount: 1 };
    for (const told of [full, gone, back]) expect(await romeAfter(one, ...told)).toMatchObject(counts);
  });
});

describe.each([
  ['few', many],
  ['many', one],
] as const)('what comes to a city with %s locations after its end', (_, most) => {
  test('is marked like the others in it', async () => {
    const late = [
      ...gone,
      location.submitted('late', 'rome'),
      location.approved('garden', 'rome'),
      location.submitted('fjord', 'oslo'),
      location.edited('fjord', 'oslo', { cityId: { from: 'oslo', to: 'rome' } }),
      location.edited('forum', 'rome', { cityId: { from: 'rome', to: 'oslo' } }),
    ];
    const restored = {
      forum: ['approved', 'approved', true],
      garden: ['approved', 'approved', true],
      quarry: ['rejected', 'rejected', false],
      late: ['pending', 'pending', false],
      fjord: ['pending', 'pending', false],
    } as const;
    const hidden = Object.fromEntries(
      Object.entries(restored).map(([id, [own, ...marks]]) =>
        most === one || id === 'forum' ? [id, [own, ...marks]] : [id, [own, 'deleted', false]],
      ),
    );
    expect(await marksAfter(most, ...late)).toEqual(hidden);
    expect(await marksAfter(most, ...late, city.restored('rome', ''))).toEqual(restored);
  });

  test('stays deleted when it was deleted itself', async () => {
    const told = [
      ...full,
      location.deleted('forum', 'rome'),
      city.deleted('rome'),
      city.restored('rome', ''),
    ];
    expect(await marksAfter(most, ...told)).toMatchObject({ forum: ['deleted', 'deleted', false] });
    expect(await romeAfter(most, ...told)).toMatchObject({ locationCount: 0, photoCount: 0, queuedEdits: 0 });
    const again = [...told, location.restored('forum', 'rome', '')];
    expect(await marksAfter(most, ...again)).toEqual(unchanged);
    expect(await romeAfter(most, ...again)).toMatchObject({
      locationCount: 1,
      photoCount: 1,
      queuedEdits: 1,
    });
  });
});

test('a deleted location keeps its photos, which are hidden', async () => {
  const told = [...full, photo.added('p2', 'forum'), photo.deleted('p2', 'forum')];
  for (const end of [location.deleted('forum', 'rome'), city.deleted('rome')]) {
    await using then = await given(placesMarking(many), ...told, end);
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
  expect(await marksAfter(many, ...full, ...recorded)).toEqual(unchanged);
  await using then = await given(placesMarking(many), ...full, ...recorded);
  expect(await then.get('photos', 'p1')).toMatchObject({ present: true });
  const life: Partial<Life> = { status: 'pending', decision: 'pending', reason: null, deletedAt: null };
  expect(await then.get('locations', 'garden')).toMatchObject({ ...life, revision: 2 });
  expect(await then.get('locations', 'forum')).toMatchObject({ revision: 3, public: true });
});

describe('photos', () => {
  const photoAfter = async (most: number, ...told: readonly GivenEvent[]) => {
    await using then = await given(placesMarking(most), ...told);
    return await then.get<PhotoDocument>('photos', 'p1');
  };

  test('are marked while their location or city is deleted', async () => {
    const deleted = [...full, location.deleted('forum', 'rome')];
    expect(await photoAfter(many, ...full)).toMatchObject({ placeDeleted: false, cityId: 'rome' });
    expect(await photoAfter(many, ...deleted)).toMatchObject({ placeDeleted: true });
    expect(await photoAfter(many, ...deleted, location.restored('forum', 'rome', ''))).toMatchObject({
      placeDeleted: false,
    });
    expect(await photoAfter(many, ...gone)).toMatchObject({ placeDeleted: true });
    expect(await photoAfter(many, ...back)).toMatchObject({ placeDeleted: false });
    const both = [...deleted, city.deleted('rome'), city.restored('rome', '')];
    expect(await photoAfter(many, ...both)).toMatchObject({ placeDeleted: true });
  });

  test('move with their location, and go with its new city', async () => {
    const moved = [...full, location.edited('forum', 'rome', { cityId: { from: 'rome', to: 'oslo' } })];
    expect(await photoAfter(many, ...moved)).toMatchObject({ placeDeleted: false, cityId: 'oslo' });
    expect(await photoAfter(many, ...moved, city.deleted('rome'))).toMatchObject({ placeDeleted: false });
    expect(await photoAfter(many, ...moved, city.deleted('oslo'))).toMatchObject({ placeDeleted: true });
  });

  test('of a city with many locations keep their marks', async () => {
    expect(await photoAfter(one, ...gone)).toMatchObject({ placeDeleted: false, cityId: 'rome' });
  });
});
