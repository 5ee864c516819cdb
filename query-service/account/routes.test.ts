import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Stats } from '#contracts/location/views';
import type { Submission } from '#contracts/moderation/views';

import {
  cityDocument,
  contributingHour,
  editDocument,
  id,
  locationDocument,
  submitterId,
  time,
} from '../testing/documents.ts';
import { adminEmail, startService, type TestService } from '../testing/service.ts';

let service: TestService;
let submitter: { token: string };
let now = Date.UTC(2026, 0, 31, 12, 30);

const place = locationDocument(3, id(1), { name: 'Bridge', createdAt: time(3), submittedBy: id(5) });

beforeAll(async () => {
  service = await startService({ clock: () => now });
  submitter = await service.signIn({ userId: submitterId });
  await service.commit({
    places: {
      cities: [
        cityDocument(1, { name: 'Lisbon', createdAt: time(1), locationCount: 7, photoCount: 9 }),
        cityDocument(2, { name: 'Gone', createdAt: time(2), status: 'deleted', locationCount: 50 }),
        cityDocument(6, { name: 'Faro', createdAt: time(6), status: 'rejected', reason: 'Too far' }),
        cityDocument(7, { createdAt: time(7), submittedBy: id(5), locationCount: 1, photoCount: 1 }),
      ],
      locations: [place, locationDocument(4, id(1), { name: 'Tower', createdAt: time(6) })],
      edits: [editDocument(5, place)],
      hours: [contributingHour(now - 29 * 86_400_000, 3), contributingHour(now - 31 * 86_400_000, 4)],
    },
  });
});
afterAll(() => service[Symbol.asyncDispose]());

describe('the signed-in person', () => {
  test('is nobody without a session', async () => {
    const response = await service.get('/api/auth/user');
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ message: 'Unauthorized' });
  });

  test('gets their own account, and whether they are the administrator', async () => {
    expect(await service.json('/api/auth/user', submitter)).toMatchObject({
      id: submitterId,
      role: 'user',
      isAdmin: false,
      adminEmail,
      firstName: 'Ada',
    });
    const admin = await service.signIn({ isAdmin: true });
    const response = await service.get('/api/auth/user', admin);
    expect(response.headers.get('Cache-Control')).toContain('no-store');
    expect(await response.json()).toMatchObject({ role: 'admin', isAdmin: true, email: adminEmail });
  });
});

describe("a person's submissions", () => {
  const list = async (query = ''): Promise<Submission[]> =>
    service.json(`/api/submissions${query}`, submitter);

  test('are their own, newest first, without deleted ones', async () => {
    expect((await list()).map(({ entityType, name, status }) => [entityType, name, status])).toEqual([
      ['location', 'Tower', 'approved'],
      ['city', 'Faro', 'rejected'],
      ['edit', 'Bridge', 'pending'],
      ['city', 'Lisbon', 'approved'],
    ]);
    expect((await list())[2]).toMatchObject({ entityId: place.id, editId: id(5), decidedAt: null });
    expect((await list())[1]).toMatchObject({ entityId: id(6), editId: null, reason: 'Too far' });
  });

  test('are paged without gap or repeat', async () => {
    const seen: Submission[] = [];
    for (let path: string | undefined = '/api/submissions?limit=1'; path !== undefined;) {
      const response = await service.get(path, submitter);
      expect(response.headers.get('X-Total-Count')).toBe('4');
      seen.push(...((await response.json()) as Submission[]));
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
    }
    expect(seen).toEqual(await list());
  });

  test('are only for signed-in people', async () => {
    expect((await service.get('/api/submissions')).status).toBe(401);
  });
});

describe("the site's numbers", () => {
  test('count approved items, and the people who contributed in the last 30 days', async () => {
    const stats: Stats = await service.json('/api/stats');
    expect(stats).toEqual({ cities: 2, locations: 8, photos: 10, contributors: 3 });
  });

  test('change with time even if nothing happens', async () => {
    now += 2 * 86_400_000;
    expect(await service.json('/api/stats')).toMatchObject({ contributors: 0 });
  });
});
