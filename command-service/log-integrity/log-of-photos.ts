import { buffer } from 'node:stream/consumers';

import * as z from 'zod/mini';

import type { PhotoStore } from '#stores/photo-store/index';

/** One file, named by the log that the photos belong to. */
const folder = 'log';
const nameOf = (logId: string): string => `${folder}/${logId}`;

/** Milliseconds since 1970: when the log took the place of another; null for a store's first one. */
const Note = z.object({ replacedAnotherAt: z.nullable(z.number()) });

/** Ids of the logs that the photos belong to: one, none in a store that knows of none yet, two after a broken start. */
export async function logsOfPhotos(photos: PhotoStore): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { name } of photos.list(folder)) ids.push(name.slice(folder.length + 1));
  return ids;
}

/** From now on the photos belong to that log. `replacedAnotherAt`: milliseconds since 1970, null for the first log. */
export async function writeLogOfPhotos(
  photos: PhotoStore,
  logId: string,
  replacedAnotherAt: number | null,
): Promise<void> {
  const before = await logsOfPhotos(photos);
  // What is stored keeps its bytes, so a note that says something else goes first.
  if (replacedAnotherAt !== null && before.includes(logId)) await photos.delete(nameOf(logId));
  await photos.put(nameOf(logId), Buffer.from(JSON.stringify({ replacedAnotherAt })));
  for (const other of before) if (other !== logId) await photos.delete(nameOf(other));
}

/**
 * From when on (milliseconds since 1970) the log of that id can tell which photos are needed: older ones may be another
 * log's. @throws Error when the photos do not belong to that log alone
 */
export async function photosKnownSince(photos: PhotoStore, logId: string): Promise<number> {
  const ids = await logsOfPhotos(photos);
  const file = ids.length === 1 && ids[0] === logId ? await photos.open(nameOf(logId)) : undefined;
  if (file === undefined) throw new Error(`The photos do not belong to log ${logId}`);
  const note = Note.parse(JSON.parse((await buffer(file.stream)).toString()));
  return note.replacedAnotherAt ?? 0;
}
