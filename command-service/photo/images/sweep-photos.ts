import type { photoFolders, PhotoStore } from '#platform/photo-store/index';

const day = 24 * 60 * 60 * 1000;
/**
 * How long (milliseconds) the bytes of a deleted photo are kept: a week longer than it can be restored, so that a
 * restore on the last day finds them. The same applies to a former picture of a city.
 */
export const photosKeptFor = 37 * day;
/** How long (milliseconds) files that no photo needs are kept: much longer than an upload takes to append its event. */
const filesKeptFor = day;
/** How long (milliseconds) a picture is kept if no city has used it. */
export const picturesKeptFor = 7 * day;

export interface SweepOptions {
  readonly store: PhotoStore;
  /** The folders to sweep; by default those of photos. */
  readonly folders?: readonly (typeof photoFolders)[number][];
  /**
   * Whether a photo (or city, for pictures) needs these bytes (SHA-256, hex): it has them now, or may be restored with
   * them.
   */
  readonly isNeeded: (sha256: string) => Promise<boolean>;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds for which every file is kept after it was last stored. */
  readonly keepFor?: number;
  /**
   * Files last stored before this time (milliseconds since 1970) are kept, because `isNeeded` does not know about them.
   */
  readonly knownSince: number;
}

/**
 * Removes files that no photo (or city) needs, and returns how many files it tried to remove. An upload of the same
 * bytes may be in progress: its files are stored before its event is in the log. Storing a file again makes it new. So
 * only old files are checked, and the store removes a file only if it is still old at that moment.
 */
export async function sweepPhotos({
  store,
  folders = ['originals', 'renditions'],
  isNeeded,
  now,
  keepFor = filesKeptFor,
  knownSince,
}: SweepOptions): Promise<number> {
  const writtenBefore = now - keepFor;
  let removed = 0;
  for (const folder of folders) {
    // The renditions of one photo are listed together, so one lookup serves all of them.
    let last = { sha256: '', needed: true };
    for await (const { name, writtenAt } of store.list(folder)) {
      if (writtenAt >= writtenBefore || writtenAt < knownSince) continue;
      const sha256 = name.split('/')[1] ?? '';
      if (sha256 !== last.sha256) last = { sha256, needed: await isNeeded(sha256) };
      if (last.needed) continue;
      await store.delete(name, { writtenBefore });
      removed += 1;
    }
  }
  return removed;
}
