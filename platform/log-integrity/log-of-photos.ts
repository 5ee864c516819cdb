import { buffer } from 'node:stream/consumers';

import * as z from 'zod/mini';

import type { PhotoStore } from '#platform/photo-store/index';

/** Holds one file, whose name is the id of the log that the photos belong to. */
const folder = 'log';
const nameOf = (logId: string): string => `${folder}/${logId}`;

/** `replacedAnotherAt`: when (milliseconds since 1970) the log replaced another; null for a store's first log. */
const Note = z.object({ replacedAnotherAt: z.nullable(z.number()) });

/** Ids of the logs that the photos belong to: usually one, none in a new store, two after an interrupted start. */
export async function logsOfPhotos(photos: PhotoStore): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { name } of photos.list(folder)) ids.push(name.slice(folder.length + 1));
  return ids;
}

/**
 * Notes that the photos belong to that log from now on. `replacedAnotherAt`: milliseconds since 1970, null for the
 * first log.
 */
export async function writeLogOfPhotos(
  photos: PhotoStore,
  logId: string,
  replacedAnotherAt: number | null,
): Promise<void> {
  const before = await logsOfPhotos(photos);
  // A stored file is never overwritten, so a note with another content is deleted first.
  if (replacedAnotherAt !== null && before.includes(logId)) await photos.delete(nameOf(logId));
  await photos.put(nameOf(logId), Buffer.from(JSON.stringify({ replacedAnotherAt })));
  for (const other of before) if (other !== logId) await photos.delete(nameOf(other));
}

/**
 * The time (milliseconds since 1970) from which the log of that id knows which photos are needed: older photos may
 * belong to another log. @throws Error when the photos do not belong to that log alone
 */
export async function photosKnownSince(photos: PhotoStore, logId: string): Promise<number> {
  const ids = await logsOfPhotos(photos);
  const file = ids.length === 1 && ids[0] === logId ? await photos.open(nameOf(logId)) : undefined;
  if (file === undefined) throw new Error(`The photos do not belong to log ${logId}`);
  const note = Note.parse(JSON.parse((await buffer(file.stream)).toString()));
  return note.replacedAnotherAt ?? 0;
}
