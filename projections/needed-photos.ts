import type { EventLog } from '#command-service/event-log/index';

import { places, type ReadStore } from './read-store/index.ts';

export interface NeededPhotosDeps {
  readonly log: EventLog;
  readonly store: ReadStore;
}

/**
 * Tells of bytes (SHA-256, hex) whether a photo has them that is there, or that went at or after `keptSince`
 * (milliseconds since 1970) and so may still be restored.
 * @throws when the read model has not seen all that is in the log now: whoever removes bytes must not act on that
 */
export async function createNeededPhotos(
  { log, store }: NeededPhotosDeps,
  keptSince: number,
): Promise<(sha256: string) => Promise<boolean>> {
  const head = await log.head();
  const reader = await store.reader(places);
  const since = new Date(keptSince).toISOString();
  return async (sha256) => {
    const checkpoint = await reader.checkpoint();
    if (checkpoint?.logId !== log.id || checkpoint.position < head) {
      throw new Error('The read model of the photos has not caught up: which bytes are needed is not known');
    }
    const present = await reader.count('photos', { sha256, present: true }, 1);
    return present > 0 || (await reader.count('photos', { sha256, endedAt: { gte: since } }, 1)) > 0;
  };
}
