import { buffer } from 'node:stream/consumers';

import pLimit from 'p-limit';

import { Refusal } from '#contracts/errors';
import { streamOf } from '#contracts/events/index';
import type { AddPhoto, DescribePhoto } from '#contracts/commands/photo';
import type { PhotoDetails } from '#contracts/events/photo';
import { detailsFrom } from '#contracts/photo-details';

import type { Actor } from '../domain/decider.ts';
import { locationSeenBy } from '../domain/location.ts';
import {
  ownPhoto,
  photoDecider,
  type Photo,
  type PhotoCommand,
  type PhotoFacts,
  type PhotoState,
} from '../domain/photo.ts';
import { isReported, reportsDecider } from '../domain/reports.ts';
import type { FoldedStreams } from '../folded-streams.ts';
import { handleCommand, type CommandContext } from '../handle-command.ts';
import type { RenderedPhoto, Renderer } from '../images/render.ts';
import { storePhoto } from '../images/store-photo.ts';
import type { PhotoLimit } from '../photo-limit.ts';
import { originalName, type PhotoStore } from '#stores/photo-store/index';
import type { CommandResult } from './city.ts';
import { photoIdOf } from './ids.ts';
import { loadLocation, loadPhoto } from './streams.ts';

/** A photo's bytes, and what its uploader says about it. */
export interface PhotoUpload extends Pick<AddPhoto, 'fileName' | 'caption' | 'shareDetails' | 'details'> {
  readonly locationId: string;
  readonly bytes: Buffer;
}

/** Whether a moderator reviews people's photos before or after they appear. */
export type PhotoReviewTime = 'after' | 'before';

/** Commands for photos. Each throws a Refusal when it may not be done. */
export interface PhotoCommands {
  /** @throws Refusal `location-not-found` when there is no such place for this person */
  checkPlace(locationId: string, actor: Actor): Promise<void>;
  /** Decodes, checks, renders and stores the bytes, then records that the location has the photo. */
  add(upload: PhotoUpload, context: CommandContext): Promise<CommandResult>;
  /** Changes caption and details. Details that the uploader shares again are read from the original again. */
  describe(photoId: string, description: DescribePhoto, context: CommandContext): Promise<CommandResult>;
  delete(photoId: string, context: CommandContext): Promise<CommandResult>;
  /** A moderator accepts the photo. */
  review(photoId: string, context: CommandContext): Promise<CommandResult>;
  /** Undoes a review: the photo waits for review again. */
  reopenReview(photoId: string, context: CommandContext): Promise<CommandResult>;
  /** Removes a photo as a moderator. A reviewed photo can be removed only when it is reported. */
  remove(photoId: string, reason: string | null, context: CommandContext): Promise<CommandResult>;
  /** Restores a photo within 30 days. Only the administrator restores what its uploader deleted. */
  restore(photoId: string, context: CommandContext): Promise<CommandResult>;
  /** The location that the photo is on. */
  locationOf(photoId: string): Promise<string>;
}

export interface PhotoCommandsDeps {
  readonly streams: FoldedStreams;
  readonly photoLimit: PhotoLimit | null;
  readonly photos: PhotoStore;
  readonly renderer: Renders;
  readonly photoReview: PhotoReviewTime;
}

/** The parts of the renderer that commands need. */
export type Renders = Pick<Renderer, 'render' | 'readDetails'>;

export function createPhotoCommands(deps: PhotoCommandsDeps): PhotoCommands {
  const { streams, photoLimit, photos, renderer, photoReview } = deps;
  const sharedDetails = createDetailsReader(deps);

  async function handle(
    photoId: string,
    locationId: string,
    commandOf: (photo: PhotoState, facts: PhotoFacts) => Promise<PhotoCommand>,
    context: CommandContext,
  ): Promise<CommandResult> {
    const { position, changed } = await handleCommand(
      streams,
      photoDecider,
      streamOf.photo(photoId),
      async ({ state }) => {
        const placed = await loadLocation(streams, locationId);
        const command = await commandOf(state, placed);
        // A removal that is made again after an undo was allowed the first time.
        const isAgain = context.takesBack !== undefined;
        const isReported = command.type === 'remove' && (isAgain || (await isPhotoReported(photoId)));
        return { command, facts: { ...placed, isReported } };
      },
      context,
    );
    return { id: photoId, position, changed };
  }
  const isPhotoReported = async (photoId: string): Promise<boolean> =>
    isReported((await streams.load(reportsDecider, streamOf.reports('photo', photoId))).state);
  const decide = async (photoId: string, command: PhotoCommand, context: CommandContext) => {
    const locationId = await locationOf(photoId);
    const result = await handle(photoId, locationId, async () => command, context);
    if (!result.changed) return result;
    if (command.type === 'delete' || command.type === 'remove') await photoLimit?.deleted(locationId);
    if (command.type === 'restore') await photoLimit?.restored(locationId);
    return result;
  };

  async function locationOf(photoId: string): Promise<string> {
    const photo = await loadPhoto(streams, photoId);
    if (photo === undefined) throw new Refusal('photo-not-found');
    return photo.locationId;
  }

  async function checkPlace(locationId: string, actor: Actor): Promise<void> {
    const { location, city } = await loadLocation(streams, locationId);
    if (!locationSeenBy(location, city, actor)) throw new Refusal('location-not-found');
  }

  return {
    checkPlace,
    async add({ locationId, fileName, bytes, caption = null, shareDetails = true, details: sent }, context) {
      await checkPlace(locationId, context.actor);
      const rendered = await renderer.render(bytes, { withDetails: shareDetails });
      const { length: fileSize } = rendered.original;
      const { actor, time } = context;
      const photo = { userId: actor.userId, locationId, bytes: fileSize, now: time.getTime() };
      const takeBack = await photoLimit?.reserve(photo);
      try {
        await storePhoto(photos, rendered);
        const photoId = photoIdOf(locationId, rendered.sha256);
        const details = shareDetails ? detailsFrom(rendered.details, sent) : null;
        const review = actor.isTrusted ? {} : { review: photoReview };
        const data = {
          photoId,
          locationId,
          fileName,
          fileSize,
          ...facts(rendered),
          caption,
          details,
          ...review,
        };
        return await handle(photoId, locationId, async () => ({ type: 'add', data }), context);
      } catch (error) {
        await takeBack?.();
        throw error;
      }
    },
    async describe(photoId, { caption, shareDetails }, context) {
      const commandOf = async (photo: PhotoState, facts: PhotoFacts): Promise<PhotoCommand> => {
        // Checked before the original is read: not everybody may ask for that.
        const own = ownPhoto(photo, context.actor, facts);
        const details =
          shareDetails === true ? await sharedDetails(own) : shareDetails === false ? null : undefined;
        return { type: 'describe', wanted: { caption, details } };
      };
      return handle(photoId, await locationOf(photoId), commandOf, context);
    },
    delete: (photoId, context) => decide(photoId, { type: 'delete' }, context),
    review: (photoId, context) => decide(photoId, { type: 'review' }, context),
    reopenReview: (photoId, context) => decide(photoId, { type: 'reopen-review' }, context),
    remove: (photoId, reason, context) => decide(photoId, { type: 'remove', reason }, context),
    restore: (photoId, context) => decide(photoId, { type: 'restore', now: context.time }, context),
    locationOf,
  };
}

/** Reads the details of originals, with one original in memory at a time. */
function createDetailsReader({ photos, renderer }: PhotoCommandsDeps) {
  const oneAtATime = pLimit(1);
  const read = async (sha256: string): Promise<PhotoDetails | null> => {
    const original = await photos.open(originalName(sha256));
    return original === undefined ? null : renderer.readDetails(await buffer(original.stream));
  };
  return async ({ details, lastDetails, sha256 }: Photo): Promise<PhotoDetails> =>
    details ?? detailsFrom(await oneAtATime(() => read(sha256)), lastDetails);
}

const facts = ({ sha256, mimeType, width, height, placeholder, renditions }: RenderedPhoto) => ({
  sha256,
  mimeType,
  width,
  height,
  placeholder,
  renditions: renditions.map((rendition) => rendition.width),
});
