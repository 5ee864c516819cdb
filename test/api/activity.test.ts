import { describe, expect, it } from 'vitest';

import { allPages, expectProblem, type Client } from './client.ts';
import { decide, givenCity, givenEdit, givenLocation, missingId } from './given.ts';
import { addPhoto, pictureBytes } from './pictures.ts';
import { startForFile } from './server.ts';

const server = await startForFile();
const { admin } = server;
const anna = await server.register('Anna');
const city = await givenCity(anna, { name: 'Evora' });
const place = await givenLocation(anna, city.id, { name: 'Temple' });
admin.follow(anna);
await decide(admin, 'cities', city.id, 'approve');
await decide(admin, 'locations', place.id, 'approve');
const edit = await givenEdit(anna, place.id, { name: 'Roman Temple' });
admin.follow(anna);
await admin.post(`/api/admin/locations/${place.id}/edits/${edit.id}/reject`, { reason: 'No.' });
const photo = (await addPhoto(anna, place.id, await pictureBytes('png', 16, 16))).body;
await anna.put(`/api/locations/${place.id}/rating`, { rating: 5 });
admin.follow(anna);

const list = (query = '', by: Client = admin) => allPages(by, `/api/admin/activity${query}`);
const typesIn = async (query: string) => (await list(query)).map(({ type }) => type);
const exported = async (query = '', by: Client = admin) =>
  by.get(`/api/admin/activity${query}`, { headers: { Accept: 'application/x-ndjson' } });

describe('the activity', () => {
  it('contains every event except opinions and registrations, newest first, with current names', async () => {
    const entries = await list();
    expect(entries.map(({ type }) => type)).toEqual([
      'photo-added',
      'location-edit-rejected',
      'location-edit-proposed',
      'location-approved',
      'city-approved',
      'location-submitted',
      'city-submitted',
    ]);
    expect(entries[0]).toMatchObject({
      actor: { id: anna.id, name: 'Anna Tester', role: 'user' },
      entityType: 'photo',
      entityId: photo.id,
      name: 'Temple',
      cityName: 'Evora',
      undoable: false,
    });
    expect(entries[1]).toMatchObject({
      actor: { id: admin.id, role: 'admin' },
      entityType: 'location',
      entityId: place.id,
      reason: 'No.',
      undoable: true,
    });
    expect(entries[4]).toMatchObject({ entityType: 'city', name: 'Evora', cityName: null, undoable: true });
    const positions = entries.map(({ position }) => BigInt(position));
    expect(positions).toEqual(positions.toSorted((one, other) => (one > other ? -1 : 1)));
  });

  it('gives each entry’s batch and the current name of its entity', async () => {
    const own = await givenCity(admin, { name: 'Old name' });
    await admin.put(`/api/cities/${own.id}`, { name: 'New name' });
    const entries = await list(`?entityId=${own.id}`);
    expect(entries.map(({ type, name }) => [type, name])).toEqual([
      ['city-edited', 'New name'],
      ['city-approved', 'New name'],
      ['city-submitted', 'New name'],
    ]);
    expect(entries.map(({ undoable }) => undoable)).toEqual([false, false, false]);
    const history = await allPages(admin, `/api/admin/cities/${own.id}/history`);
    expect(entries.map(({ batchId }) => batchId).toReversed()).toEqual(
      history.map(({ correlationId }) => correlationId),
    );
    expect(entries[1]?.batchId).toBe(entries[2]?.batchId);
  });

  it('can be filtered by every field of an entry, alone and in combination', async () => {
    const all = await list();
    const times = [...new Set(all.map(({ at }) => at))].toSorted();
    const from = times[1] ?? '';
    const to = times.at(-2) ?? '';
    const filters = {
      actor: [admin.id, anna.id, missingId],
      entityType: ['city', 'location', 'photo', 'comet'],
      entityId: [place.id, missingId],
      type: ['city-approved', 'location-edit-rejected', 'city-painted'],
      from: [from],
      to: [to],
    };
    const choices = Object.entries(filters).reduce<[string, string][][]>(
      (chosen, [name, values]) => [
        ...chosen,
        ...chosen.flatMap((each) => values.map((value): [string, string][] => [...each, [name, value]])),
      ],
      [[]],
    );
    let found = 0;
    for (const choice of choices.filter(({ length }) => length <= 3)) {
      const asked = Object.fromEntries(choice);
      const wanted = all.filter(
        ({ actor, entityType, entityId, type, at }) =>
          (asked['actor'] ?? actor.id) === actor.id &&
          (asked['entityType'] ?? entityType) === entityType &&
          (asked['entityId'] ?? entityId) === entityId &&
          (asked['type'] ?? type) === type &&
          at >= (asked['from'] ?? '') &&
          (asked['to'] === undefined || at < asked['to']),
      );
      const query = `?limit=2&${new URLSearchParams(choice).toString()}`;
      expect(await list(query), query).toEqual(wanted);
      expect((await admin.get(`/api/admin/activity${query}`)).headers.get('X-Total-Count')).toBe(
        String(wanted.length),
      );
      found += wanted.length;
    }
    expect(found).toBeGreaterThan(100);
  });

  it('treats a day as its start in UTC', async () => {
    const [newest] = await list('?limit=1');
    const day = newest?.at.slice(0, 10) ?? '';
    expect(await typesIn(`?from=${day}&type=photo-added`)).toEqual(['photo-added']);
    expect(await typesIn(`?to=${day}&type=photo-added`)).toEqual([]);
  });

  it.each([
    'limit=0',
    'limit=501',
    'cursor=made-up',
    'actor=anna',
    'entityId=1',
    'entityType=City!',
    'type=%24gt',
    'from=yesterday',
    'to=2026-13-01',
    'from=2026-01-01T00:00:00',
    'type=a&type=b',
  ])('refuses %s', async (query) => {
    expectProblem(await admin.get(`/api/admin/activity?${query}`), 400);
  });

  it('is a file only for moderators, and a table only for the administrator', async () => {
    expectProblem(await exported('', server.visitor), 401);
    expectProblem(await exported('', anna), 403);
    const moderator = await server.registerModerator('Moderator');
    for (const format of ['ndjson', 'csv']) {
      expectProblem(await server.visitor.get(`/api/admin/activity?format=${format}`), 401);
      expectProblem(await moderator.get(`/api/admin/activity?format=${format}`), 403);
    }
  });
});

/** The cells of a table as RFC 4180 has it. */
function tableIn(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (end === '') break;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

const ndjsonWanted = { headers: { Accept: 'application/x-ndjson' } };

describe('the export', () => {
  it('contains all matching entries, one JSON object per line, whatever the limit', async () => {
    for (const query of ['', `?actor=${anna.id}`, '?entityType=city&limit=1']) {
      const response = await exported(query);
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Type')).toBe('application/x-ndjson; charset=utf-8');
      expect(response.headers.get('Cache-Control')).toBe('private, no-store');
      const lines = response.text.split('\n');
      expect(lines.pop()).toBe('');
      expect(lines.map((line): unknown => JSON.parse(line))).toEqual(await list(query));
    }
    expect((await exported('?type=city-painted')).text).toBe('');
  });

  it('is a file, also for a link, which can name only the format', async () => {
    const response = await admin.get(`/api/admin/activity?actor=${anna.id}&format=ndjson`);
    expect(response.text).toBe((await exported(`?actor=${anna.id}`)).text);
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="activity.ndjson"');
    expectProblem(await admin.get('/api/admin/activity?format=xls'), 400);
    expectProblem(await admin.get('/api/admin/activity?format=csv&from=never'), 400);
  });

  it('is also a table, with the same filters, and its cells cannot be formulas', async () => {
    const names = ['=cmd|"/c calc"!A1', '+1', '-2', '@SUM(A1)', 'two, "quoted"'];
    for (const name of names) await givenCity(anna, { name });
    admin.follow(anna);
    const declined = await givenCity(admin);
    await admin.post(`/api/admin/cities/${declined.id}/reopen`);
    await admin.post(`/api/admin/cities/${declined.id}/reject`, { reason: '=1+1,\n"two lines"' });
    const reasons = tableIn((await admin.get('/api/admin/activity?type=city-rejected&format=csv')).text);
    expect(reasons[1]?.[reasons[0]?.indexOf('reason') ?? 0]).toBe('\'=1+1,\n"two lines"');
    const query = `?actor=${anna.id}&type=city-submitted`;
    const response = await admin.get(`/api/admin/activity${query}`, { headers: { Accept: 'text/csv' } });
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="activity.csv"');
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    expect((await admin.get(`/api/admin/activity${query}&format=csv&limit=1`)).text).toBe(response.text);
    const [head = [], ...rows] = tableIn(response.text);
    const entries = await list(query);
    expect(rows.map((row) => row[head.indexOf('position')])).toEqual(entries.map(({ position }) => position));
    expect(rows.map((row) => row[head.indexOf('name')]?.replace(/^'/, ''))).toEqual(
      entries.map(({ name }) => name),
    );
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^\s*[=+@-]/);
    for (const row of rows) expect(row).toHaveLength(head.length);
  });

  it('is sent only if the request names its media type', async () => {
    for (const accept of ['*/*', 'application/json', 'application/*']) {
      const response = await admin.get('/api/admin/activity', { headers: { Accept: accept } });
      expect(response.headers.get('Content-Type')).toMatch(/^application\/json/);
    }
    const head = await admin.call('HEAD', '/api/admin/activity', undefined, ndjsonWanted);
    expect(head).toMatchObject({ status: 200, text: '' });
  });
});
