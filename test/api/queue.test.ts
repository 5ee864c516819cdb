import { randomUUID } from 'node:crypto';

import { beforeAll, describe, expect, test } from 'vitest';

import { streamOf, type DomainEvent } from '#contracts/events';

import { newEvent } from '../harness/events.ts';
import type { ApiResponse, Json } from '../harness/http.ts';
import { startPopulated } from '../harness/for-file.ts';
import type { Person } from '../harness/in-process.ts';
import { cityInput, locationInput } from '../harness/inputs.ts';

const { folder, server, admin, ann: anna, bob: ben } = await startPopulated();
/** A public city with a public and a pending place, and a pending city with a pending place. */
let lisbon: string;
let porto: string;
let belem: string;
let alfama: string;
let ribeira: string;
let editId: string;
const photoId = randomUUID();
const changeId = randomUUID();

beforeAll(async () => {
  lisbon = await made('/api/cities', admin, cityInput({ name: 'Lisbon' }));
  porto = await made('/api/cities', anna, cityInput({ name: 'Porto' }));
  belem = await made('/api/locations', anna, placeOf('Tower of Belém', lisbon));
  await decide(`locations/${belem}/approve`);
  alfama = await made('/api/locations', ben, placeOf('Alfama', lisbon));
  ribeira = await made('/api/locations', anna, placeOf('Ribeira', porto));
  editId = await made(
    `/api/locations/${belem}`,
    ben,
    { description: 'Better words', address: 'Here 1' },
    'PUT',
  );
  await happened(ben.id, [
    streamOf.photo(photoId),
    {
      type: 'photo-added.v1',
      data: { ...photoData, renditions: [320, 480, 800], photoId, locationId: belem },
    },
  ]);
  await happened(anna.id, [
    streamOf.location(belem),
    { type: 'photo-featured.v1', data: { locationId: belem, cityId: lisbon, photoId, review: 'after' } },
    changeId,
  ]);
  await happened(anna.id, [
    streamOf.reports('photo', photoId),
    {
      type: 'content-reported.v1',
      data: { entityType: 'photo', entityId: photoId, reportId: randomUUID(), reason: 'copyright' },
    },
  ]);
});
const placeOf = (name: string, cityId: string) => locationInput(cityId, { name, address: 'By the river' });
const photoData = {
  sha256: 'ab'.repeat(32),
  fileName: 'a.jpg',
  fileSize: 1000,
  mimeType: 'image/jpeg',
  width: 800,
  height: 600,
  placeholder: '#abc',
  caption: 'The tower at dusk',
  review: 'after',
} as const;

let position: bigint | undefined;
async function ask(
  person: Person | undefined,
  method: string,
  path: string,
  body?: unknown,
): Promise<ApiResponse> {
  const response = await server.call(method, path, {
    ...(person && { token: person.token }),
    ...(body === undefined ? {} : { body }),
    ...(method === 'GET' && position !== undefined ? { minPosition: position } : {}),
  });
  if (response.position !== undefined) position = response.position;
  return response;
}
async function made(path: string, by: Person, body: object, method = 'POST'): Promise<string> {
  const response = await ask(by, method, path, body);
  expect([201, 202]).toContain(response.status);
  return response.body.id as string;
}
const decide = async (path: string) =>
  expect((await ask(admin, 'POST', `/api/admin/${path}`, {})).status).toBe(200);

/** Appends an event to the log, as another part of the product would. */
async function happened(actor: string, [stream, event, id]: readonly [string, DomainEvent, string?]) {
  await using log = await folder.openLog();
  let expected: bigint | 'none' = 'none';
  for await (const { revision } of log.readStream(stream)) expected = revision;
  position = (await log.append(stream, expected, [newEvent(actor, event, id)])).position;
  await server.settled();
}

interface Listed {
  readonly items: Json[];
  readonly total: string | null;
}
async function queueOf(query: string): Promise<Listed> {
  const response = await ask(admin, 'GET', `/api/admin/queue?${query}`);
  expect(response.status, response.text).toBe(200);
  return { items: response.body as Json[], total: response.headers.get('X-Total-Count') };
}
const idsIn = async (query: string): Promise<string[]> => {
  const { items, total } = await queueOf(query);
  expect(total, query).toBe(String(items.length));
  return items.map(({ id }) => id as string);
};
const all = () => [porto, alfama, ribeira, editId, photoId, changeId, `photo-${photoId}`];

test('all kinds are in one order, oldest or newest first', async () => {
  expect(await idsIn('')).toEqual(all());
  expect(await idsIn('sort=newest')).toEqual(all().reverse());
});

test('the list is paged without gap or repeat, in both orders', async () => {
  for (const sort of ['oldest', 'newest']) {
    for (const more of ['', '&search=e']) {
      const found: string[] = [];
      for (
        let path: string | undefined = `/api/admin/queue?limit=2&sort=${sort}${more}`;
        path !== undefined;
      ) {
        const response = await ask(admin, 'GET', path);
        expect(response.status, response.text).toBe(200);
        found.push(...(response.body as Json[]).map(({ id }) => id as string));
        path = /<(.*)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
      }
      expect(found).toEqual(await idsIn(`sort=${sort}${more}`));
    }
  }
});

describe('a filter', () => {
  test('by kind, one or several', async () => {
    expect(await idsIn('kind=city')).toEqual([porto]);
    expect(await idsIn('kind=location')).toEqual([alfama, ribeira]);
    expect(await idsIn('kind=report&kind=edit&kind=photo')).toEqual([editId, photoId, `photo-${photoId}`]);
    expect(await idsIn('kind=change')).toEqual([changeId]);
  });

  test('by city', async () => {
    expect(await idsIn(`city=${porto}`)).toEqual([porto, ribeira]);
    expect(await idsIn(`city=${lisbon}&sort=newest`)).toEqual(
      [alfama, editId, photoId, changeId, `photo-${photoId}`].reverse(),
    );
    expect(await idsIn(`city=${randomUUID()}`)).toEqual([]);
  });

  test('by submitter', async () => {
    expect(await idsIn(`submitter=${anna.id}`)).toEqual([porto, ribeira, changeId]);
    expect(await idsIn(`submitter=${ben.id}&sort=newest`)).toEqual([photoId, editId, alfama]);
  });

  test('by text in names, the city and the summary, ignoring case and accents', async () => {
    expect(await idsIn('search=ALFAMA')).toEqual([alfama]);
    expect(await idsIn('search=tower%20of%20bel%C3%A9m')).toEqual([
      editId,
      photoId,
      changeId,
      `photo-${photoId}`,
    ]);
    expect(await idsIn('search=belem')).toEqual([editId, photoId, changeId, `photo-${photoId}`]);
    expect(await idsIn('search=porto')).toEqual([porto, ribeira]);
    expect(await idsIn('search=better')).toEqual([editId]);
    expect(await idsIn('search=dusk')).toEqual([photoId]);
    expect(await idsIn('search=%25')).toEqual([]);
  });

  test('by flag', async () => {
    expect(await idsIn('flag=city-waits')).toEqual([ribeira]);
    // No submission of Ben's has been approved yet.
    expect(await idsIn('flag=new-member')).toEqual([alfama, editId, photoId]);
    expect(await idsIn('flag=reported')).toEqual([photoId]);
  });

  test('combined with others, which must all match', async () => {
    expect(
      await idsIn(`kind=location&city=${porto}&submitter=${anna.id}&search=river&flag=city-waits`),
    ).toEqual([ribeira]);
    expect(await idsIn(`kind=location&submitter=${ben.id}&city=${porto}`)).toEqual([]);
    expect(await idsIn(`kind=photo&flag=new-member&search=dusk&sort=newest`)).toEqual([photoId]);
    expect(await idsIn('kind=city&flag=conflict')).toEqual([]);
  });

  test.each([
    'kind=user',
    'kind=city&kind=user',
    'city=lisbon',
    'submitter=1',
    'flag=old',
    'sort=random',
    'limit=0',
    'limit=501',
    'cursor=nonsense',
    'search=a&search=b',
    `search=${'a'.repeat(101)}`,
  ])('that is invalid is refused: %s', async (query) => {
    expect((await ask(admin, 'GET', `/api/admin/queue?${query}`)).status).toBe(400);
  });

  test('refuses a cursor of the other order', async () => {
    const { headers } = await ask(admin, 'GET', '/api/admin/queue?limit=1');
    const cursor = /cursor=([^>&]+)/.exec(headers.get('Link') ?? '')?.[1] ?? '';
    expect((await ask(admin, 'GET', `/api/admin/queue?limit=1&cursor=${cursor}&sort=newest`)).status).toBe(
      400,
    );
  });
});

test('an item contains everything that a decision needs', async () => {
  const { items } = await queueOf('');
  const byId = new Map(items.map((item) => [item.id as string, item]));
  const bens = { id: ben.id, name: 'bob Tester', approved: 0, declined: 0, isNew: true, trusted: false };
  expect(byId.get(alfama)).toEqual({
    kind: 'location',
    id: alfama,
    entityType: 'location',
    entityId: alfama,
    locationId: alfama,
    name: 'Alfama',
    cityId: lisbon,
    cityName: 'Lisbon',
    submittedAt: expect.any(String),
    submitter: bens,
    thumbnailUrl: null,
    photoCount: 0,
    summary: 'Viewpoint · By the river',
    description: 'A place with a view.',
    flags: ['new-member'],
    signals: expect.any(Array),
    duplicates: [],
    revision: 0,
  });
  expect(byId.get(editId)).toMatchObject({
    kind: 'edit',
    entityType: 'location',
    entityId: belem,
    locationId: belem,
    name: 'Tower of Belém',
    submitter: bens,
    thumbnailUrl: `/photos/${photoId}/480.webp`,
    photoCount: 1,
    summary: 'Description: Better words, and 1 more',
    revision: 3,
  });
  expect(byId.get(photoId)).toMatchObject({
    kind: 'photo',
    entityType: 'photo',
    locationId: belem,
    summary: 'The tower at dusk',
    thumbnailUrl: `/photos/${photoId}/480.webp`,
    flags: ['new-member', 'reported'],
    signals: expect.any(Array),
  });
  expect(byId.get(changeId)).toMatchObject({
    kind: 'change',
    entityType: 'location',
    entityId: belem,
    summary: 'Another photo was chosen',
    submitter: { id: anna.id, approved: 1, isNew: false },
  });
  expect(byId.get(`photo-${photoId}`)).toMatchObject({
    kind: 'report',
    entityType: 'photo',
    entityId: photoId,
    locationId: belem,
    cityId: lisbon,
    submitter: null,
    summary: 'Copyright',
    flags: [],
    signals: expect.any(Array),
  });
  expect(byId.get(porto)).toMatchObject({
    kind: 'city',
    cityId: porto,
    summary: 'Portugal',
    locationId: null,
  });
});

test('a duplicate and a conflict are flagged only while they exist', async () => {
  const twin = await made('/api/locations', ben, placeOf('TOWER of belem', lisbon));
  const { items } = await queueOf('flag=duplicate');
  expect(items).toMatchObject([{ id: twin, duplicates: [{ id: belem, name: 'Tower of Belém' }] }]);
  expect(await idsIn('flag=conflict')).toEqual([]);
  const renamed = await ask(admin, 'PUT', `/api/locations/${belem}`, {
    name: 'Belém',
    description: 'Other words',
  });
  expect(renamed.status).toBe(200);
  expect(await idsIn('flag=duplicate')).toEqual([]);
  expect(await idsIn('flag=conflict')).toEqual([editId]);
  await decide(`locations/${twin}/reject`);
});

test('the lists of one kind contain the same items, and the counts of the desk agree', async () => {
  const kinds = { city: 'pending-cities', location: 'pending-locations', edit: 'pending-edits' };
  const desk = (await ask(admin, 'GET', '/api/admin/desk')).body;
  for (const [kind, list] of Object.entries(kinds)) {
    const listed = (await ask(admin, 'GET', `/api/admin/${list}`)).body as Json[];
    expect(await idsIn(`kind=${kind}`)).toEqual(listed.map(({ id }) => id as string));
    expect(desk.waiting[kind]).toBe(listed.length);
  }
  expect(desk.waiting).toEqual({ city: 1, location: 2, edit: 1, photo: 1, change: 1, report: 1 });
});

test('the desk counts decisions by moderator, and how long items had waited', async () => {
  const { items } = await queueOf('limit=1');
  const desk = (await ask(admin, 'GET', '/api/admin/desk')).body;
  expect(desk).toMatchObject({ oldestAt: items[0]?.submittedAt, decidedToday: 2, decidedTodayByMe: 2 });
  expect(desk.medianWaitSeconds).toBeGreaterThan(0);
  expect(desk.p95WaitSeconds).toBeGreaterThanOrEqual(desk.medianWaitSeconds);
  expect(desk.p95WaitSeconds).toBeLessThan(60);
});
