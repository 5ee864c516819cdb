import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

import { Refusal } from '#contracts/shared/errors';
import { streamOf } from '#contracts/events';
import type { AddPhoto, DescribePhoto } from '#contracts/photo/commands';
import type { PhotoDetails } from '#contracts/photo/events';
import { detailsFrom } from '#contracts/photo/photo-details';

import type { Actor } from '#platform/commands/decider';
import { requireSeen } from '../location/state.ts';
import {
  needsHash,
  ownPhoto,
  photoDecider,
  type Photo,
  type PhotoCommand,
  type PhotoFacts,
  type PhotoState,
} from './decider.ts';
import type { FoldedStreams } from '#platform/commands/folded-streams';
import { handleCommand, type CommandContext } from '#platform/commands/handle-command';
import { detailsIn, type RenderedPhoto, type Renderer, storePhoto } from './images/render.ts';
import type { PhotoLimit } from './photo-limit.ts';
import type { UnreviewedPhotos } from './unreviewed-photos.ts';
import { originalName, renditionsFolder, type PhotoStore } from '#platform/photo-store/index';
import { type CommandResult, itemCommandIdOf, photoIdOf, seenOf } from '../shared/commands.ts';
import { loadLocation, loadPlaceOfPhotos } from '../location/load-location.ts';
import { loadPhoto } from './load-photo.ts';

/** A photo's bytes, and what its uploader states about it. */
interface PhotoUpload extends Pick<AddPhoto, 'fileName' | 'caption' | 'shareDetails' | 'details'> {
  readonly locationId: string;
  readonly bytes: Buffer;
  /** Called with the processor time (milliseconds) that the picture took to decode, also if it is refused. */
  readonly onSpent?: (milliseconds: number) => void;
}

/** Whether a moderator reviews people's photos before or after they appear. */
export type PhotoReviewTime = 'after' | 'before';

/** Commands for photos. Each throws a Refusal if it is not allowed. */
export interface PhotoCommands {
  /** @throws Refusal `location-not-found` if this person sees no such place */
  checkPlace(locationId: string, actor: Actor): Promise<void>;
  /** Decodes, checks, renders and stores the bytes, then records that the location has the photo. */
  add(upload: PhotoUpload, context: CommandContext): Promise<CommandResult>;
  /** Changes caption and details. If the uploader shares the details again, they are read from the original again. */
  describe(photoId: string, description: DescribePhoto, context: CommandContext): Promise<CommandResult>;
  delete(photoId: string, context: CommandContext): Promise<CommandResult>;
  /**
   * Removes a photo and its bytes for ever, as the administrator. `all`: also other photos with the same bytes.
   * @throws Refusal `photo-elsewhere`, with their list, if there are others and `all` is not set
   */
  removeForEver(photoId: string, all: boolean, context: CommandContext): Promise<CommandResult>;
  /** A moderator accepts the photo. */
  review(photoId: string, context: CommandContext): Promise<CommandResult>;
  /** Undoes a review: the photo waits for review again. */
  reopenReview(photoId: string, context: CommandContext): Promise<CommandResult>;
  /** Removes a photo as a moderator. A reviewed photo can be removed only if it is reported. */
  remove(photoId: string, reason: string | null, context: CommandContext): Promise<CommandResult>;
  /** Restores a photo within 30 days. Only the administrator restores what its uploader deleted. */
  restore(photoId: string, context: CommandContext): Promise<CommandResult>;
  /**
   * Computes the hash of a photo that waits and was added without one, from its original.
   * @throws Refusal `unavailable` (the machine is too busy)
   */
  hash(photoId: string, context: CommandContext): Promise<CommandResult>;
  /** The location that shows the photo. */
  placeOf(photoId: string): Promise<string>;
  /** The current photo in its stream, on the location that shows it. */
  read(photoId: string): Promise<PhotoState>;
}

/** The lookups of these commands on the reading side. */
export interface SamePhotoLookups {
  /** The photos with these bytes (SHA-256, hex) that were not removed for ever, as of that position. */
  readonly photosOf: (
    sha256: string,
    minPosition: bigint,
  ) => Promise<readonly { readonly id: string; readonly locationId: string }[]>;
  /** The places that were merged into one, directly or through others. */
  readonly mergedInto: (locationId: string) => Promise<readonly string[]>;
}

export interface PhotoCommandsDeps {
  readonly lookups: SamePhotoLookups;
  readonly streams: FoldedStreams;
  readonly photoLimit: PhotoLimit | null;
  readonly unreviewedPhotos: UnreviewedPhotos | null;
  readonly photos: PhotoStore;
  readonly renderer: Pick<Renderer, 'render'>;
  readonly photoReview: PhotoReviewTime;
  /** Whether a report of the photo is open. */
  readonly isReported: (photoId: string) => Promise<boolean>;
}

export function createPhotoCommands(deps: PhotoCommandsDeps): PhotoCommands {
  const { streams, photoLimit, unreviewedPhotos, photos, renderer, photoReview } = deps;

  async function handle(
    photoId: string,
    locationId: string,
    commandOf: (photo: PhotoState, facts: PhotoFacts) => Promise<PhotoCommand>,
    context: CommandContext,
    placeOf = loadPlaceOfPhotos,
  ): Promise<CommandResult> {
    const { position, changed } = await handleCommand(
      streams,
      photoDecider,
      streamOf.photo(photoId),
      async (loaded) => {
        const placed = await placeOf(streams, locationId);
        const command = await commandOf(loaded.state, placed);
        const isReported = command.type === 'remove' && (await deps.isReported(photoId));
        const seen = await seenOf(streams, photoDecider, streamOf.photo(photoId), loaded, context);
        return { command, facts: { ...placed, isReported, seen } };
      },
      context,
    );
    return { id: photoId, position, changed };
  }
  const decide = async (photoId: string, command: PhotoCommand, context: CommandContext) => {
    const locationId = await locationOf(photoId);
    const result = await handle(photoId, locationId, async () => command, context);
    if (!result.changed) return result;
    if (command.type === 'delete' || command.type === 'remove') await photoLimit?.deleted(locationId);
    if (command.type === 'restore') await photoLimit?.restored(locationId);
    return result;
  };

  async function removeOne(photoId: string, context: CommandContext): Promise<CommandResult> {
    const before = await loadPhoto(streams, photoId);
    const result = await decide(photoId, { type: 'remove-for-ever' }, context);
    if (result.changed && before?.present === true) await photoLimit?.deleted(before.locationId);
    return result;
  }

  async function locationOf(photoId: string): Promise<string> {
    const photo = await loadPhoto(streams, photoId);
    if (photo === undefined) throw new Refusal('photo-not-found');
    return photo.locationId;
  }

  async function placeOf(photoId: string): Promise<string> {
    const locationId = await locationOf(photoId);
    return (await loadPlaceOfPhotos(streams, locationId)).location?.id ?? locationId;
  }

  async function addRendered(
    upload: PhotoUpload & { readonly photoId: string; readonly rendered: RenderedPhoto },
    context: CommandContext,
  ): Promise<CommandResult> {
    const { photoId, locationId, fileName, rendered, caption = null, shareDetails = true } = upload;
    const { actor, time } = context;
    const fileSize = rendered.original.length;
    const photo = { userId: actor.userId, locationId, bytes: fileSize, now: time.getTime() };
    const takeBack = await photoLimit?.reserve(photo);
    try {
      await storePhoto(photos, rendered);
      const details = shareDetails ? detailsFrom(rendered.details, upload.details) : null;
      const review = actor.isTrusted ? {} : { review: photoReview };
      const said = { photoId, locationId, fileName, fileSize, caption, details, ...review };
      const data = { ...said, ...facts(rendered) };
      return await handle(photoId, locationId, async () => ({ type: 'add', data }), context, loadLocation);
    } catch (error) {
      await takeBack?.();
      throw error;
    }
  }

  /** Null if the picture is missing or cannot be decoded. @throws Refusal `unavailable` */
  async function differenceHashOf(sha256: string): Promise<string | null> {
    const original = await photos.open(originalName(sha256));
    if (original === undefined) return null;
    try {
      const { differenceHash = null } = await renderer.render(await buffer(original.stream));
      return differenceHash;
    } catch (error) {
      if (error instanceof Refusal && error.code !== 'unavailable') return null;
      throw error;
    }
  }

  /** A merged place may have brought the same picture. @throws Refusal `photo-already-here` */
  async function refuseBrought(locationId: string, sha256: string): Promise<void> {
    for (const merged of await deps.lookups.mergedInto(locationId)) {
      const photo = await loadPhoto(streams, photoIdOf(merged, sha256));
      if (photo?.present !== true) continue;
      const { location } = await loadPlaceOfPhotos(streams, merged);
      if (location?.id === locationId) throw new Refusal('photo-already-here');
    }
  }

  async function checkPlace(locationId: string, actor: Actor): Promise<void> {
    requireSeen(await loadLocation(streams, locationId), actor);
  }

  return {
    checkPlace,
    async add(upload, context) {
      const { locationId, bytes } = upload;
      const { actor, time } = context;
      await checkPlace(locationId, actor);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await refuseBrought(locationId, sha256);
      const photoId = photoIdOf(locationId, sha256);
      const stopWaiting = await unreviewedPhotos?.admit(photoId, actor, time.getTime());
      let rendered: RenderedPhoto;
      let added: CommandResult;
      try {
        rendered = await renderer.render(bytes, upload.onSpent);
        added = await addRendered({ ...upload, photoId, rendered }, context);
      } catch (error) {
        await stopWaiting?.();
        throw error;
      }
      // Before the event is appended, the same picture could be removed for ever by somebody who cannot see that this
      // photo needs it.
      await storePhoto(photos, rendered);
      return added;
    },
    async describe(photoId, { caption, shareDetails }, context) {
      const commandOf = async (photo: PhotoState, facts: PhotoFacts): Promise<PhotoCommand> => {
        // Checked before the original is read, because not everybody may cause that.
        const own = ownPhoto(photo, context.actor, facts);
        const details =
          shareDetails === true
            ? await sharedDetails(photos, own)
            : shareDetails === false
              ? null
              : undefined;
        return { type: 'describe', wanted: { caption, details } };
      };
      return handle(photoId, await locationOf(photoId), commandOf, context);
    },
    delete: (photoId, context) => decide(photoId, { type: 'delete' }, context),
    async removeForEver(photoId, all, context) {
      if (!context.actor.isAdmin) throw new Refusal('forbidden');
      const photo = await loadPhoto(streams, photoId);
      if (photo === undefined) throw new Refusal('photo-not-found');
      const same = await deps.lookups.photosOf(photo.sha256, await streams.log.head());
      const others = same.filter(({ id }) => id !== photoId);
      if (others.length > 0 && !all) throw new Refusal('photo-elsewhere', { photos: others });
      let last = await removeOne(photoId, context);
      for (const [index, { id }] of others.entries()) {
        const each = { ...context, commandId: itemCommandIdOf(context.commandId, index) };
        const done = await removeOne(id, each);
        if (done.position > last.position) last = { ...last, position: done.position };
      }
      await removeFiles(photos, photo.sha256, context.time);
      return last;
    },
    review: (photoId, context) => decide(photoId, { type: 'review' }, context),
    reopenReview: (photoId, context) => decide(photoId, { type: 'reopen-review' }, context),
    remove: (photoId, reason, context) => decide(photoId, { type: 'remove', reason }, context),
    restore: (photoId, context) => decide(photoId, { type: 'restore', now: context.time }, context),
    async hash(photoId, context) {
      const commandOf = async (photo: PhotoState): Promise<PhotoCommand> => ({
        type: 'hash',
        differenceHash: photo && needsHash(photo) ? await differenceHashOf(photo.sha256) : null,
      });
      return handle(photoId, await locationOf(photoId), commandOf, context);
    },
    placeOf,
    async read(photoId) {
      const photo = await loadPhoto(streams, photoId);
      return photo && { ...photo, locationId: await placeOf(photoId) };
    },
  };
}

/** The details as they were shared before, or as the original has them. */
async function sharedDetails(
  photos: PhotoStore,
  { details, lastDetails, sha256 }: Photo,
): Promise<PhotoDetails> {
  if (details !== null) return details;
  const original = await photos.open(originalName(sha256));
  return detailsFrom(original && detailsIn(await buffer(original.stream)), lastDetails);
}

/** Removes a photo's files, except those that an upload of the same picture has stored since; see `add`. */
async function removeFiles(photos: PhotoStore, sha256: string, requestedAt: Date): Promise<void> {
  const options = { writtenBefore: requestedAt.getTime() };
  await photos.delete(originalName(sha256), options);
  // Not only those that a photo has: an upload that is refused leaves its renditions.
  for await (const { name } of photos.list(renditionsFolder(sha256))) await photos.delete(name, options);
}

const facts = ({
  sha256,
  mimeType,
  width,
  height,
  placeholder,
  renditions,
  differenceHash,
}: RenderedPhoto) => ({
  sha256,
  mimeType,
  width,
  height,
  placeholder,
  renditions: renditions.map((rendition) => rendition.width),
  ...(differenceHash !== undefined && { differenceHash }),
});
