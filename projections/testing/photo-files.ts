import { join } from 'node:path';

import { openPhotoStore, originalName, renditionName } from '#platform/photo-store/index';

import { sha256Of } from './events.ts';

/** Names of the files that a photo's event refers to. */
export const photoFiles = (photoId: string): readonly string[] => [
  originalName(sha256Of(photoId)),
  ...[400, 800].map((width) => renditionName(sha256Of(photoId), width)),
];

/** Stores the files of the tests' photos in the data folder, as uploads would. */
export async function putPhotoFiles(folder: string, ...photoIds: readonly string[]): Promise<void> {
  await using photos = await openPhotoStore({ folder: join(folder, 'photos') });
  for (const photoId of photoIds) {
    const [original = '', ...renditions] = photoFiles(photoId);
    await photos.put(original, Buffer.from(`bytes of ${photoId}`));
    for (const name of renditions) await photos.put(name, webpOf(name));
  }
}

/** Bytes of a WebP header with the correct length, without a real picture. */
function webpOf(content: string): Buffer {
  const bytes = Buffer.from(`RIFF....WEBP${content}`);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  return bytes;
}
