import { Refusal } from '#contracts/shared/errors';
import type { Recorded } from '#contracts/events';
import { isOfFirstReleaseCascade } from '#contracts/shared/event-metadata';
import type { PhotoDetails, PhotoEvent } from '#contracts/photo/events';
import { limits } from '#contracts/shared/limits';
import { detailsFrom } from '#contracts/photo/photo-details';
import { isPhotoSeenAt, shown, type PhotoReview } from '#contracts/shared/shown';

import type { Actor, Decider } from '#platform/commands/decider';
import { locationSeenBy, requireSeen, type PlacedLocation } from '../location/state.ts';
import { refuseOwn, requireRestorable, refuseChanged, type Seen } from '../shared/rules.ts';

export interface Photo extends PhotoReview {
  readonly id: string;
  readonly locationId: string;
  /** SHA-256 (hex) of its original. */
  readonly sha256: string;
  readonly caption: string | null;
  /** Null if its uploader does not share them. */
  readonly details: PhotoDetails | null;
  /**
   * The details shared last. They may be those that the uploader's browser sent, which the original may not contain.
   */
  readonly lastDetails: PhotoDetails | null;
  /** How often its description was changed since it was last added. */
  readonly descriptions: number;
  /** Whether it has a hash that finds pictures that look alike, or its picture cannot be read. */
  readonly hashed: boolean;
  /** Null if it is present; otherwise who deleted it, and when (ISO 8601). */
  readonly deleted: { readonly by: string; readonly at: string; readonly forEver: boolean } | null;
}
export type PhotoState = Photo | undefined;

type PhotoAdded = Extract<PhotoEvent, { type: 'photo-added.v1' }>;

export type PhotoCommand =
  | { readonly type: 'add'; readonly data: PhotoAdded['data'] }
  | { readonly type: 'describe'; readonly wanted: Description }
  | { readonly type: 'delete' }
  /** The administrator removes the photo with its bytes, even if it was deleted before. */
  | { readonly type: 'remove-for-ever' }
  /** A moderator accepts the photo. */
  | { readonly type: 'review' }
  | { readonly type: 'reopen-review' }
  /** A moderator removes the photo. */
  | { readonly type: 'remove'; readonly reason: string | null }
  | { readonly type: 'restore'; readonly now: Date }
  /** The system has computed the hash of a photo of an earlier release; null if its picture cannot be read. */
  | { readonly type: 'hash'; readonly differenceHash: string | null };

/** An omitted field is unchanged. */
export interface Description {
  readonly caption?: string | null | undefined;
  readonly details?: PhotoDetails | null | undefined;
}

/** The location that shows the photo; for a new photo, the location that it is added to. */
export interface PhotoFacts extends PlacedLocation {
  /** True if a report on it is open, or the latest reports were upheld. Needed only for a removal. */
  readonly isReported?: boolean;
  readonly seen?: Seen<PhotoState> | undefined;
}

export const photoDecider: Decider<PhotoState, PhotoCommand, PhotoFacts, PhotoEvent> = {
  initial: undefined,
  evolve,
  decide,
};

function evolve(photo: PhotoState, event: Recorded<PhotoEvent>): PhotoState {
  if (isOfFirstReleaseCascade(event.metadata)) return photo;
  if (event.type === 'photo-added.v1') {
    return {
      id: event.data.photoId,
      locationId: event.data.locationId,
      uploadedBy: event.metadata.actor,
      sha256: event.data.sha256,
      caption: event.data.caption ?? null,
      details: event.data.details ?? null,
      lastDetails: event.data.details ?? null,
      descriptions: 0,
      present: true,
      review: event.data.review ?? null,
      reviewed: false,
      hashed: event.data.differenceHash !== undefined,
      deleted: null,
    };
  }
  if (photo === undefined) return undefined;
  switch (event.type) {
    case 'photo-reviewed.v1':
      return { ...photo, reviewed: true };
    case 'photo-review-reopened.v1':
      return { ...photo, reviewed: false };
    case 'photo-described.v1':
      return described(photo, event.data);
    case 'photo-deleted.v2':
      return { ...photo, present: false, deleted: deletionBy(event) };
    case 'photo-restored.v1':
      return { ...photo, present: true, deleted: null };
    case 'photo-hashed.v1':
      return { ...photo, hashed: true };
  }
}

const deletionBy = ({
  metadata,
  data,
}: Recorded<Extract<PhotoEvent, { type: 'photo-deleted.v2' }>>): Photo['deleted'] => ({
  by: metadata.actor,
  at: metadata.time,
  forEver: data.forEver === true,
});

function described(photo: Photo, { caption = photo.caption, details = photo.details }: Description): Photo {
  const lastDetails = details ?? photo.lastDetails;
  return { ...photo, caption, details, lastDetails, descriptions: photo.descriptions + 1 };
}

function decide(
  photo: PhotoState,
  command: PhotoCommand,
  actor: Actor,
  facts: PhotoFacts,
): readonly PhotoEvent[] {
  if (command.type === 'add') {
    requireSeen(facts, actor);
    if (photo?.present === true) throw new Refusal('photo-already-here');
    return [{ type: 'photo-added.v1', data: command.data }];
  }
  if (photo === undefined) throw new Refusal('photo-not-found');
  if (command.type === 'hash') {
    const { differenceHash } = command;
    return needsHash(photo) ? [{ type: 'photo-hashed.v1', data: { ...idsOf(photo), differenceHash } }] : [];
  }
  if (command.type === 'restore') return restore(photo, command.now, actor, facts);
  if (command.type === 'delete') {
    return [{ type: 'photo-deleted.v2', data: { ...idsOf(ownPhoto(photo, actor, facts)), reason: null } }];
  }
  if (command.type === 'remove-for-ever') {
    if (!actor.isAdmin) throw new Refusal('forbidden');
    if (photo.deleted?.forEver === true) return [];
    return [{ type: 'photo-deleted.v2', data: { ...idsOf(photo), reason: null, forEver: true } }];
  }
  if (command.type === 'describe') return describe(ownPhoto(photo, actor, facts), command.wanted, actor);
  if (!locationSeenBy(facts.location, facts.city, actor)) throw new Refusal('photo-not-found');
  return moderate(photo, command, actor, facts);
}

/** A new caption of a reviewed photo is reviewed like a new photo, unless a trusted person wrote it. */
function describe(photo: Photo, wanted: Description, actor: Actor): readonly PhotoEvent[] {
  const changes = changesOf(photo, wanted);
  if (Object.keys(changes).length === 0) return [];
  if (photo.descriptions >= limits.descriptionsOfPhoto) throw new Refusal('described-too-often');
  const described: PhotoEvent = { type: 'photo-described.v1', data: { ...idsOf(photo), ...changes } };
  const isSeenAgain = photo.reviewed && !actor.isTrusted && typeof changes.caption === 'string';
  return isSeenAgain ? [described, { type: 'photo-review-reopened.v1', data: idsOf(photo) }] : [described];
}

/** Only photos that wait for review are compared. */
export const needsHash = ({ present, review, reviewed, hashed }: Photo): boolean =>
  present && review !== null && !reviewed && !hashed;

const idsOf = ({ id, locationId }: Photo) => ({ photoId: id, locationId });

/** Whether somebody other than its uploader deleted it. */
const isRemoved = ({ deleted, uploadedBy }: Photo): boolean => deleted !== null && deleted.by !== uploadedBy;

const descriptionOf = ({ caption, details }: Photo): readonly unknown[] => [caption, details];

function moderate(
  photo: Photo,
  command: Exclude<
    PhotoCommand,
    { type: 'add' | 'describe' | 'delete' | 'remove-for-ever' | 'restore' | 'hash' }
  >,
  actor: Actor,
  { isReported = false, seen }: PhotoFacts,
): readonly PhotoEvent[] {
  if (!photo.present && !isRemoved(photo)) throw new Refusal('photo-not-found');
  refuseOwn(actor, photo.uploadedBy);
  const ids = idsOf(photo);
  if (command.type === 'remove') {
    if (!photo.present) return [];
    // The review decided that the photo stays. Only a report is a reason to decide again.
    if (photo.reviewed && !isReported) throw new Refusal('already-decided');
    refuseChanged(seen, photo, descriptionOf);
    return [{ type: 'photo-deleted.v2', data: { ...ids, reason: command.reason } }];
  }
  if (!photo.present) throw new Refusal('already-decided');
  if (command.type === 'reopen-review') {
    return photo.reviewed ? [{ type: 'photo-review-reopened.v1', data: ids }] : [];
  }
  if (photo.review === null || photo.reviewed) return [];
  refuseChanged(seen, photo, descriptionOf);
  return [{ type: 'photo-reviewed.v1', data: { ...ids, uploadedBy: photo.uploadedBy } }];
}

/** Moderators restore what moderators removed; only the administrator restores what the uploader deleted. */
function restore(
  photo: Photo,
  now: Date,
  actor: Actor,
  { location, city }: PhotoFacts,
): readonly PhotoEvent[] {
  refuseOwn(actor, photo.uploadedBy);
  if (photo.deleted === null) return [];
  if (photo.deleted.forEver) throw new Refusal('removed-for-ever');
  if (!actor.isAdmin && !isRemoved(photo)) throw new Refusal('administrator-decides');
  if (location === undefined || shown(location, city).status === 'deleted') {
    throw new Refusal('restore-location-first');
  }
  requireRestorable(photo.deleted.at, now);
  return [{ type: 'photo-restored.v1', data: idsOf(photo) }];
}

/**
 * Returns the photo if the actor is its uploader or the administrator.
 * @throws Refusal `photo-not-found` if the actor does not see it, `forbidden` if it is somebody else's
 */
export function ownPhoto(photo: PhotoState, actor: Actor, { location, city }: PhotoFacts): Photo {
  if (photo === undefined || !isPhotoSeenAt(photo, location, city, actor))
    throw new Refusal('photo-not-found');
  if (!actor.isAdmin && photo.uploadedBy !== actor.userId) throw new Refusal('forbidden');
  return photo;
}

function changesOf(photo: Photo, { caption, details }: Description): Description {
  return {
    ...(caption === undefined || caption === photo.caption ? {} : { caption }),
    ...(details === undefined || isSame(details, photo.details) ? {} : { details }),
  };
}

const isSame = (one: PhotoDetails | null, other: PhotoDetails | null): boolean =>
  JSON.stringify(one && detailsFrom(one)) === JSON.stringify(other && detailsFrom(other));
