import { afterAll, beforeAll, expect, test } from 'vitest';

import { noOptionalFields } from '#contracts/testing/location';

import { createDataFolder, type DataFolder } from '../harness/data-folder.ts';
import { appendLocations } from '../harness/events.ts';
import type { Json } from '../harness/http.ts';
import {
  createPopulatedFolder,
  type Person,
  type RunningServer,
  startInProcess,
} from '../harness/in-process.ts';
import { expectNoLeftovers, type Place } from '../harness/leftovers.ts';
import { pictureOf } from '../harness/pictures.ts';
import { contentsIn, expectEqualToReplay } from '../harness/replayed.ts';
import { expectDocumentsAsFolded } from '../properties/folded.ts';
import { cityInput } from '../harness/inputs.ts';

/** `MANY_LOCATIONS=20000` for the size in the design. */
const many = Number(process.env['MANY_LOCATIONS'] ?? 1100);
const patience = 120_000 + many * 20; // milliseconds

let folder: DataFolder;
let server: RunningServer;
let admin: Person;
let ann: Person;
let city: string;
let other: string;
let places: readonly Place[];

beforeAll(async () => {
  const { folder: template, people } = await createPopulatedFolder(2);
  const [first, second] = people;
  if (second === undefined) throw new Error('two people were asked for');
  [admin, ann] = [first, second];
  folder = await createDataFolder(template.path);
  await template[Symbol.asyncDispose]();
  server = await startInProcess(folder);
  [city, other] = [await makeCity(), await makeCity()];
  const ids = await fill(city);
  const [shown = '', waiting = ''] = ids;
  const { url: photoUrl } = await send(ann, 'POST', `/api/locations/${shown}/photos`, {
    imageData: await pictureOf(1),
    fileName: 'a.png',
  });
  await send(ann, 'PUT', `/api/locations/${shown}`, { address: 'Main Street 1' });
  await send(ann, 'PUT', `/api/locations/${shown}/favorite`);
  places = [
    { id: shown, photoUrl },
    { id: waiting, photoUrl: '' },
  ];
  await locationIn(other);
}, patience);
afterAll(async () => {
  expect(server.faults).toEqual([]);
  await expectEqualToReplay(folder);
  expectDocumentsAsFolded(await contentsIn(folder), await folder.events());
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
}, patience);

async function send(who: Person, method: string, path: string, body?: unknown): Promise<Json> {
  const response = await server.call(method, path, { token: who.token, body });
  expect(response.status, `${method} ${path} ${response.text}`).toBeLessThan(300);
  return response.status === 204 ? response : { ...response.body, position: response.position };
}
const makeCity = async (): Promise<string> => (await send(admin, 'POST', '/api/cities', cityInput())).id;
const input = (cityId: string) => ({
  name: `Place in ${cityId}`,
  description: 'A view',
  cityId,
  category: 'cafe' as const,
});
const locationIn = async (cityId: string): Promise<string> =>
  (await send(admin, 'POST', '/api/locations', input(cityId))).id;

/** Of every ten, eight are approved, one is pending, one was declined. */
async function fill(cityId: string): Promise<string[]> {
  const { name, description, category } = input(cityId);
  const ids = await appendLocations(folder, many, {
    cityId,
    submitter: ann.id,
    moderator: admin.id,
    fields: { name, description, category, ...noOptionalFields },
    statusOf: (number) => (['approved', 'pending', 'rejected'] as const)[number % 10] ?? 'approved',
  });
  await server.settled();
  return ids;
}

const approved = Array.from({ length: many }, (_, number) => number % 10).filter((n) => n !== 1 && n !== 2);
const waiting = Math.ceil((many - 1) / 10);
/** The format of X-Total-Count. */
const totalOf = (count: number): string => (count > 1000 ? '1000+' : String(count));

const pathsOf = (cityId: string): string[] => [
  `/api/cities/${cityId}`,
  `/api/locations?city=${cityId}`,
  '/api/locations',
  '/api/locations?category=cafe&minRating=0',
  `/api/locations?search=${encodeURIComponent(`Place in ${cityId}`)}`,
  '/api/locations/trending',
  '/api/cities',
  '/api/stats',
  ...places.map(({ id }) => `/api/locations/${id}`),
  `/api/locations/${places[0]?.id}/photos?imageData=omit`,
];
const adminPaths = [
  '/api/admin/pending-locations',
  '/api/admin/pending-edits',
  '/api/admin/locations',
  ...['approved', 'pending', 'rejected', 'deleted'].flatMap((status) => [
    `/api/admin/locations?status=${status}`,
    `/api/admin/locations?status=${status}&search=place`,
  ]),
];

/** Everything that shows the city, read with a position: first pages, with totals. */
async function seen(position: bigint): Promise<Json> {
  const responses: Record<string, Json> = {};
  const ask = async (path: string, who?: Person) => {
    const { status, body, headers } = await server.call('GET', path, {
      minPosition: position,
      token: who?.token,
    });
    responses[`${path} ${who?.id ?? ''}`] = [status, body, headers.get('X-Total-Count')];
  };
  for (const path of pathsOf(city)) await ask(path);
  for (const path of adminPaths) await ask(path, admin);
  await ask('/api/submissions', ann);
  return responses;
}

/** Fields that change each time, or when the city is restored. */
const changing = new Set(['updatedAt', 'decidedAt', 'revision', 'requestId']);
const untouched = (responses: Json): Json =>
  JSON.parse(JSON.stringify(responses, (key, value: unknown) => (changing.has(key) ? undefined : value)));

const eventsAfter = async (position: bigint) =>
  (await folder.events()).filter((event) => event.position > position);

test(
  'deleting a city appends one event and hides everything; restoring it shows everything again',
  async () => {
    const head = (await folder.events()).at(-1)?.position ?? 0n;
    const stood = await seen(head);
    expect(stood['/api/stats ']).toMatchObject([200, { locations: approved.length + 1, photos: 1 }, null]);

    const { position } = await send(admin, 'DELETE', `/api/cities/${city}`);
    expect((await eventsAfter(head)).map(({ type }) => type)).toEqual(['city-deleted.v1']);
    await expectNoLeftovers({ server, admin, ann }, { cityId: city, places, position });
    const gone = await seen(position);
    expect(gone['/api/stats ']).toMatchObject([200, { locations: 1, photos: 0, cities: 1 }, null]);
    expect(gone[`/api/admin/pending-locations ${admin.id}`]).toEqual([200, [], '0']);
    expect(gone[`/api/admin/pending-edits ${admin.id}`]).toEqual([200, [], '0']);
    expect(gone[`/api/submissions ${ann.id}`]).toEqual([200, [], '0']);
    const deleted = gone[`/api/admin/locations?status=deleted ${admin.id}`];
    expect(deleted?.[2]).toBe(totalOf(many));
    for (const { cityId, status, photoCount } of deleted?.[1] ?? []) {
      expect([cityId, status, photoCount]).toEqual([city, 'deleted', 0]);
    }
    const restored = await send(admin, 'POST', `/api/admin/cities/${city}/restore`);
    expect(await eventsAfter(position)).toHaveLength(1);
    expect(untouched(await seen(restored.position))).toEqual(untouched(stood));
  },
  patience,
);

test(
  'a server that starts during the deletion also hides it',
  async () => {
    const { position } = await send(admin, 'DELETE', `/api/cities/${city}`);
    await server[Symbol.asyncDispose]();
    server = await startInProcess(folder);
    await expectNoLeftovers({ server, admin, ann }, { cityId: city, places, position });
    await send(admin, 'POST', `/api/admin/cities/${city}/restore`);
    const { status } = await server.call('GET', `/api/locations/${places[0]?.id}`);
    expect(status).toBe(200);
  },
  patience,
);

test(
  'after reopening, its approved locations are not public until it is approved again',
  async () => {
    const stood = await seen((await folder.events()).at(-1)?.position ?? 0n);
    const { position } = await send(admin, 'POST', `/api/admin/cities/${city}/reopen`);
    const waits = await seen(position);
    expect(waits['/api/stats ']).toMatchObject([200, { locations: 1, cities: 1 }, null]);
    for (const path of pathsOf(city).slice(1, 6)) {
      const found = waits[`${path} `]?.[1] as readonly Json[] | undefined;
      const ids = found?.map(({ cityId }) => cityId);
      expect(ids, path).not.toContain(city);
    }
    expect(waits[`/api/admin/pending-locations ${admin.id}`]?.[2]).toBe(totalOf(waiting));
    expect(waits[`/api/admin/pending-edits ${admin.id}`]?.[2]).toBe('0');
    const again = await send(admin, 'POST', `/api/admin/cities/${city}/approve`);
    expect(untouched(await seen(again.position))).toEqual(untouched(stood));
  },
  patience,
);
