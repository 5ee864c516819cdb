import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { QueueGroup, QueueItem } from '#contracts/moderation/views';

import { idsOf, type Entity } from './client.ts';
import { givenCity, givenEdit, givenLocation, givenPublicLocation } from './given.ts';
import { addPhoto } from './pictures.ts';
import { startWithPeople, type Person } from './server.ts';

const { server, admin, anna, ben } = await startWithPeople();
const mia = await server.registerModerator('Mia');

async function queueOf(query: string, ...after: readonly Person[]): Promise<QueueItem[]> {
  for (const each of after) mia.follow(each);
  const response = await mia.get(`/api/admin/queue?${query}`);
  expect(response.status, response.text).toBe(200);
  return response.body.map((item) => QueueItem.parse(item));
}
async function groups(): Promise<QueueGroup[]> {
  const response = await mia.get('/api/admin/queue/groups');
  expect(response.status, response.text).toBe(200);
  return response.body.map((group) => QueueGroup.parse(group));
}
const signalOf = (item: QueueItem | undefined, kind: string) =>
  item?.signals.find((each) => each.kind === kind);

/** A public place, visible to both people. */
async function publicPlace(): Promise<Entity> {
  const place = await givenPublicLocation(server);
  anna.follow(admin);
  ben.follow(admin);
  return place;
}

describe('signals between pending items', () => {
  it('show a site that their texts link to, regardless of page and case', async () => {
    const { cityId, id: placeId } = await publicPlace();
    const texts = [
      'Buy here: https://spam-a.example/one',
      'And here: HTTP://www.SPAM-A.example/two?x=1.',
      'Or s\u200dp\u200dam: www.sp\u200bam-a.example',
    ];
    const places: Entity[] = [];
    for (const [index, description] of texts.entries())
      places.push(await givenLocation(index % 2 ? ben : anna, cityId, { description }));
    const edit = await givenEdit(ben, placeId, { accessNotes: 'https://spam-a.example/three' });
    const alone = await givenLocation(anna, cityId, { description: 'Only here: https://alone.example' });
    const items = await queueOf(`city=${cityId}`, anna, ben);
    const shared = items.filter(({ id }) => id !== alone.id);
    expect(idsOf(shared)).toEqual([...idsOf(places), edit.id]);
    const [key] = new Set(shared.map((item) => signalOf(item, 'same-link')?.key));
    for (const item of shared)
      expect(signalOf(item, 'same-link')).toEqual({ kind: 'same-link', key, count: 4 });
    const only = items.find(({ id }) => id === alone.id);
    expect(signalOf(only, 'same-link')).toBeUndefined();
    expect(signalOf(only, 'link')?.count).toBeGreaterThanOrEqual(5);
    expect(shared[0]?.signals.slice(0, 2)).toMatchObject([{ kind: 'link' }, { kind: 'same-link' }]);

    const group = (await groups()).find((each) => each.key === key);
    expect(group).toMatchObject({ kind: 'same-link', count: 4, label: 'spam-a.example' });
    expect(idsOf(group?.items ?? [])).toEqual(idsOf(places));
    expect(idsOf(group?.submitters ?? []).toSorted()).toEqual([anna.id, ben.id].toSorted());
    const response = await mia.get(`/api/admin/queue?signal=${key}&limit=3`);
    expect(response.headers.get('X-Total-Count')).toBe('4');
    const next = /<([^>]+)>/.exec(response.headers.get('Link') ?? '')?.[1] ?? '';
    expect([...idsOf(response.body), ...idsOf((await mia.get(next)).body)]).toEqual(idsOf(shared));
    const newest = await queueOf(`signal=${key}&sort=newest`);
    expect(idsOf(newest)).toEqual(idsOf(shared).toReversed());
    expect(idsOf(await queueOf(`signal=${key}&kind=edit`))).toEqual([edit.id]);
    expect(idsOf(await queueOf(`signal=${key}&flag=new-member&search=${places[1]?.name}`))).toEqual([
      places[1]?.id,
    ]);
    // Decided items no longer count.
    await mia.post(`/api/admin/locations/${places[0]?.id}/reject`);
    const left = await queueOf(`signal=${key}`);
    expect(left.map((item) => signalOf(item, 'same-link')?.count)).toEqual([3, 3, 3]);
    const detail = await mia.get(`/api/admin/queue/location/${places[1]?.id}`);
    expect(detail.body).toMatchObject({ item: { signals: left[0]?.signals } });
  });

  it('show equal texts, regardless of case and punctuation', async () => {
    const { cityId } = await publicPlace();
    const places: Entity[] = [];
    for (const description of ['The same words, again and again.', 'THE SAME WORDS again - and again'])
      places.push(await givenLocation(anna, cityId, { description }));
    const items = await queueOf(`city=${cityId}`, anna);
    expect(items.map((item) => signalOf(item, 'same-text')?.count)).toEqual([2, 2]);
    const key = signalOf(items[0], 'same-text')?.key;
    expect((await groups()).some((group) => group.key === key)).toBe(false);
    await givenLocation(ben, cityId, { description: 'The same words again and again' });
    mia.follow(ben);
    const group = (await groups()).find((each) => each.key === key);
    expect(group).toMatchObject({ count: 3, label: 'The same words, again and again.' });
  });

  it('name a group by the first 100 characters of its common text, none of them cut in half', async () => {
    const { cityId } = await publicPlace();
    const description = `${'Again '.repeat(16)}and🌅🌅`;
    for (const _ of [1, 2, 3]) await givenLocation(anna, cityId, { description });
    mia.follow(anna);
    const labels = (await groups()).map((group) => group['label']);
    expect(labels).toContain(description.slice(0, -2));
  });

  it('show equal or similar pictures in one city or by one person', async () => {
    const [one, other] = [await publicPlace(), await publicPlace()];
    const picture = await sharp({
      create: { width: 400, height: 300, channels: 3, background: '#205080' },
    })
      .composite([
        {
          input: Buffer.from(
            '<svg width="400" height="300"><circle cx="150" cy="120" r="90" fill="#fc4"/></svg>',
          ),
        },
      ])
      .jpeg()
      .toBuffer();
    const smaller = await sharp(picture).resize(320, 240).jpeg({ quality: 60 }).toBuffer();
    const mirrored = await sharp(picture).flop().jpeg().toBuffer();
    const first = (await addPhoto(anna, one.id, picture)).body;
    const same = (await addPhoto(ben, other.id, picture)).body;
    const near = (await addPhoto(ben, one.id, smaller)).body;
    const unlike = (await addPhoto(ben, one.id, mirrored)).body;
    const items = await queueOf('kind=photo', anna, ben);
    const of = (photo: Entity) => items.find(({ id }) => id === photo.id);
    expect(signalOf(of(first), 'same-picture')).toMatchObject({ count: 2 });
    expect(signalOf(of(same), 'same-picture')).toEqual(signalOf(of(first), 'same-picture'));
    expect(signalOf(of(near), 'same-picture')).toBeUndefined();
    expect(signalOf(of(near), 'near-picture')?.count).toBeGreaterThanOrEqual(2);
    expect(signalOf(of(unlike), 'near-picture')).toBeUndefined();
    const key = signalOf(of(near), 'near-picture')?.key ?? '';
    expect(idsOf(await queueOf(`signal=${key}`))).toContain(near.id);
  });

  it('show a place with the same name in the same city, or a similar name close by', async () => {
    const { cityId } = await publicPlace();
    const coordinates = (latitude: number) => ({ latitude, longitude: 13 });
    const known = await givenLocation(admin, cityId, {
      name: 'Old Mill Bridge',
      coordinates: coordinates(52),
    });
    anna.follow(admin);
    const similar = await givenLocation(anna, cityId, { name: 'The Old Mill Bridge' });
    const close = await givenLocation(anna, cityId, {
      name: 'Mill Bridge of the North',
      coordinates: coordinates(52.001),
    });
    const away = await givenLocation(anna, cityId, {
      name: 'Mill Bridge of Long Ago',
      coordinates: coordinates(52.1),
    });
    const same = await givenLocation(anna, cityId, { name: 'old mill bridge', coordinates: coordinates(52) });
    const items = await queueOf(`city=${cityId}`, anna);
    const of = (place: Entity) => items.find(({ id }) => id === place.id);
    expect(of(similar)).toMatchObject({
      flags: expect.not.arrayContaining(['duplicate']),
      duplicates: [{ id: known.id, name: 'Old Mill Bridge', distance: null }],
    });
    expect(of(close)?.duplicates).toEqual([{ id: known.id, name: 'Old Mill Bridge', distance: 111 }]);
    expect(of(same)?.duplicates).toEqual([{ id: known.id, name: 'Old Mill Bridge', distance: 0 }]);
    expect(of(same)?.flags).toContain('duplicate');
    expect(of(away)?.duplicates).toEqual([]);
    const signals = [similar, close, same].map((place) => signalOf(of(place), 'near-name'));
    expect(new Set(signals.map((signal) => signal?.key)).size).toBe(1);
    expect(signals[0]?.count).toBe(3);
    const group = (await groups()).find(({ key }) => key === signals[0]?.key);
    expect(idsOf(group?.items ?? [])).toEqual(idsOf([similar, close, same]));
  });

  it('show a similar name also for the only item that waits, but never a place’s own name for its edit', async () => {
    const { cityId } = await publicPlace();
    const known = await givenLocation(admin, cityId, { name: 'Copper Weather Vane' });
    anna.follow(admin);
    const alone = await givenLocation(anna, cityId, { name: 'Copper Weather Vanes' });
    const unlike = await givenLocation(anna, cityId, { name: 'Rope Walk' });
    const edit = await givenEdit(anna, known.id, { name: 'COPPER weather vane' });
    const items = await queueOf(`city=${cityId}`, anna);
    const of = (item: Entity) => items.find(({ id }) => id === item.id);
    expect(signalOf(of(alone), 'near-name')?.count).toBe(1);
    expect(signalOf(of(unlike), 'near-name')).toBeUndefined();
    expect(of(edit)?.duplicates).toEqual([]);
    expect(of(edit)?.flags).not.toContain('duplicate');
  });

  it('show a public place of the same name, regardless of order, with both current names and positions', async () => {
    const [one, other] = [await publicPlace(), await publicPlace()];
    const waiting = await givenLocation(anna, one.cityId, { name: 'Water Tower Lookout' });
    const duplicates = async () => {
      const items = await queueOf('kind=location', anna, admin);
      return items.find(({ id }) => id === waiting.id)?.duplicates.map(({ name }) => name);
    };
    const change = (person: Person, place: Entity, fields: object) =>
      person.put(`/api/locations/${place.id}`, fields);
    expect(await duplicates()).toEqual([]);
    const later = await givenLocation(admin, one.cityId, { name: 'The Water Tower Lookout' });
    expect(await duplicates()).toEqual(['The Water Tower Lookout']);
    const renamed = await givenLocation(admin, one.cityId, { name: 'Kitchen Garden' });
    await change(admin, renamed, { name: 'Lookout Water Tower' });
    expect(await duplicates()).toEqual(['Lookout Water Tower', 'The Water Tower Lookout']);
    await change(admin, later, { name: 'Harbour Wall' });
    expect(await duplicates()).toEqual(['Lookout Water Tower']);
    await givenLocation(admin, one.cityId, { name: 'Orchard of Pears' });
    await change(anna, waiting, { name: 'Orchard of the Pears' });
    expect(await duplicates()).toEqual(['Orchard of Pears']);
    await givenLocation(admin, other.cityId, { name: 'Pears of the Orchard' });
    await change(anna, waiting, { cityId: other.cityId });
    expect(await duplicates()).toEqual(['Pears of the Orchard']);
  });

  it('show a burst: five by one person within ten minutes', async () => {
    const { cityId } = await publicPlace();
    const eve = await server.register('Eve');
    eve.follow(admin);
    for (let count = 0; count < 4; count += 1) await givenLocation(eve, cityId);
    const four = await queueOf(`submitter=${eve.id}`, eve);
    expect(four.map((item) => signalOf(item, 'burst'))).toEqual([undefined, undefined, undefined, undefined]);
    await givenCity(eve);
    const five = await queueOf(`submitter=${eve.id}`, eve);
    expect(five.map((item) => signalOf(item, 'burst')?.count)).toEqual([5, 5, 5, 5, 5]);
    expect((await groups()).find(({ key }) => key === signalOf(five[0], 'burst')?.key)).toMatchObject({
      count: 5,
      label: 'Eve Tester',
      submitters: [{ id: eve.id, name: 'Eve Tester' }],
    });
  });

  it('refuse an unknown key', async () => {
    for (const key of ['', 'same-link', 'same-link-XYZ', `nothing-${'0'.repeat(32)}`])
      expect((await mia.get(`/api/admin/queue?signal=${key}`)).status).toBe(400);
    expect(await queueOf(`signal=same-link-${'0'.repeat(32)}`)).toEqual([]);
  });

  it('reject a group as one batch at the seen revisions; later items stay, and one undo restores all', async () => {
    const { cityId } = await publicPlace();
    const description = 'Look at https://group.example and come';
    for (let count = 0; count < 3; count += 1) await givenLocation(anna, cityId, { description });
    const seen = await queueOf(`city=${cityId}`, anna);
    const key = signalOf(seen[0], 'same-link')?.key ?? '';
    const [first] = seen;
    await anna.put(`/api/locations/${first?.id}`, { description: `${description} soon` });
    const late = await givenLocation(ben, cityId, { description });
    mia.follow(anna);
    mia.follow(ben);
    const rejected = await mia.post('/api/admin/decisions', {
      items: seen.map(({ kind, id, entityType, entityId, revision }) => ({
        ...{ kind, id, entityType, entityId, revision },
        decision: 'reject',
        reason: 'This reads like advertising.',
      })),
    });
    expect(rejected.body.results.map(({ code }) => code)).toEqual(['changed', null, null]);
    expect(idsOf(await queueOf(`signal=${key}`)).toSorted()).toEqual([first?.id, late.id].toSorted());
    await mia.post(`/api/admin/batches/${rejected.body.batchId}/undo`);
    expect(await queueOf(`signal=${key}`)).toHaveLength(4);
  });
});
