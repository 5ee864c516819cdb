import type { Logger } from 'pino';

import { photosKeptFor, picturesKeptFor, sweepPhotos } from './photo/images/sweep-photos.ts';
import type { PhotoStore } from '#platform/photo-store/index';
import type { RecordStore } from '#platform/record-store/index';
import { pause } from '#platform/concurrency/waiting';

import { startInOneProcess } from './shared/in-one-process.ts';

const anHour = 60 * 60 * 1000; // milliseconds

export interface HousekeepingDeps {
  readonly records: RecordStore;
  readonly photos: PhotoStore;
  /** Returns a function: does a photo need these bytes, or was it deleted at or after `keptSince` (milliseconds)? */
  readonly neededPhotos: (keptSince: number) => Promise<(sha256: string) => Promise<boolean>>;
  /** The same for pictures of cities. */
  readonly neededPictures: (keptSince: number) => Promise<(picture: string) => Promise<boolean>>;
  /**
   * The time (milliseconds since 1970) from which the log knows which photos are needed. Older files are kept.
   * @throws Error if the photos do not belong to this log
   */
  readonly photosSince: () => Promise<number>;
  /** Finishes commands of processes that have died. */
  readonly finishCommands: () => Promise<void>;
  /** Computes the hashes of some photos of an earlier release, and returns their number. */
  readonly hashPhotos: (signal: AbortSignal) => Promise<number>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly logger: Logger;
}

/**
 * One round: finishes what dead processes began, deletes expired sessions, answers and counters, and the bytes that no
 * photo or city needs, and computes missing hashes until the signal is aborted.
 */
export async function runHousekeeping(
  {
    records,
    photos,
    neededPhotos,
    neededPictures,
    photosSince,
    finishCommands,
    hashPhotos,
    clock,
    logger,
  }: HousekeepingDeps,
  signal: AbortSignal,
): Promise<void> {
  await finishCommands();
  const now = clock();
  await records.sweep(now);
  const isNeeded = await neededPhotos(now - photosKeptFor);
  const isPictureNeeded = await neededPictures(now - photosKeptFor);
  const sweeping = { store: photos, now, knownSince: await photosSince() };
  const removed = await sweepPhotos({ ...sweeping, isNeeded });
  if (removed > 0) logger.info({ files: removed }, 'removed files that no photo needs');
  const unused = await sweepPhotos({
    ...sweeping,
    folders: ['pictures'],
    isNeeded: isPictureNeeded,
    keepFor: picturesKeptFor,
  });
  if (unused > 0) logger.info({ files: unused }, 'removed pictures that no city uses');
  const hashed = await hashPhotos(signal);
  if (hashed > 0) logger.info({ photos: hashed }, 'computed hashes of photos of an earlier release');
}

/**
 * Runs a round every hour (`every`: milliseconds) until it is disposed of, in only one of several processes. A failed
 * round is logged, and the next one follows as after any other.
 */
export const startHousekeeping = (deps: HousekeepingDeps, every = anHour): AsyncDisposable =>
  startInOneProcess(
    deps,
    { lease: 'housekeeping', complaint: 'housekeeping failed', retryAfter: 5000 },
    async (signal) => {
      while (await pause(every, signal)) await runHousekeeping(deps, signal);
    },
  );
