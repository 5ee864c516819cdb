import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { CityForReview } from '#contracts/city/views';
import type { HistoryEntry, QueueDetail } from '#contracts/moderation/views';

import {
  cityDocument,
  editDocument,
  historyDocument,
  id,
  locationDocument,
  photoDocument,
  searchDocument,
  submitterId,
  time,
} from '../testing/documents.ts';
import { queueChoice } from '../testing/queue-documents.ts';
import { startService, type TestService } from '../testing/service.ts';

let service: TestService;
let admin: { token: string; userId: string };

const former = id(901);
const cities = [
  cityDocument(1, { name: 'Lisbon', createdAt: time(1) }),
  cityDocument(2, { name: 'Second', status: 'pending', createdAt: time(5) }),
  cityDocument(3, { name: 'First', status: 'pending', createdAt: time(4), submittedBy: former }),
  cityDocument(4, { name: 'Declined', status: 'rejected', createdAt: time(6) }),
  cityDocument(5, { name: 'Gone', status: 'deleted', createdAt: time(7) }),
];
const bridge = locationDocument(11, id(1), { name: 'Bridge', address: 'New street', createdAt: time(1) });
const tower = locationDocument(12, id(1), { name: 'Tower', status: 'pending', createdAt: time(2) });
const edits = [
  editDocument(21, bridge, {
    changes: {
      address: { from: 'Old street', to: 'Any street' },
      name: { from: 'Bridge', to: 'The bridge' },
    },
  }),
  editDocument(22, bridge, { status: 'rejected', waiting: false }),
];

beforeAll(async () => {
  service = await startService();
  admin = await service.signIn({ isAdmin: true });
  await service.signIn({ userId: submitterId });
  await service.commit({
    places: { cities, locations: [bridge, tower], edits },
    search: { locations: [bridge, tower].map((location) => searchDocument(location, 'Lisbon')) },
    history: {
      events: [
        historyDocument(31, `city:${id(5)}`),
        historyDocument(32, `city:${id(5)}`, {
          type: 'city-deleted.v1',
          actor: admin.userId,
          reason: 'Twice',
        }),
        historyDocument(33, `city:${id(5)}`, { actor: 'system' }),
        historyDocument(34, `city:${id(5)}`, { actor: former }),
      ],
    },
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const json = async (path: string) => service.json(path, admin);

describe('the queues', () => {
  test('contain the pending cities, oldest first, with their submitters', async () => {
    const found: CityForReview[] = await json('/api/admin/pending-cities');
    expect(found.map(({ name, submitter }) => [name, submitter])).toEqual([
      ['First', { id: former, name: 'former member', approved: 0, rejected: 0 }],
      ['Second', { id: submitterId, name: 'Ada Lovelace', approved: 2, rejected: 2 }],
    ]);
  });
});

describe('the lists of entities of every status', () => {
  test.each([
    ['cities', ['Gone', 'Declined', 'Second', 'First', 'Lisbon']],
    ['cities?status=deleted', ['Gone']],
    ['cities?status=pending', ['Second', 'First']],
    ['cities?search=ed', []],
    ['cities?search=con', ['Second']],
    ['cities?search=portugal&status=rejected', ['Declined']],
    ['locations', ['Tower', 'Bridge']],
    ['locations?status=pending', ['Tower']],
    ['locations?search=lisbon', ['Tower', 'Bridge']],
    ['locations?search=lisbon&status=approved', ['Bridge']],
  ])('%s', async (path, names) => {
    const found: { name: string }[] = await json(`/api/admin/${path}`);
    expect(found.map(({ name }) => name)).toEqual(names);
  });

  test.each(['cities?search=portugal', 'locations?search=lisbon', 'cities', 'locations'])(
    'is paged: %s',
    async (path) => {
      const seen: string[] = [];
      let next: string | undefined = `/api/admin/${path}${path.includes('?') ? '&' : '?'}limit=1`;
      while (next !== undefined) {
        const response = await service.get(next, admin);
        seen.push(...((await response.json()) as { name: string }[]).map(({ name }) => name));
        next = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
      }
      const whole: { name: string }[] = await json(`/api/admin/${path}`);
      expect(seen).toEqual(whole.map(({ name }) => name));
    },
  );
});

describe('the history', () => {
  test('shows who did what, also for a deleted location', async () => {
    const found: HistoryEntry[] = await json(`/api/admin/cities/${id(5)}/history`);
    expect(found.map(({ type, actor, reason }) => [type, actor.name, reason])).toEqual([
      ['city-submitted.v1', 'Ada Lovelace', null],
      ['city-deleted.v1', 'Ada Lovelace', 'Twice'],
      ['city-submitted.v1', 'system', null],
      ['city-submitted.v1', 'former member', null],
    ]);
  });

  test('of a place with many events gives the latest ones first on request, and finds the previous photo', async () => {
    const events = 1_200;
    const entity = `location:${bridge.id}`;
    const photos = [41, 42].map((number) => photoDocument(number, bridge.id));
    const entry = (position: number) => {
      const isChoice = position === 101 || position === 101 + events - 1;
      const chosen = { type: 'photo-featured.v1' as const, series: `featured:${bridge.id}` };
      const subject = position === 101 ? photos[0]?.id : photos[1]?.id;
      return historyDocument(position, entity, {
        type: 'location-edited.v1',
        ...(isChoice && { ...chosen, subject: subject ?? null }),
      });
    };
    const entries = Array.from({ length: events }, (_, at) => entry(101 + at));
    const last = entries.at(-1)?.id ?? '';
    const change = queueChoice(100 + events, bridge.id, bridge.cityId);
    await service.commit({
      history: { events: entries },
      places: { photos },
      queue: { changes: [change] },
    });
    const path = `/api/admin/locations/${bridge.id}/history?sort=newest&limit=100`;
    const newest: string[] = [];
    for (let next: string | undefined = path; next !== undefined;) {
      const response = await service.get(next, admin);
      const page = (await response.json()) as HistoryEntry[];
      if (next === path) expect(page[0]?.eventId).toBe(last);
      newest.push(...page.map(({ eventId }) => eventId));
      next = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
    }
    expect(newest).toEqual(entries.map((each) => each.id).reverse());
    const detail: QueueDetail = await json(`/api/admin/queue/change/${last}`);
    expect(detail).toMatchObject({ photo: { id: photos[1]?.id }, photoBefore: { id: photos[0]?.id } });
    expect((await service.get(path.replace('newest', 'best'), admin)).status).toBe(400);
  });
});
