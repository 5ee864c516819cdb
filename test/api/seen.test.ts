import { describe, expect, it } from 'vitest';

import { meet as meetAll, expectProblem, type ApiResponse, type Client, type Entity } from './client.ts';
import { givenCity, givenEdit, givenLocation, givenPublicLocation, itemOf, missingId } from './given.ts';
import { addPhoto } from './pictures.ts';
import { startWithPeople } from './server.ts';

const { server, admin, anna, ben } = await startWithPeople();
const mona = await server.registerModerator('Mona');

/** Makes every client read the others' writes. */
const meet = () => meetAll(admin, anna, ben, mona);
const read = async (path: string): Promise<Entity> => {
  meet();
  const response = await mona.get(path);
  expect(response.status, response.text).toBe(200);
  return response.body;
};
interface Detail {
  readonly item: Entity;
  readonly fields: Readonly<Record<string, string | null>>;
}
const detailOf = async (kind: string, id: string): Promise<Detail> =>
  (await read(`/api/admin/queue/${kind}/${id}`)) as unknown as Detail;
/** The row in the list; expects it to have the revision of the detail. */
async function rowOf(kind: string, id: string): Promise<Entity> {
  const rows = (await read(`/api/admin/queue?kind=${kind}&limit=500`)) as unknown as readonly Entity[];
  const row = rows.find((each) => each.id === id);
  if (row === undefined) throw new Error(`${kind} ${id} does not wait`);
  expect(row.revision).toBe((await detailOf(kind, id)).item.revision);
  return row;
}
async function send(
  row: Entity,
  decision: string,
  more: object = {},
  by: Client = mona,
): Promise<ApiResponse> {
  meet();
  const { kind, id, entityType, entityId, revision } = row;
  const item = { kind, id, entityType, entityId, revision, decision, ...more };
  const response = await by.post('/api/admin/decisions', { items: [item] });
  expect(response.status, response.text).toBe(200);
  meet();
  return response;
}
/**
 * Sends the decision with the earlier revision and expects a refusal; then expects that the current revision is
 * accepted.
 */
async function expectChanged(row: Entity, decision: 'approve' | 'reject'): Promise<void> {
  const refused = await send(row, decision);
  const now = await rowOf(row.kind, row.id);
  expect(refused.body.results).toEqual([
    {
      kind: row.kind,
      id: row.id,
      result: 'refused',
      message: 'This has changed since you looked.',
      code: 'changed',
      by: null,
      revision: now.revision,
    },
  ]);
  expect((await send(now, decision)).body.results).toMatchObject([{ result: 'done', code: null }]);
}

describe('a decision with the revision that the moderator saw', () => {
  it.each(['approve', 'reject'] as const)(
    'is refused for a city that was changed since: %s',
    async (decision) => {
      const city = await givenCity(anna);
      const row = await rowOf('city', city.id);
      await anna.put(`/api/cities/${city.id}`, { name: 'SPAM' });
      await expectChanged(row, decision);
    },
  );

  it.each(['approve', 'reject'] as const)(
    'is refused for a place that was changed since: %s',
    async (decision) => {
      const place = await givenLocation(anna, (await givenCity(admin)).id);
      const row = await rowOf('location', place.id);
      await anna.put(`/api/locations/${place.id}`, { description: 'https://casino.example' });
      expect((await detailOf('location', place.id)).fields).toMatchObject({
        name: place.name,
        description: 'https://casino.example',
        address: null,
      });
      await expectChanged(row, decision);
    },
  );

  it('is accepted for a place with only new photos, hearts and reverted edits', async () => {
    const place = await givenLocation(anna, (await givenCity(admin)).id);
    const row = await rowOf('location', place.id);
    const photo = (await addPhoto(anna, place.id)).body;
    await anna.patch(`/api/photos/${photo.id}/primary`, { locationId: place.id });
    await anna.put(`/api/locations/${place.id}`, { name: 'There' });
    await anna.put(`/api/locations/${place.id}`, { name: place.name });
    await anna.put(`/api/locations/${place.id}/favorite`);
    expect((await send(row, 'approve')).body.results).toMatchObject([{ result: 'done' }]);
    const history = (await read(`/api/admin/locations/${place.id}/history`)) as unknown as Entity[];
    expect(history.map(({ type, seen }) => [type, seen]).at(-1)).toEqual(['location-approved.v1', 0]);
  });

  it.each(['approve', 'reject'] as const)(
    'is refused for an edit whose own fields changed: %s',
    async (decision) => {
      const place = await givenPublicLocation(server);
      meet();
      const edit = await givenEdit(anna, place.id, { name: `${decision} this` });
      const row = await rowOf('edit', edit.id);
      await admin.put(`/api/locations/${place.id}`, { address: 'Elsewhere 1' });
      if (decision === 'approve')
        expect((await rowOf('edit', edit.id)).revision).toBeGreaterThan(row.revision);
      await admin.put(`/api/locations/${place.id}`, { name: 'Meanwhile' });
      const forced = await send(row, decision, { force: true });
      expect(forced.body.results).toMatchObject([{ result: 'refused', code: 'changed' }]);
      const now = await rowOf('edit', edit.id);
      const conflict = await send(now, decision);
      if (decision === 'reject') return expect(conflict.body.results).toMatchObject([{ result: 'done' }]);
      expect(conflict.body.results).toMatchObject([{ result: 'refused', code: 'conflict', revision: null }]);
      expect((await send(now, decision, { force: true })).body.results).toMatchObject([{ result: 'done' }]);
    },
  );

  it('is accepted for an edit if other fields have changed', async () => {
    const place = await givenPublicLocation(server);
    meet();
    const edit = await givenEdit(anna, place.id, { name: 'Other' });
    const row = await rowOf('edit', edit.id);
    await admin.put(`/api/locations/${place.id}`, { address: 'Elsewhere 1' });
    expect((await send(row, 'approve')).body.results).toMatchObject([{ result: 'done' }]);
  });

  it.each(['approve', 'reject'] as const)(
    'is refused for a photo that was described since: %s',
    async (decision) => {
      const place = await givenPublicLocation(server);
      meet();
      const photo = (await addPhoto(anna, place.id)).body;
      const row = await rowOf('photo', photo.id);
      await anna.patch(`/api/photos/${photo.id}`, { caption: 'https://casino.example' });
      await expectChanged(row, decision);
    },
  );

  it.each(['approve', 'reject'] as const)(
    'is refused for a change whose fields changed since: %s',
    async (decision) => {
      const city = await givenCity(admin);
      meet();
      await anna.put(`/api/cities/${city.id}`, { name: `First ${decision}` });
      const [change] = (await read(`/api/admin/queue?kind=change&city=${city.id}`)) as unknown as Entity[];
      if (change === undefined) throw new Error('There is no change');
      await admin.put(`/api/cities/${city.id}`, { name: `Second ${decision}` });
      await expectChanged(change, decision);
    },
  );

  it.each(['approve', 'reject'] as const)(
    'is refused for a report that another joined: %s',
    async (decision) => {
      const place = await givenPublicLocation(server);
      meet();
      const report = { entityType: 'location', entityId: place.id, reason: 'gone' };
      await anna.post('/api/reports', report);
      const row = await rowOf('report', `location-${place.id}`);
      await ben.post('/api/reports', { ...report, reason: 'wrong' });
      await expectChanged(row, decision);
    },
  );

  it('is refused with a revision that does not exist', async () => {
    const city = await givenCity(anna);
    const row = await rowOf('city', city.id);
    const response = await send(row, 'approve', { revision: row.revision + 1 });
    expect(response.body.results).toMatchObject([{ code: 'changed', revision: row.revision }]);
    for (const revision of [-1, 0.5, '0', null]) {
      const item = { ...itemOf('city', city.id), decision: 'approve' };
      expectProblem(await mona.post('/api/admin/decisions', { items: [{ ...item, revision }] }), 400);
    }
  });

  it.each(['approve', 'reject'])(
    'follows the same rule in a single call to %s a city, place or edit',
    async (decision) => {
      const city = await givenCity(anna);
      const place = await givenLocation(anna, (await givenCity(admin)).id);
      const known = await givenPublicLocation(server);
      meet();
      const edit = await givenEdit(anna, known.id, { name: `Proposed to ${decision}` });
      await anna.put(`/api/cities/${city.id}`, { name: 'Changed' });
      await anna.put(`/api/locations/${place.id}`, { name: 'Changed' });
      const base = (await read(`/api/locations/${known.id}`)).revision;
      await admin.put(`/api/locations/${known.id}`, { name: 'Changed' });
      meet();
      for (const [path, seen, now] of [
        [`cities/${city.id}`, 0, 1],
        [`locations/${place.id}`, 0, 1],
        [`locations/${known.id}/edits/${edit.id}`, base, base + 1],
      ] as const) {
        const call = (revision: number) =>
          mona.post(`/api/admin/${path}/${decision}`, {
            revision,
            ...(path.includes('edits') && { force: true }),
          });
        expectProblem(await call(seen), 409, 'This has changed since you looked.');
        expect((await call(now)).status, path).toBe(200);
        expect((await call(seen)).status, `${path} once more`).toBe(200);
      }
      const [last] = (await read(`/api/admin/cities/${city.id}/history?sort=newest`)) as unknown as Entity[];
      expect(last).toMatchObject({ seen: 1 });
    },
  );

  it('decides the current state without a revision', async () => {
    const city = await givenCity(anna);
    const row = await rowOf('city', city.id);
    await anna.put(`/api/cities/${city.id}`, { name: 'Changed' });
    const response = await send(row, 'approve', { revision: undefined });
    expect(response.body.results).toMatchObject([{ result: 'done' }]);
    const [last] = (await read(`/api/admin/cities/${city.id}/history?sort=newest`)) as unknown as Entity[];
    expect(last).toMatchObject({ type: 'city-approved.v1', seen: null });
  });
});

describe('the code of a refusal', () => {
  const codeOf = ({ body }: ApiResponse) =>
    body.results.map(({ result, code, by }) => [result, code, by?.name]);
  const decided = ['refused', 'decided', 'Mona Tester'];

  it.each(['approve', 'reject'])(
    'is decided if another moderator was first, before changed and conflict (%s)',
    async (how) => {
      const city = await givenCity(anna);
      const known = await givenPublicLocation(server);
      meet();
      const photo = (await addPhoto(anna, known.id)).body;
      const edit = await givenEdit(anna, known.id, { name: `Other to ${how}` });
      await ben.put(`/api/cities/${known.cityId}`, { country: `Elsewhere ${how}` });
      await ben.post('/api/reports', { entityType: 'city', entityId: known.cityId, reason: 'wrong' });
      const [change] = (await read(
        `/api/admin/queue?kind=change&city=${known.cityId}`,
      )) as unknown as Entity[];
      if (change === undefined) throw new Error('There is no change');
      const rows = [
        await rowOf('city', city.id),
        await rowOf('edit', edit.id),
        await rowOf('photo', photo.id),
        change,
        await rowOf('report', `city-${known.cityId}`),
      ];
      for (const row of rows) {
        expect(codeOf(await send(row, how))).toEqual([['done', null, undefined]]);
        expect(codeOf(await send(row, how))).toEqual([['unchanged', null, undefined]]);
        for (const decision of ['approve', 'reject']) {
          const late = await send(row, decision, { revision: 999, force: true }, admin);
          // A photo or change that was approved can only be declined later through a report.
          expect(codeOf(late), `${row.kind} ${decision}`).toEqual([decided]);
          expect(late.body.results).toMatchObject([{ message: 'This has already been decided.' }]);
        }
      }
    },
  );

  it('is own, city-first or gone', async () => {
    const city = await givenCity(anna);
    const place = await givenLocation(anna, city.id);
    const own = await givenCity(mona);
    const withdrawn = await givenCity(anna);
    const rows = [await rowOf('location', place.id), await rowOf('city', own.id)];
    const gone = await rowOf('city', withdrawn.id);
    await anna.post(`/api/cities/${withdrawn.id}/withdraw`);
    rows.push(gone, { ...gone, id: missingId, entityId: missingId });
    const codes: unknown[] = [];
    for (const row of rows) codes.push(...codeOf(await send(row, 'approve')));
    expect(codes).toEqual([
      ['refused', 'city-first', undefined],
      ['refused', 'own', undefined],
      ['refused', 'gone', undefined],
      ['refused', 'gone', undefined],
    ]);
  });

  it('tells the second of two simultaneous approvers who was first', async () => {
    const city = await givenCity(anna);
    const row = await rowOf('city', city.id);
    const responses = await Promise.all([send(row, 'approve'), send(row, 'approve', {}, admin)]);
    const results = responses.flatMap(({ body }) => body.results);
    const winner = results[0]?.result === 'done' ? mona : admin;
    expect(results.map(({ result }) => result).sort()).toEqual(['done', 'refused']);
    expect(results.find(({ result }) => result === 'refused')).toMatchObject({
      code: 'decided',
      by: { id: winner.id },
    });
  });
});
