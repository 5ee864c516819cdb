import { afterAll, beforeAll, expect, test } from 'vitest';

import { cityDocument, id, locationDocument } from '../../testing/documents.ts';
import { queueCity, queueLocation } from '../../testing/queue-documents.ts';
import { startService, type TestService } from '../../testing/service.ts';

let service: TestService;
let admin: { token: string };

beforeAll(async () => {
  service = await startService();
  admin = await service.signIn({ isAdmin: true });
});
afterAll(() => service[Symbol.asyncDispose]());

interface Listed {
  readonly id: string;
  readonly flags: readonly string[];
  readonly duplicates: readonly { readonly id: string }[];
}

test('a name that many public places share hides no duplicate of another name', async () => {
  const [common, rare] = ['Chapel', 'Old Mill Bridge'];
  const public_ = [
    ...Array.from({ length: 60 }, (_, at) => [100 + at, common, 'common'] as const),
    [900, rare, 'rare'] as const,
    [901, `The ${rare}`, 'rare'] as const,
  ];
  const waiting = [
    [1_000, common, 'common'],
    [1_001, rare, 'rare'],
  ] as const;
  const status = { state: 'waiting', status: 'pending' } as const;
  await service.commit({
    queue: {
      cities: [queueCity(1)],
      locations: [
        ...public_.map(([at, name, nearNameKey]) => queueLocation(at, id(1), { name, nearNameKey })),
        ...waiting.map(([at, name, nearNameKey]) =>
          queueLocation(at, id(1), { name, nearNameKey, ...status }),
        ),
      ],
    },
    places: {
      cities: [cityDocument(1)],
      locations: [
        ...public_.map(([at, name]) => locationDocument(at, id(1), { name })),
        ...waiting.map(([at, name]) => locationDocument(at, id(1), { name, status: 'pending' })),
      ],
    },
  });
  const items: readonly Listed[] = await service.json('/api/admin/queue', admin);
  const of = (at: number) => items.find((item) => item.id === id(at));
  expect(of(1_000)?.duplicates).toHaveLength(5);
  expect(of(1_001)?.duplicates.map((each) => each.id)).toEqual([id(900), id(901)]);
  expect(of(1_001)?.flags).toContain('duplicate');
});
