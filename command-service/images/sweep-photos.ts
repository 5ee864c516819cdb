import type { PhotoStore } from '../photo-store/index.ts';

const thirtyDays = 30 * 24 * 60 * 60 * 1000; // milliseconds

export interface SweepOptions {
  readonly store: PhotoStore;
  /**
   * Whether a photo with these bytes (SHA-256, hex) is there or may be restored: for one that was deleted less than
   * `keepFor` ago the answer is yes.
   */
  readonly isNeeded: (sha256: string) => Promise<boolean>;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds since it was last put for which a file stays, needed or not. */
  readonly keepFor?: number;
}

/**
 * Removes originals and renditions that no photo needs, and returns how many files it asked to remove.
 *
 * The same bytes may be on their way back: an upload has put its files, and its event is not in the log yet. So a
 * file that is there already becomes young when it is put, only old files are looked at, and the store removes one
 * only if it is still old at that moment.
 */
export async function sweepPhotos({
  store,
  isNeeded,
  now,
  keepFor = thirtyDays,
}: SweepOptions): Promise<number> {
  const writtenBefore = now - keepFor;
  let removed = 0;
  for (const folder of ['originals', 'renditions']) {
    // The renditions of one photo are listed together: one question for all of them.
    let last = { sha256: '', needed: true };
    for await (const { name, writtenAt } of store.list(folder)) {
      if (writtenAt >= writtenBefore) continue;
      const sha256 = name.split('/')[1] ?? '';
      if (sha256 !== last.sha256) last = { sha256, needed: await isNeeded(sha256) };
      if (last.needed) continue;
      await store.delete(name, { writtenBefore });
      removed += 1;
    }
  }
  return removed;
}
