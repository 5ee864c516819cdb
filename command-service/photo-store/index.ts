import { openFilePhotoStore } from './files.ts';
import type { PhotoStore } from './port.ts';

export * from './port.ts';

export interface PhotoStoreOptions {
  readonly url?: string | undefined;
  readonly folder: string;
}

/**
 * The store of photos: files below `folder`, or the server at `url`.
 * @throws PhotoStoreUnavailable when it cannot be opened
 */
export async function openPhotoStore({ url, folder }: PhotoStoreOptions): Promise<PhotoStore> {
  if (url !== undefined) throw new Error('MONGODB_URL is not supported in this version yet');
  return openFilePhotoStore({ folder });
}
