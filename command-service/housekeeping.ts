import { setTimeout as delay } from 'node:timers/promises';

import type { Logger } from 'pino';

import { sweepPhotos } from './images/sweep-photos.ts';
import type { PhotoStore } from './photo-store/index.ts';
import type { RecordStore } from './record-store/index.ts';

const lease = 'housekeeping';
const retryAfter = 5000; // milliseconds
const anHour = 60 * 60 * 1000; // milliseconds
/** How long the bytes of a deleted photo are kept for a restore, in milliseconds. */
const photosKeptFor = 30 * 24 * anHour;

export interface HousekeepingDeps {
  readonly records: RecordStore;
  readonly photos: PhotoStore;
  /** Gives a function that tells whether a photo needs these bytes, or went at or after `keptSince` (milliseconds). */
  readonly neededPhotos: (keptSince: number) => Promise<(sha256: string) => Promise<boolean>>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly logger: Logger;
}

/** One round: drops sessions, answers and counters that are over, and the bytes that no photo needs. */
export async function keepHouse({
  records,
  photos,
  neededPhotos,
  clock,
  logger,
}: HousekeepingDeps): Promise<void> {
  const now = clock();
  await records.sweep(now);
  const isNeeded = await neededPhotos(now - photosKeptFor);
  const removed = await sweepPhotos({ store: photos, isNeeded, now, keepFor: photosKeptFor });
  if (removed > 0) logger.info({ files: removed }, 'removed photos that were deleted 30 days ago');
}

/**
 * A round every hour until it is disposed of, by one process of several. What goes wrong is logged, and tried again an
 * hour later.
 */
export function startHousekeeping(deps: HousekeepingDeps): AsyncDisposable {
  const stop = new AbortController();
  const putOff = (error: unknown): void => {
    if (!stop.signal.aborted) deps.logger.warn({ err: error }, 'housekeeping put off');
  };
  const takeTurn = async (): Promise<void> => {
    await using held = await deps.records.lease(lease, stop.signal);
    const turn = AbortSignal.any([stop.signal, held.lost]);
    while (await later(anHour, turn)) await keepHouse(deps).catch(putOff);
  };
  const running = (async () => {
    while (!stop.signal.aborted) {
      await takeTurn().catch(putOff);
      await later(retryAfter, stop.signal);
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}

/** False when it was aborted. */
const later = (ms: number, signal: AbortSignal): Promise<boolean> =>
  delay(ms, true, { signal, ref: false }).catch(() => false);
