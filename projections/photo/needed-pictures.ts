import { type ReadModelReader } from '#platform/read-store/index';

import { caughtUpReader, type NeededPhotosDeps } from './needed-photos.ts';

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
