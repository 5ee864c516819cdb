import type { EventLog } from '#platform/event-log/index';

import { places, type CityDocument, type LocationDocument, type PhotoDocument } from '#contracts/read-models';
import { type ReadModelReader, type ReadStore } from '#platform/read-store/index';

export interface NeededPhotosDeps {
  readonly log: EventLog;
  readonly store: ReadStore;
}

/**
 * Returns a function that says whether a file (by SHA-256, hex) belongs to a photo that exists, or that was deleted at
 * or after `keptSince` (milliseconds since 1970) and may be restored.
 * @throws from the returned function, while the read model has not caught up: no file may be removed in that case
 */
export async function createNeededPhotos(
  deps: NeededPhotosDeps,
  keptSince: number,
): Promise<(sha256: string) => Promise<boolean>> {
  const caughtUp = await caughtUpReader(deps);
  const since = new Date(keptSince).toISOString();
  return async (sha256) => {
    const reader = await caughtUp();
    if (await mayReturn(reader, sha256, since)) return true;
    for await (const photo of presentPhotos(reader, sha256)) {
      const wentAt = await goneSince(reader, photo);
      if (wentAt === null || wentAt >= since) return true;
    }
    return false;
  };
}

/**
 * Returns a function that gives the reader of the photos' read model. The function can be called repeatedly.
 * @throws from the returned function, while the model has not reached the head that the log had at this call
 */
export async function caughtUpReader({
  log,
  store,
}: NeededPhotosDeps): Promise<() => Promise<ReadModelReader>> {
  const head = await log.head();
  const reader = await store.reader(places);
  return async () => {
    const checkpoint = await reader.checkpoint();
    if (checkpoint?.logId !== log.id || checkpoint.position < head) {
      throw new Error('The read model of the photos has not caught up: which bytes are needed is not known');
    }
    return reader;
  };
}

const pageSize = 100;

/** Whether a photo with these bytes was deleted since then, and not for ever. */
async function mayReturn(reader: ReadModelReader, sha256: string, since: string): Promise<boolean> {
  for (let after: readonly [string, string] | undefined; ;) {
    const page: readonly PhotoDocument[] = await reader.find<PhotoDocument>('photos', {
      filter: { sha256, deletedAt: { gte: since } },
      sort: [['deletedAt', 1]],
      limit: pageSize,
      ...(after && { after }),
    });
    if (page.some(({ forEver }) => !forEver)) return true;
    const last = page.at(-1);
    const deletedAt = last?.deletedAt ?? null;
    if (last === undefined || deletedAt === null || page.length < pageSize) return false;
    after = [deletedAt, last.id];
  }
}

/** Photos with these bytes that were not deleted themselves. */
async function* presentPhotos(reader: ReadModelReader, sha256: string): AsyncIterable<PhotoDocument> {
  for (let after: readonly [string] | undefined; ;) {
    const page: readonly PhotoDocument[] = await reader.find<PhotoDocument>('photos', {
      filter: { sha256, present: true },
      limit: pageSize,
      ...(after && { after }),
    });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = [last.id];
  }
}

/** The time at which the photo was hidden with its location or city; null while neither is deleted. */
async function goneSince(reader: ReadModelReader, photo: PhotoDocument): Promise<string | null> {
  const location = await reader.get<LocationDocument>('locations', photo.locationId);
  const city = location && (await reader.get<CityDocument>('cities', location.cityId));
  const ends = [location?.deletedAt ?? null, city?.deletedAt ?? null].filter((time) => time !== null);
  return ends.sort()[0] ?? null;
}
