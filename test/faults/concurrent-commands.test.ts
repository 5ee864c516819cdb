import { randomUUID } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import type { ApiResponse } from '../harness/http.ts';
import { startPopulated } from '../harness/for-file.ts';
import type { Person } from '../harness/in-process.ts';
import { pictureOf } from '../harness/pictures.ts';
import { cityInput, locationInput } from '../harness/inputs.ts';

const { folder, server, admin, ann } = await startPopulated();

const post = (who: Person, path: string, body?: unknown, key?: string): Promise<ApiResponse> =>
  server.call('POST', path, { token: who.token, body, key });
const cityBy = async (who: Person): Promise<string> => (await post(who, '/api/cities', cityInput())).body.id;
const locationBy = async (who: Person): Promise<string> =>
  (await post(who, '/api/locations', locationInput(await cityBy(admin)))).body.id;

const eventsOf = async (stream: string): Promise<string[]> =>
  (await folder.events()).filter((event) => event.stream === stream).map(({ type }) => type);
const times = Number(process.env['RACE_ROUNDS'] ?? 4);

describe('two decisions at the same moment', () => {
  test.each([
    ['cities', 'city', cityBy],
    ['locations', 'location', locationBy],
  ] as const)(
    'about %s: one is accepted, the other gets 409, and one event is in the log',
    async (list, kind, by) => {
      const winners: number[] = [];
      for (let round = 0; round < times; round += 1) {
        const id = await by(ann);
        const decisions = ['approve', 'reject', 'approve', 'reject'].map((decision) =>
          post(admin, `/api/admin/${list}/${id}/${decision}`),
        );
        const responses = await Promise.all(decisions);
        const [approved, rejected] = [responses[0]?.status, responses[1]?.status];
        expect([approved, rejected].sort()).toEqual([200, 409]);
        expect(responses.map(({ status }) => status)).toEqual([approved, rejected, approved, rejected]);
        const positions = responses.filter(({ status }) => status === 200).map(({ position }) => position);
        expect(positions[0]).toBe(positions[1]);
        const decided = approved === 200 ? 'approved' : 'rejected';
        expect(await eventsOf(`${kind}-${id}`)).toEqual([`${kind}-submitted.v1`, `${kind}-${decided}.v1`]);
        const { body } = await server.call('GET', `/api/${list}/${id}`, { token: ann.token });
        expect(body.status).toBe(decided);
        winners.push(approved === 200 ? 0 : 1);
      }
      expect(winners).toHaveLength(times);
    },
  );

  test('about an edit: one is accepted, the other gets 409', async () => {
    for (let round = 0; round < times; round += 1) {
      const id = await locationBy(admin);
      const body = { name: 'Another' };
      const edit = await server.call('PUT', `/api/locations/${id}`, { token: ann.token, body });
      const of = `/api/admin/locations/${id}/edits/${edit.body.id}`;
      const responses = await Promise.all([
        post(admin, `${of}/approve`),
        post(admin, `${of}/reject`),
        post(ann, `/api/locations/${id}/edits/${edit.body.id}/withdraw`),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect(await eventsOf(`location-${id}`)).toHaveLength(4);
    }
  });

  test('a withdrawal and an approval: only one is accepted', async () => {
    for (let round = 0; round < times; round += 1) {
      const id = await cityBy(ann);
      const responses = await Promise.all([
        post(ann, `/api/cities/${id}/withdraw`),
        post(admin, `/api/admin/cities/${id}/approve`),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });
});

test('simultaneous edits of different fields are all stored', async () => {
  const id = await cityBy(admin);
  const changes = [{ name: 'New' }, { country: 'Y' }, { imageUrl: 'https://example.org/y.jpg' }];
  const responses = await Promise.all(
    changes.map((change) =>
      server.call('PUT', `/api/cities/${id}`, { token: ann.token, body: { ...change, revision: 1 } }),
    ),
  );
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { body } = await server.call('GET', `/api/cities/${id}`, { minPosition: lastOf(responses) });
  expect(body).toMatchObject(Object.assign({}, ...changes));
});

test('the same request with one key, sent five times at once, creates one city', async () => {
  const [body, key] = [cityInput(), randomUUID()];
  const responses = await Promise.all(Array.from({ length: 5 }, () => post(ann, '/api/cities', body, key)));
  const made = responses.filter(({ status }) => status === 201);
  expect(made.length).toBeGreaterThan(0);
  for (const response of responses) {
    if (response.status === 409) expect(response.body.code).toBe('request-running');
    else expect({ ...response.body }).toEqual(made[0]?.body);
  }
  const again = await post(ann, '/api/cities', body, key);
  expect(again.text).toBe(made[0]?.text);
  expect(again.position).toBe(made[0]?.position);
  expect(await eventsOf(`city-${made[0]?.body.id}`)).toEqual(['city-submitted.v1']);
});

test('the same photo sent by two people at once exists once', async () => {
  const id = await locationBy(admin);
  const body = { imageData: await pictureOf(3), fileName: 'a.png' };
  const responses = await Promise.all(
    [admin, ann].map((who) => post(who, `/api/locations/${id}/photos`, body)),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
  const minPosition = lastOf(responses);
  expect(await server.list(`/api/locations/${id}/photos?imageData=omit`, { minPosition })).toHaveLength(1);
});

test('all simultaneous opinions count', async () => {
  const id = await locationBy(admin);
  const give = (who: Person, what: string, body?: unknown) =>
    server.call('PUT', `/api/locations/${id}/${what}`, { token: who.token, body });
  const responses = await Promise.all([
    give(admin, 'rating', { rating: 5 }),
    give(ann, 'rating', { rating: 2 }),
    give(admin, 'favorite'),
    give(ann, 'favorite'),
    give(ann, 'favorite'),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const { body } = await server.call('GET', `/api/locations/${id}`, { minPosition: lastOf(responses) });
  expect(body).toMatchObject({ rating: 3.5, ratingCount: 2, favoriteCount: 2 });
});

const lastOf = (responses: readonly ApiResponse[]): bigint =>
  responses.reduce((last, { position = 0n }) => (position > last ? position : last), 0n);
