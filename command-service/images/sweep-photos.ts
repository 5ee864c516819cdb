import type { photoFolders, PhotoStore } from '#stores/photo-store/index';

const day = 24 * 60 * 60 * 1000;
/**
 * How long (milliseconds) the bytes of a deleted photo are kept: a week longer than it can be restored, so that a
 * restore on the last day finds them. The same goes for a picture that a city had.
 */
export const photosKeptFor = 37 * day;
/** How long (milliseconds) a picture is kept that no city has ever used. */
export const picturesKeptFor = 7 * day;

export interface SweepOptions {
  readonly store: PhotoStore;
  /** Which files: those of photos unless said otherwise. */
  readonly folders?: readonly (typeof photoFolders)[number][];
  /**
   * Whether a photo (or city, for pictures) with these bytes (SHA-256, hex) is there or may be restored: for one that
   * was deleted less than `keepFor` ago the answer is yes.
   */
  readonly isNeeded: (sha256: string) => Promise<boolean>;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds for which a file stays after it was last stored, needed or not. */
  readonly keepFor?: number;
  /**
   * Files that were last stored before this time (milliseconds since 1970) stay, since `isNeeded` does not know about
   * them.
   */
  readonly knownSince: number;
}

/**
 * Removes files that no photo (or city) needs, and returns how many files it asked to remove.
 *
 * The same bytes may be on their way back: an upload has put its files, and its event is not in the log yet. So a
 * file that is there already becomes young when it is put, only old files are looked at, and the store removes one
 * only if it is still old at that moment.
 */
export async function sweepPhotos({
  store,
  folders = ['originals', 'renditions'],
  isNeeded,
  now,
  keepFor = photosKeptFor,
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
