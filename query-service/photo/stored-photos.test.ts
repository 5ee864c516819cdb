import { expect, test } from 'vitest';

import { id, photoDocument } from '../testing/documents.ts';
import { startService } from '../testing/service.ts';

const day = 24 * 60 * 60 * 1000;
const now = Date.parse('2026-06-01T00:00:00Z');
const anna = 'anna';

test('a person’s storage counts existing and recently deleted photos, page by page', async () => {
  await using service = await startService();
  const of = (number: number, uploadedBy: string, daysGone?: number) => ({
    ...photoDocument(number, id(1)),
    uploadedBy,
    fileSize: 10,
    present: daysGone === undefined,
    deletedAt: daysGone === undefined ? null : new Date(now - daysGone * day).toISOString(),
  });
  const photos = [
    ...Array.from({ length: 1203 }, (_, index) => of(1000 + index, anna)),
    ...Array.from({ length: 601 }, (_, index) => of(3000 + index, anna, 36)),
    of(5000, anna, 38),
    of(5001, 'ben'),
  ];
  await service.commit({ places: { photos } });
  const { views } = service.service;
  expect(await views.storedBy(anna, now - 37 * day)).toEqual({ photos: 1804, bytes: 18_040 });
  expect(await views.storedBy('nobody', now)).toEqual({ photos: 0, bytes: 0 });
  expect(await views.photosOn(id(1))).toBe(1000);
});

test("a person's unreviewed photos are those that still need a moderator's review", async () => {
  await using service = await startService();
  const mine = (number: number, changes: object) => ({
    ...photoDocument(number, id(1)),
    uploadedBy: anna,
    review: 'after' as const,
    reviewed: false,
    present: true,
    listed: true,
    placeDeleted: false,
    ...changes,
  });
  const photos = [
    mine(1, {}),
    mine(2, { review: 'before' }),
    mine(3, { review: null }),
    mine(4, { reviewed: true }),
    mine(5, { present: false }),
    mine(6, { listed: false }),
    mine(7, { placeDeleted: true }),
    mine(8, { uploadedBy: 'ben' }),
  ];
  await service.commit({ places: { photos } });
  const found = await service.service.views.unreviewedPhotosOf(anna);
  expect([...found].sort()).toEqual([photos[0]?.id, photos[1]?.id].sort());
});
