import { originalName, renditionName, type PhotoStore } from '#platform/photo-store/index';
import type { RenderedPhoto } from './render.ts';

/**
 * Stores a photo's original and its renditions. Durable once fulfilled. It must be awaited before the event is
 * appended, so that no event refers to missing files. Files that exist already count as stored now.
 * @throws PhotoStoreUnavailable
 */
export async function storePhoto(
  store: PhotoStore,
  { original, sha256, renditions }: RenderedPhoto,
): Promise<void> {
  await Promise.all([
    store.put(originalName(sha256), original),
    ...renditions.map(({ width, bytes }) => store.put(renditionName(sha256, width), bytes)),
  ]);
}
