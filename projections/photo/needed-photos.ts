import type { EventLog } from '#platform/event-log/index';
import { shownAt } from '#contracts/location/merging';
import { places, type CityDocument, type LocationDocument, type PhotoDocument } from '#contracts/read-models';
import { pagesOf, type ReadModelReader, type ReadStore } from '#platform/read-store/index';

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
    // Photos that were not themselves deleted.
    const present = pagesOf<PhotoDocument>(reader, 'photos', { filter: { sha256, present: true } });
    for await (const page of present)
      for (const photo of page) {
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
async function caughtUpReader({ log, store }: NeededPhotosDeps): Promise<() => Promise<ReadModelReader>> {
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

/** Whether a photo with these bytes was deleted at or after that time, and may be restored. */
async function mayReturn(reader: ReadModelReader, sha256: string, since: string): Promise<boolean> {
  const filter = { sha256, deletedAt: { gte: since } };
  const pages = pagesOf<PhotoDocument>(reader, 'photos', { filter, sort: [['deletedAt', 1]] });
  for await (const page of pages) if (page.some(({ forEver }) => !forEver)) return true;
  return false;
}

/** The time at which the photo was hidden with its location or city; null while neither is deleted. */
async function goneSince(reader: ReadModelReader, photo: PhotoDocument): Promise<string | null> {
  const own = await reader.get<LocationDocument>('locations', photo.locationId);
  // A merging may leave photos with the merged place, which ends with the place that shows it.
  const isMerged = own !== undefined && own.path.length > 0;
  const location = isMerged ? await reader.get<LocationDocument>('locations', shownAt(own)) : own;
  const city = location && (await reader.get<CityDocument>('cities', location.cityId));
  const ends = [location?.deletedAt ?? null, city?.deletedAt ?? null].filter((time) => time !== null);
  return ends.sort()[0] ?? null;
}

/**
 * Returns a function that says whether an uploaded picture (by the SHA-256 of its file, hex) is needed: a city has it,
 * or had it at or after `keptSince` (milliseconds since 1970), so that undoing a decision may bring it back. Pictures
 * with other names belong to the sample and are always needed.
 * @throws from the returned function, while the read model has not caught up with the log
 */
export async function createNeededPictures(
  deps: NeededPhotosDeps,
  keptSince: number,
): Promise<(picture: string) => Promise<boolean>> {
  const reader = await caughtUpReader(deps);
  const since = new Date(keptSince).toISOString();
  return async (picture) => {
    if (!/^[0-9a-f]{64}$/.test(picture)) return true;
    return isUsed(await reader(), picture, since);
  };
}

async function isUsed(reader: ReadModelReader, picture: string, since: string): Promise<boolean> {
  const uses = [
    { collection: 'cities', filter: { picture, deletedAt: null } },
    { collection: 'cities', filter: { picture, deletedAt: { gte: since } } },
    { collection: 'formerPictures', filter: { picture, until: { gte: since } } },
  ] as const;
  for (const { collection, filter } of uses) if ((await reader.count(collection, filter, 1)) > 0) return true;
  return false;
}
