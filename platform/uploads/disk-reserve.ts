import { statfs } from 'node:fs/promises';

import { Refusal } from '#contracts/shared/errors';

/**
 * Bytes of the disk that uploads leave free for the event log and the records. A create takes 1 to 2 kB on disk, so
 * this is enough for some 300,000 of them, or for the copy of the read models that a replay builds. That leaves time
 * to free space.
 */
const reserve = 512 * 1024 * 1024;
/** Bytes that one upload may still write: its body (7.5 MB), its original (5 MB), its renditions (4 MB of noise). */
const uploadMost = 17_000_000;
/** Milliseconds for which the free space that the system reported is reused. */
const believedFor = 1000;

/** Refuses uploads while their disk is nearly full. */
export interface DiskReserve {
  /** `underWay`: how many uploads may still write, including this one. @throws Refusal `unavailable` */
  check(underWay: number): Promise<void>;
}

/** Watches the disk that holds `folder`. `clock`: milliseconds. */
export function createDiskReserve(folder: string, clock: () => number): DiskReserve {
  let seen = { at: -Infinity, free: Promise.resolve(0) };
  return {
    async check(underWay) {
      const now = clock();
      if (now - seen.at > believedFor) seen = { at: now, free: freeBytes(folder) };
      if ((await seen.free) - underWay * uploadMost < reserve) {
        throw new Refusal('unavailable', { detail: 'There is no room for photos now.', retryAfter: 60 });
      }
    },
  };
}

/** The bytes that an unprivileged process may still write to the disk that holds `folder`. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
