import { Refusal } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';
import { shown } from '#contracts/shared/shown';
import { createListedReservation, type Standing } from '#platform/concurrency/listed-reservation';
import type { RecordStore } from '#platform/record-store/index';

import { loadPlaceOfPhotos } from '../location/load-location.ts';
import { loadPhoto } from './load-photo.ts';
import type { Actor } from '#platform/commands/decider';
import type { FoldedStreams } from '#platform/commands/folded-streams';
import { createMostOfPerson } from '../shared/most-of-person.ts';

/** Limits how many photos each person may have that no moderator has reviewed. */
export interface UnreviewedPhotos {
  /**
   * Counts a photo before it is decoded and stored. Returns a function to call if the photo was not added; it stops
   * counting the photo unless the photo exists. `now`: milliseconds since 1970.
   * @throws Refusal `too-much-waiting`
   */
  admit(photoId: string, actor: Actor, now: number): Promise<() => Promise<void>>;
}

export interface UnreviewedPhotosDeps {
  readonly streams: FoldedStreams;
  readonly records: Pick<RecordStore, 'waiting' | 'quotas'>;
  readonly lookups: {
    /** A person's newest photos that nobody has reviewed, in case the records are younger than the log. */
    readonly unreviewedPhotosOf: (userId: string) => Promise<readonly string[]>;
    readonly hasApproved: (userId: string) => Promise<boolean>;
  };
}

/**
 * Like the waiting limit (see `waiting-limit.ts`): the limit is higher after a photo of the person, or anything else
 * that they sent in, was accepted.
 */
export function createUnreviewedPhotos({
  streams,
  records,
  lookups,
}: UnreviewedPhotosDeps): UnreviewedPhotos {
  const { unreviewedPhotosOfNewcomer: newcomer, unreviewedPhotosOfPerson: person } = limits;
  const most = createMostOfPerson({
    quotas: records.quotas,
    hasApproved: lookups.hasApproved,
    keyOf: (userId) => `photo-approved:${userId}`,
    newcomer,
    person,
  });

  async function standingOf(photoId: string, userId: string): Promise<Standing> {
    const photo = await loadPhoto(streams, photoId);
    if (photo === undefined) return 'unknown';
    if (!photo.present || photo.uploadedBy !== userId || photo.review === null) return 'over';
    if (photo.reviewed) return 'approved';
    const { location, city } = await loadPlaceOfPhotos(streams, photo.locationId);
    return location === undefined || shown(location, city).status === 'deleted' ? 'over' : 'waiting';
  }

  const reservation = createListedReservation({
    lists: records.waiting,
    keyOf: (userId) => `photos:${userId}`,
    standingOf,
    missing: { of: lookups.unreviewedPhotosOf, most: person },
    examined: most.learn,
  });

  return {
    async admit(photoId, actor, now) {
      const { userId } = actor;
      if (actor.isTrusted || actor.canModerate) return async () => undefined;
      const place = { userId, item: photoId, now, atLeast: newcomer, most: () => most.of(userId) };
      if (!(await reservation.take(place))) throw new Refusal('too-much-waiting');
      return async () => {
        // The same photo may have been there before, or come with another request.
        if ((await standingOf(photoId, userId)) === 'waiting') return;
        await reservation.free(userId, photoId);
      };
    },
  };
}
