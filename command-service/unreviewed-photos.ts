import pLimit from 'p-limit';

import { Refusal } from '#contracts/errors';
import { limits } from '#contracts/limits';
import { shown } from '#contracts/shown';
import type { RecordStore } from '#stores/record-store/index';

import { appendsWithin, parallel } from './change-limit.ts';
import { loadLocation, loadPhoto } from './commands/streams.ts';
import type { Actor } from './domain/decider.ts';
import type { FoldedStreams } from './folded-streams.ts';

/** Limits how many photos each person may have that no moderator has reviewed. */
export interface UnreviewedPhotos {
  /**
   * Counts a photo before it is decoded and stored. Gives a function for a photo that was not added, which stops
   * counting it unless it is there. `now`: milliseconds since 1970.
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
 * Like the waiting limit (see `waiting-limit.ts`): reviews and removals do not change the list in the records; only
 * when a person has reached the limit is each photo on it looked up in the log. More is allowed once a photo of theirs
 * was accepted, or anything else that they sent in.
 */
export function createUnreviewedPhotos(deps: UnreviewedPhotosDeps): UnreviewedPhotos {
  const { streams, lookups } = deps;
  const { waiting, quotas } = deps.records;
  const keyOf = (userId: string) => `photos:${userId}`;
  const approvedKey = (userId: string) => `photo-approved:${userId}`;

  const mostOf = async (userId: string): Promise<number> =>
    (await quotas.amount(approvedKey(userId))) > 0
      ? limits.unreviewedPhotosOfPerson
      : limits.unreviewedPhotosOfNewcomer;

  async function standingOf(photoId: string, userId: string): Promise<Standing> {
    const photo = await loadPhoto(streams, photoId);
    if (photo === undefined) return 'unknown';
    if (!photo.present || photo.uploadedBy !== userId || photo.review === null) return 'over';
    if (photo.reviewed) return 'approved';
    const { location, city } = await loadLocation(streams, photo.locationId);
    return location === undefined || shown(location, city).status === 'deleted' ? 'over' : 'waiting';
  }

  /** Removes photos that no longer wait, adds missing ones that do, and notes whether anything was ever approved. */
  async function reconcile(userId: string, now: number): Promise<void> {
    const held = new Map((await waiting.of(keyOf(userId))).map(({ thing, since }) => [thing, since]));
    const found = await lookups.unreviewedPhotosOf(userId);
    const standings = await pLimit(parallel).map(
      [...new Set([...held.keys(), ...found])],
      async (photoId) => ({
        photoId,
        standing: await standingOf(photoId, userId),
      }),
    );
    const isApproved = standings.some(({ standing }) => standing === 'approved');
    if (isApproved || (await lookups.hasApproved(userId))) await quotas.set(approvedKey(userId), 1);
    const over = standings.filter(({ photoId, standing }) =>
      standing === 'unknown' ? (held.get(photoId) ?? 0) < now - appendsWithin : standing !== 'waiting',
    );
    await waiting.remove(
      keyOf(userId),
      over.map(({ photoId }) => photoId),
    );
    for (const { photoId, standing } of standings) {
      if (standing !== 'waiting' || held.has(photoId)) continue;
      await waiting.add(keyOf(userId), photoId, { most: limits.unreviewedPhotosOfPerson, now });
    }
  }

  return {
    async admit(photoId, actor, now) {
      const { userId } = actor;
      if (actor.isTrusted || actor.canModerate) return async () => undefined;
      const add = (most: number) => waiting.add(keyOf(userId), photoId, { most, now });
      if (!(await add(limits.unreviewedPhotosOfNewcomer)) && !(await add(await mostOf(userId)))) {
        await reconcile(userId, now);
        if (!(await add(await mostOf(userId)))) throw new Refusal('too-much-waiting');
      }
      return async () => {
        // The same photo may have been there before, or come with another request.
        if ((await standingOf(photoId, userId)) === 'waiting') return;
        await waiting.remove(keyOf(userId), [photoId]);
      };
    },
  };
}

type Standing = 'waiting' | 'approved' | 'over' | 'unknown';
