import type { PhotoDocument } from '#contracts/read-models';
import { pagesOf, type Filter, type ReadModelReader } from '#platform/read-store/index';

import { notIn, type ClosedCities } from '../shared/closed-cities.ts';

/** Photos read in one query. */
const pageSize = 500;
/** The most photos of each kind (existing, deleted) that are read: more than a person may have stored. */
const countedMost = 10_000;

/**
 * The number and total bytes of a person's photos that exist or were deleted at or after `since` (milliseconds since
 * 1970).
 */
export async function storedBy(
  reader: ReadModelReader,
  uploadedBy: string,
  since: number,
): Promise<{ photos: number; bytes: number }> {
  const deletedAt = { gte: new Date(since).toISOString() };
  const [present, ended] = await Promise.all([
    sumOf(reader, { uploadedBy, present: true }, 'added'),
    sumOf(reader, { uploadedBy, deletedAt }, 'deletedAt'),
  ]);
  return { photos: present.photos + ended.photos, bytes: present.bytes + ended.bytes };
}

/** A person's newest existing photos that need a review and have had none. */
export async function unreviewedPhotosOf(
  reader: ReadModelReader,
  uploadedBy: string,
  closed: ClosedCities,
): Promise<string[]> {
  const photos = await reader.find<PhotoDocument>('photos', {
    filter: { uploadedBy, listed: true, placeDeleted: false, ...notIn(closed.withStatus('deleted')) },
    sort: [['createdAt', -1]],
    limit: pageSize,
  });
  return photos
    .filter(({ present, review, reviewed }) => present && review !== null && !reviewed)
    .map(({ id }) => id);
}

async function sumOf(reader: ReadModelReader, filter: Filter, by: 'added' | 'deletedAt') {
  let [photos, bytes] = [0, 0];
  const pages = pagesOf<PhotoDocument>(reader, 'photos', { filter, sort: [[by, 1]], limit: pageSize });
  for await (const page of pages) {
    photos += page.length;
    bytes += page.reduce((sum, { fileSize }) => sum + fileSize, 0);
    if (photos >= countedMost) break;
  }
  return { photos, bytes };
}

/** All photos that were ever added with these bytes, except those that were removed for ever. */
export async function photosOf(
  reader: ReadModelReader,
  sha256: string,
): Promise<readonly Pick<PhotoDocument, 'id' | 'locationId'>[]> {
  const found: Pick<PhotoDocument, 'id' | 'locationId'>[] = [];
  for (const present of [true, false]) {
    const pages = pagesOf<PhotoDocument>(reader, 'photos', { filter: { sha256, present }, limit: pageSize });
    for await (const page of pages)
      for (const { id, locationId, forEver } of page) if (!forEver) found.push({ id, locationId });
  }
  return found;
}
