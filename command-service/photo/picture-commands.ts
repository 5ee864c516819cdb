import { Refusal } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';
import { isForeignPicture } from '#contracts/photo/own-pictures';
import { isPhotoSeenBy } from '#contracts/shared/shown';
import { fieldTexts } from '#contracts/shared/texts';
import { uuidExpression } from '#contracts/shared/uuid';
import { pictureName, renditionName, type FileName, type PhotoStore } from '#platform/photo-store/index';
import type { RecordStore } from '#platform/record-store/index';

import type { Actor } from '#platform/commands/decider';
import { locationSeenBy } from '../location/state.ts';
import type { FoldedStreams } from '#platform/commands/folded-streams';
import type { Renderer } from './images/render.ts';
import { loadPlaceOfPhotos } from '../location/load-location.ts';
import { loadPhoto } from './load-photo.ts';

/** The paths of the app's own pictures and photos, as the reading side serves them. */
const ownAddress = /^\/(pictures|photos)\/([a-z0-9][a-z0-9-]{0,99})\/([1-9]\d{0,4})\.webp$/;
const week = 7 * 24 * 60 * 60 * 1000;

interface AddedPicture {
  /** Root-relative. */
  readonly url: string;
  /** Pixels of the uploaded picture, upright. */
  readonly width: number;
  readonly height: number;
}

interface PictureSender {
  readonly userId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Called with the processor time (milliseconds) that the picture took to decode. */
  readonly onSpent: (milliseconds: number) => void;
}

export interface PictureCommandsDeps {
  readonly streams: FoldedStreams;
  readonly photos: PhotoStore;
  readonly renderer: Pick<Renderer, 'render'>;
  /** Counts each person's pictures; null if their number is not limited. */
  readonly counters: RecordStore['limits'] | null;
  readonly config: {
    /** Whether a city's picture may be on another site. */
    readonly foreignPictures: boolean;
    readonly publicOrigin: string;
  };
}

export interface PictureCommands {
  /**
   * Stores a picture in the widths of a photo, under the hash of its file; the file itself is not stored.
   * @throws Refusal as a photo's upload does; `too-many-photos` above the weekly limit
   */
  add(bytes: Buffer, sender: PictureSender): Promise<AddedPicture>;
  /** False for a root-relative path at which this person finds no picture, and for a forbidden URL of another site. */
  isServed(imageUrl: string, actor: Actor): Promise<boolean>;
  /** @throws Refusal `invalid` if `isServed` is false */
  requireServed(imageUrl: string | undefined, actor: Actor): Promise<void>;
}

/** Commands for pictures. No event names a picture until a city uses it, so housekeeping deletes unused ones. */
export function createPictureCommands({
  streams,
  photos,
  renderer,
  counters,
  config: { foreignPictures, publicOrigin },
}: PictureCommandsDeps): PictureCommands {
  /** The file at a root-relative path; undefined if the person may not see it or no file can have that path. */
  async function fileAt(address: string, actor: Actor): Promise<FileName | undefined> {
    const [, folder, name = '', width = ''] = ownAddress.exec(address) ?? [];
    if (folder === 'pictures') return pictureName(name, Number(width));
    if (folder !== 'photos' || !uuidExpression.test(name)) return undefined;
    const photo = await loadPhoto(streams, name.toLowerCase());
    if (photo === undefined || !isPhotoSeenBy(photo, actor)) return undefined;
    const { location, city } = await loadPlaceOfPhotos(streams, photo.locationId);
    return locationSeenBy(location, city, actor) ? renditionName(photo.sha256, Number(width)) : undefined;
  }

  const isForbidden = (imageUrl: string): boolean =>
    !foreignPictures && isForeignPicture(imageUrl, publicOrigin);

  async function isServed(imageUrl: string, actor: Actor): Promise<boolean> {
    if (!imageUrl.startsWith('/')) return !isForbidden(imageUrl);
    const file = await fileAt(imageUrl, actor);
    return file !== undefined && photos.has(file);
  }

  return {
    isServed,
    async add(bytes, { userId, now, onSpent }) {
      const { sha256, renditions, width, height } = await renderer.render(bytes, onSpent);
      // Unused pictures are deleted after a week, so this also limits what a person has stored.
      const counted = await counters?.hit(`pictures:${userId}`, week, now);
      if ((counted?.count ?? 0) > limits.picturesOfPersonInWeek) throw new Refusal('too-many-photos');
      await Promise.all(renditions.map((each) => photos.put(pictureName(sha256, each.width), each.bytes)));
      const widest = Math.max(...renditions.map((each) => each.width));
      return { url: `/${pictureName(sha256, widest)}`, width, height };
    },
    async requireServed(imageUrl, actor) {
      if (imageUrl === undefined || (await isServed(imageUrl, actor))) return;
      const message = isForbidden(imageUrl) ? fieldTexts.foreignPicture : fieldTexts.imageUrl;
      throw new Refusal('invalid', { errors: [{ path: 'imageUrl', message }] });
    },
  };
}
