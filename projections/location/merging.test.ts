import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { EditDocument, LocationDocument, SearchDocument } from '#contracts/read-models';
import type { QueueEdit, QueuePhoto, QueueReport } from '#contracts/moderation/read-models-queue';

import { randomCases } from '../../test/harness/random-cases.ts';
import { queue } from '../moderation/queue.ts';
import { places } from '../places.ts';
import { city, edit, location, merging, opinion, photo, report, review } from '../testing/events.ts';
import { given } from '../testing/given.ts';
import type { GivenEvent } from '../testing/world.ts';
import { search } from './search.ts';

const ids = ['a', 'b', 'c', 'd'] as const;
const people = ['ann', 'bob'] as const;
const { merged, parted } = merging;

const four: readonly GivenEvent[] = [
  city.submitted('rome'),
  city.approved('rome'),
  ...ids.flatMap((id): GivenEvent[] => [location.submitted(id, 'rome'), location.approved(id, 'rome')]),
];
const by = (actor: string, event: ReturnType<typeof photo.added>): GivenEvent => [event, { actor }];

async function after(...told: readonly GivenEvent[]) {
  await using then = await given(places, ...four, ...told);
  const all = await then.reader.find<LocationDocument>('locations', { limit: 20 });
  const get = (id: string) => all.find((each) => each.id === id);
  return { get, city: await then.get('cities', 'rome'), edit: await then.get<EditDocument>('edits', 'e1') };
}

describe('a merged place', () => {
  test('is no longer counted or listed, and names the other', async () => {
    const { get, city } = await after(merged('a', 'rome', 'b'));
    expect(get('a')).toMatchObject({
      status: 'deleted',
      decision: 'approved',
      deletedAt: null,
      mergedInto: 'b',
      isApproved: false,
      path: [{ id: 'b', photos: true }],
    });
    expect(get('b')).toMatchObject({ isApproved: true, members: ['a'], path: [] });
    expect(city).toMatchObject({ locationCount: 3 });
  });

  test('stays with the other when that is merged into a third one and parted again', async () => {
    const { get } = await after(merged('a', 'rome', 'b'), merged('b', 'rome', 'c'), parted('b', 'rome', 'c'));
    expect(get('a')).toMatchObject({ path: [{ id: 'b', photos: true }] });
    expect(get('b')).toMatchObject({ path: [], members: ['a'] });
    expect(get('c')).toMatchObject({ path: [], members: [] });
  });

  test('gives the other its photos, each person’s newest rating and heart, and its waiting edits', async () => {
    const told = [
      by('ann', photo.added('p1', 'a')),
      opinion.rated('a', 'ann', 1),
      opinion.rated('b', 'ann', 5),
      opinion.rated('b', 'bob', 2),
      opinion.rated('a', 'bob', 4),
      opinion.favorited('a', 'ann'),
      opinion.favorited('b', 'ann'),
      opinion.favorited('a', 'bob'),
      edit.proposed('e1', 'a', 'rome', { name: { from: 'a', to: 'A' } }),
    ];
    const own = { photoCount: 0, ratingCount: 2, ratingSum: 7, favoriteCount: 1 };
    const before = await after(...told);
    expect(before.get('b')).toMatchObject(own);
    const { get, city, edit: moved } = await after(...told, merged('a', 'rome', 'b'));
    expect(moved).toMatchObject({ locationId: 'b', originId: 'a', waiting: true });
    expect(get('b')).toMatchObject({
      photoCount: 1,
      primaryPhoto: { id: 'p1' },
      ratingCount: 2,
      ratingSum: 9,
      rating: 4.5,
      favoriteCount: 2,
    });
    expect(city).toMatchObject({ photoCount: 1 });
    const back = await after(...told, merged('a', 'rome', 'b'), parted('a', 'rome', 'b'));
    expect(back.get('b')).toMatchObject({ ...own, primaryPhoto: null, members: [] });
    expect(back.get('a')).toMatchObject({
      photoCount: 1,
      ratingCount: 2,
      favoriteCount: 2,
      path: [],
    });
    expect(back.edit).toEqual(before.edit);
    expect(back.city).toEqual(before.city);
  });

  test('keeps its photos when the merging excludes them', async () => {
    const told = [by('ann', photo.added('p1', 'a')), merged('a', 'rome', 'b', { photos: false })];
    const { get, city } = await after(...told, merged('b', 'rome', 'c'));
    expect([get('b')?.photoCount, get('c')?.photoCount]).toEqual([0, 0]);
    expect(city).toMatchObject({ photoCount: 0 });
    const back = await after(...told, parted('a', 'rome', 'b'));
    expect(back.get('a')).toMatchObject({ photoCount: 1, primaryPhoto: { id: 'p1' } });
  });

  test('returns the photos that the merging excluded to lists and queue when the places are parted', async () => {
    const told = [...four, by('ann', photo.added('p1', 'a', { review: 'after' }))];
    const undone = [merged('a', 'rome', 'b', { photos: false }), parted('a', 'rome', 'b')];
    await using before = await given(places, ...told);
    await using back = await given(places, ...told, ...undone);
    expect(await back.get('photos', 'p1')).toEqual(await before.get('photos', 'p1'));
    await using waiting = await given(queue, ...told, ...undone);
    expect(await waiting.get<QueuePhoto>('photos', 'p1')).toMatchObject({
      state: 'waiting',
      locationId: 'a',
    });
  });

  test('is deleted and restored together with the other', async () => {
    const told = [by('ann', photo.added('p1', 'a')), merged('a', 'rome', 'b')];
    const gone = await after(...told, location.deleted('b', 'rome'));
    expect([gone.get('a')?.isApproved, gone.get('b')?.isApproved]).toEqual([false, false]);
    expect(gone.city).toMatchObject({ locationCount: 2, photoCount: 0 });
    const back = await after(...told, location.deleted('b', 'rome'), location.restored('b', 'rome', ''));
    expect(back.city).toMatchObject({ locationCount: 3, photoCount: 1 });
  });

  test('of two places merged into each other at once, neither shows the other until one is parted', async () => {
    const circle = [opinion.rated('a', 'ann', 3), merged('a', 'rome', 'b'), merged('b', 'rome', 'a')];
    const { get } = await after(...circle);
    expect([get('a')?.isApproved, get('b')?.isApproved]).toEqual([false, false]);
    const back = await after(...circle, parted('b', 'rome', 'a'));
    expect(back.get('b')).toMatchObject({ isApproved: true, members: ['a'], path: [], ratingCount: 1 });
  });

  test('gives the other the opinions of many people, page by page', async () => {
    const voters = Array.from({ length: 330 }, (_, at) => `voter ${at}`);
    const told = [
      ...voters.map((user) => opinion.rated('a', user, 4)),
      ...voters.slice(0, 110).map((user) => opinion.rated('b', user, 1)),
    ];
    const { get } = await after(...told, merged('a', 'rome', 'b'));
    expect(get('b')).toMatchObject({ ratingCount: 330, ratingSum: 110 + 220 * 4 });
    const back = await after(...told, merged('a', 'rome', 'b'), parted('a', 'rome', 'b'));
    expect(back.get('b')).toMatchObject({ ratingCount: 110, ratingSum: 110 });
  });

  test('adds its waiting items to the queue of the other', async () => {
    const told = [
      by('bob', photo.added('p1', 'a', { review: 'after' })),
      edit.proposed('e1', 'a', 'rome', { name: { from: 'a', to: 'A' } }),
    ];
    await using then = await given(queue, ...four, ...told, merged('a', 'rome', 'b'));
    expect(await then.get<QueuePhoto>('photos', 'p1')).toMatchObject({ state: 'waiting', locationId: 'b' });
    expect(await then.get<QueueEdit>('edits', 'e1')).toMatchObject({
      state: 'waiting',
      locationId: 'b',
      entityId: 'a',
    });
    await using gone = await given(
      queue,
      ...four,
      ...told,
      merged('a', 'rome', 'b'),
      location.deleted('b', 'rome'),
    );
    expect(await gone.get<QueuePhoto>('photos', 'p1')).toMatchObject({ state: 'hidden' });
    await using without = await given(queue, ...four, ...told, merged('a', 'rome', 'b', { photos: false }));
    expect(await without.get<QueuePhoto>('photos', 'p1')).toMatchObject({ state: 'hidden', locationId: 'a' });
    await using reviewed = await given(queue, ...four, ...told, merged('a', 'rome', 'b'), {
      type: 'photo-reviewed.v1',
      data: { photoId: 'p1', locationId: 'a', uploadedBy: 'bob' },
    });
    expect(await reviewed.get<QueuePhoto>('photos', 'p1')).toMatchObject({ state: null });
  });

  test('adds its decided items to the queue of the other only when the decision is undone', async () => {
    const told = [
      by('bob', photo.added('p1', 'a', { review: 'after' })),
      review.photo('p1', 'a'),
      edit.proposed('e1', 'a', 'rome', { name: { from: 'a', to: 'A' } }),
      edit.rejected('e1', 'a', 'rome'),
      merged('a', 'rome', 'b'),
    ];
    const statesOf = async (...events: readonly GivenEvent[]) => {
      await using then = await given(queue, ...four, ...told, ...events);
      const found = [await then.get<QueuePhoto>('photos', 'p1'), await then.get<QueueEdit>('edits', 'e1')];
      return found.map((each) => [each?.locationId, each?.state]);
    };
    const decided = ['b', null];
    expect(await statesOf()).toEqual([decided, decided]);
    const ids = { editId: 'e1', locationId: 'a', cityId: 'rome' };
    const reopened = { type: 'location-edit-reopened.v1', data: { ...ids, changes: {} } } as const;
    const waiting = ['b', 'waiting'];
    expect(await statesOf(review.photoAgain('p1', 'a'), reopened)).toEqual([waiting, waiting]);
  });

  test('adds the reports on it and on its photos to the other, until it is parted', async () => {
    const told = [
      by('bob', photo.added('p1', 'a')),
      report.made('location', 'a'),
      report.made('photo', 'p1'),
      report.made('location', 'b'),
      merged('a', 'rome', 'b'),
    ];
    const placesOf = async (...events: readonly GivenEvent[]) => {
      await using then = await given(queue, ...four, ...told, ...events);
      const reports = ['location-a', 'photo-p1', 'location-b'].map((id) =>
        then.get<QueueReport>('reports', id),
      );
      return (await Promise.all(reports)).map((each) => [each?.locationId, each?.cityId, each?.state]);
    };
    const inB = ['b', 'rome', 'waiting'];
    expect(await placesOf()).toEqual([inB, inB, inB]);
    expect(await placesOf(report.upheld('location', 'a'), parted('a', 'rome', 'b'))).toEqual([
      ['a', 'rome', null],
      ['a', 'rome', 'waiting'],
      inB,
    ]);
    const moved = location.edited('b', 'rome', { cityId: { from: 'rome', to: 'oslo' } });
    const inOslo = ['b', 'oslo', 'waiting'];
    expect(await placesOf(city.submitted('oslo'), moved)).toEqual([inOslo, inOslo, inOslo]);
    expect(await placesOf(city.submitted('oslo'), moved, parted('a', 'rome', 'b'))).toEqual([
      ['a', 'rome', 'waiting'],
      ['a', 'rome', 'waiting'],
      inOslo,
    ]);
  });

  test('adds a report that was made at the same moment', async () => {
    await using then = await given(queue, ...four, merged('a', 'rome', 'b'), report.made('location', 'a'));
    expect(await then.get<QueueReport>('reports', 'location-a')).toMatchObject({ locationId: 'b' });
    const told = [by('ann', photo.added('p1', 'a')), merged('a', 'rome', 'b'), report.made('photo', 'p1')];
    await using back = await given(queue, ...four, ...told, parted('a', 'rome', 'b'));
    expect(await back.get<QueueReport>('reports', 'photo-p1')).toMatchObject({ locationId: 'a' });
  });
});

/** A random history, stored as simply as possible: numbers are counted only when a test requests them. */
class Reference {
  readonly events: GivenEvent[] = [...four];
  private readonly links = new Map<string, { into: string; photos: boolean; at: number }>();
  private readonly gone = new Set<string>();
  private readonly ratings: { id: string; user: string; rating: number; at: number }[] = [];
  private readonly hearts: { id: string; user: string; on: boolean; at: number }[] = [];
  private readonly photos = new Map<string, string>();
  private readonly edits = new Map<string, string>();
  /** The place of each reported item, by the item's id. */
  private readonly reported = new Map<string, string>();

  private tell(event: GivenEvent): number {
    this.events.push(event);
    return this.events.length;
  }
  isOpen = (id: string): boolean => !this.links.has(id) && !this.gone.has(id);

  merge(id: string, into: string, photos: boolean): void {
    if (id === into || !this.isOpen(id) || !this.isOpen(into)) return;
    this.links.set(id, { into, photos, at: this.tell(merged(id, 'rome', into, { photos })) });
  }
  part(id: string): void {
    const link = this.links.get(id);
    if (link === undefined) return;
    this.links.delete(id);
    this.tell(parted(id, 'rome', link.into));
  }
  end(id: string): void {
    if (this.links.has(id)) return;
    if (this.gone.delete(id)) this.tell(location.restored(id, 'rome', ''));
    else {
      this.gone.add(id);
      this.tell(location.deleted(id, 'rome'));
    }
  }
  rate(id: string, user: string, rating: number): void {
    if (this.isOpen(id))
      this.ratings.push({ id, user, rating, at: this.tell(opinion.rated(id, user, rating)) });
  }
  heart(id: string, user: string, on: boolean): void {
    if (!this.isOpen(id)) return;
    const event = on ? opinion.favorited(id, user) : opinion.unfavorited(id, user);
    this.hearts.push({ id, user, on, at: this.tell(event) });
  }
  photo(id: string): void {
    if (!this.isOpen(id)) return;
    const photoId = `photo ${this.photos.size}`;
    this.photos.set(photoId, id);
    this.tell(by('ann', photo.added(photoId, id)));
  }
  edit(id: string): void {
    if (!this.isOpen(id)) return;
    const editId = `edit ${this.edits.size}`;
    this.edits.set(editId, id);
    this.tell(edit.proposed(editId, id, 'rome', { name: { from: id, to: 'Another' } }));
  }

  report(id: string): void {
    if (!this.isOpen(id)) return;
    this.reported.set(`location-${id}`, id);
    this.tell(report.made('location', id));
  }
  reportPhoto(number: number): void {
    const [photoId, id] = [...this.photos][number % this.photos.size] ?? [];
    if (photoId === undefined || id === undefined || !this.isOpen(this.placeOfPhotos(id))) return;
    this.reported.set(`photo-${photoId}`, id);
    this.tell(report.made('photo', photoId));
  }

  private wayFrom(id: string) {
    const way: { id: string; at: number; photos: boolean }[] = [{ id, at: 0, photos: true }];
    for (let link = this.links.get(id); link !== undefined; link = this.links.get(link.into)) {
      const last = way.at(-1);
      way.push({
        id: link.into,
        at: Math.max(last?.at ?? 0, link.at),
        photos: link.photos && (last?.photos ?? true),
      });
    }
    return way;
  }
  private placeOfPhotos = (id: string): string => this.wayFrom(id).findLast(({ photos }) => photos)?.id ?? id;
  private placeOf = (id: string): string => this.wayFrom(id).at(-1)?.id ?? id;

  /**
   * Whether the person's heart for the place counts at the place that shows it, where they may have removed it later.
   */
  private hasHeart(id: string, user: string): boolean {
    const own = this.hearts.findLast((each) => each.id === id && each.user === user);
    if (own?.on !== true) return false;
    const later = this.wayFrom(id).slice(1);
    return !later.some((place) =>
      this.hearts.some(
        ({ id: at, user: who, on, at: when }) => at === place.id && who === user && !on && when > place.at,
      ),
    );
  }
  numbersOf(id: string) {
    const group = ids.filter((each) => this.placeOf(each) === id);
    const newest = people.flatMap((user) => {
      const rated = this.ratings.findLast(
        (each) => each.user === user && group.some((one) => one === each.id),
      );
      return rated === undefined ? [] : [rated.rating];
    });
    const count = (held: Map<string, string>, at: (origin: string) => string) =>
      [...held.values()].filter((origin) => at(origin) === id).length;
    return {
      isApproved: this.isOpen(id),
      ratingCount: newest.length,
      ratingSum: newest.reduce((sum, rating) => sum + rating, 0),
      favoriteCount: people.filter((user) => group.some((each) => this.hasHeart(each, user))).length,
      photoCount: count(this.photos, this.placeOfPhotos),
    };
  }
  /** Each edit's id, with the place that shows it. */
  placesOfEdits = (): readonly (readonly [string, string])[] =>
    [...this.edits].map(([id, origin]) => [id, this.placeOf(origin)] as const);
  /** Each reported item's id, with the place that shows the report. */
  placesOfReports = (): readonly (readonly [string, string])[] =>
    [...this.reported].map(([id, origin]) => [id, this.placeOf(origin)] as const);
}

const anId = fc.constantFrom(...ids);
const aPerson = fc.constantFrom(...people);
const step: fc.Arbitrary<(reference: Reference) => void> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(anId, anId, fc.boolean()).map(
      ([id, into, photos]) =>
        (r: Reference) =>
          r.merge(id, into, photos),
    ),
  },
  { weight: 2, arbitrary: anId.map((id) => (r: Reference) => r.part(id)) },
  { weight: 1, arbitrary: anId.map((id) => (r: Reference) => r.end(id)) },
  {
    weight: 4,
    arbitrary: fc.tuple(anId, aPerson, fc.integer({ min: 1, max: 5 })).map(
      ([id, user, rating]) =>
        (r: Reference) =>
          r.rate(id, user, rating),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(anId, aPerson, fc.boolean()).map(
      ([id, user, on]) =>
        (r: Reference) =>
          r.heart(id, user, on),
    ),
  },
  { weight: 1, arbitrary: anId.map((id) => (r: Reference) => r.photo(id)) },
  { weight: 1, arbitrary: anId.map((id) => (r: Reference) => r.edit(id)) },
  { weight: 1, arbitrary: anId.map((id) => (r: Reference) => r.report(id)) },
  { weight: 1, arbitrary: fc.nat({ max: 9 }).map((number) => (r: Reference) => r.reportPhoto(number)) },
);

test('every place shows the numbers of a plain count after any history', { timeout: 120_000 }, async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
    const reference = new Reference();
    for (const each of steps) each(reference);
    await using then = await given(places, ...reference.events);
    await using found = await given(search, ...reference.events);
    for (const id of ids) {
      const expected = reference.numbersOf(id);
      const document = await then.get<LocationDocument>('locations', id);
      const { isApproved, ratingCount, ratingSum, favoriteCount, photoCount } = document ?? {};
      if (expected.isApproved) {
        expect({ isApproved, ratingCount, ratingSum, favoriteCount, photoCount }, id).toEqual(expected);
        expect(await found.get<SearchDocument>('locations', id), id).toMatchObject({
          ratingCount,
          ratingSum,
        });
      } else expect(isApproved, id).toBe(false);
    }
    for (const [id, locationId] of reference.placesOfEdits())
      expect(await then.get<EditDocument>('edits', id), id).toMatchObject({
        locationId,
        waiting: reference.isOpen(locationId),
      });
    await using waiting = await given(queue, ...reference.events);
    for (const [id, locationId] of reference.placesOfReports())
      expect(await waiting.get<QueueReport>('reports', id), id).toMatchObject({ locationId });
  });
  await fc.assert(property, randomCases(15));
});
