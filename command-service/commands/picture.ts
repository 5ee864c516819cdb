import { Refusal } from '#contracts/errors';
import { limits } from '#contracts/limits';
import { pictureName, type PhotoStore } from '#stores/photo-store/index';
import type { RecordStore } from '#stores/record-store/index';

import type { Renderer } from '../images/render.ts';

const week = 7 * 24 * 60 * 60 * 1000;

export interface AddedPicture {
  /** Root-relative. */
  readonly url: string;
  /** Pixels of the uploaded picture, upright. */
  readonly width: number;
  readonly height: number;
}

export interface PictureCommandsDeps {
  readonly photos: PhotoStore;
  readonly renderer: Pick<Renderer, 'render'>;
  /** Counts each person's pictures; null when people may store any number. */
  readonly counters: RecordStore['limits'] | null;
}

export interface PictureCommands {
  /**
   * Stores a picture in the widths of a photo, under the hash of its file; the file itself is not kept. `now`:
   * milliseconds since 1970.
   * @throws Refusal as a photo's upload does; `too-many-photos` above the weekly limit
   */
  add(bytes: Buffer, userId: string, now: number): Promise<AddedPicture>;
}

/** Commands for pictures. No event names a picture until a city uses it, so housekeeping deletes unused ones. */
export function createPictureCommands({ photos, renderer, counters }: PictureCommandsDeps): PictureCommands {
  return {
    async add(bytes, userId, now) {
      const { sha256, renditions, width, height } = await renderer.render(bytes);
      // Unused pictures are deleted after a week, so this also limits what a person has stored.
      const counted = await counters?.hit(`pictures:${userId}`, week, now);
      if ((counted?.count ?? 0) > limits.picturesOfPersonInWeek) throw new Refusal('too-many-photos');
      await Promise.all(renditions.map((each) => photos.put(pictureName(sha256, each.width), each.bytes)));
      const widest = Math.max(...renditions.map((each) => each.width));
      return { url: `/${pictureName(sha256, widest)}`, width, height };
    },
  };
}
