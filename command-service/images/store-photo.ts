import { originalName, renditionName, type PhotoStore } from '../photo-store/index.ts';
import type { RenderedPhoto } from './render.ts';

/**
 * Stores a photo's original and its renditions. Durable once fulfilled, and to be awaited before the event is
 * appended: an event never speaks of bytes that are not there. Files that are there already count as put now.
 * @throws PhotoStoreUnavailable
 */
export async function storePhoto(
  store: PhotoStore,
  original: Buffer,
  { sha256, renditions }: RenderedPhoto,
): Promise<void> {
  await Promise.all([
    store.put(originalName(sha256), original),
    ...renditions.map(({ width, bytes }) => store.put(renditionName(sha256, width), bytes)),
  ]);
}
