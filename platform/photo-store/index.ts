import { openFilePhotoStore } from './files/photo-store.ts';
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
  if (url !== undefined) {
    // Imported only where it is configured: the file store needs no driver.
    const { openGridFsPhotoStore } = await import('./mongodb/photo-store.ts');
    return openGridFsPhotoStore({ url });
  }
  return openFilePhotoStore({ folder });
}
