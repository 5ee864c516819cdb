import { LRUCache } from 'lru-cache';

import { Refusal } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';

import { photosKeptFor } from './images/sweep-photos.ts';
import type { QuotaClaim, RecordStore } from '#platform/record-store/index';

/** The lookups of the limit on the reading side. */
export interface PhotoLookups {
  /** A person's photos, with those deleted at or after `since` (milliseconds since 1970): their number and bytes. */
  readonly storedBy: (userId: string, since: number) => Promise<{ photos: number; bytes: number }>;
  /** How many photos a place has. */
  readonly photosOn: (locationId: string) => Promise<number>;
}

interface PhotoToStore {
  readonly userId: string;
  readonly locationId: string;
  /** The size of its original. */
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Limits the photos that each person stores, and those that each place has. */
export interface PhotoLimit {
  /**
   * Counts a photo before its bytes are stored. Returns a function that takes the count back if the photo is not added.
   * @throws Refusal `too-many-photos`
   */
  reserve(photo: PhotoToStore): Promise<() => Promise<void>>;
  /** Counts that a photo of the place was deleted or restored. */
  deleted(locationId: string): Promise<void>;
  restored(locationId: string): Promise<void>;
}

/** Milliseconds between two recounts for one person or place. */
const recountEvery = 60_000;
/** For how many people and places the time of the last recount is remembered. */
const rememberedMost = 10_000;

/**
 * A deletion lowers the counter of its place at once, but not those of its person, whose bytes stay stored. A counter
 * that is full, or that is zero (the records may be younger than the log), is set from the read model, at most once a
 * minute. A recount may miss a photo that is being added at that moment; the next recount finds it.
 */
export function createPhotoLimit({ quotas }: Pick<RecordStore, 'quotas'>, lookups: PhotoLookups): PhotoLimit {
  const lastRecounts = new LRUCache<string, number>({ max: rememberedMost });

  /** False if it was recounted within the last minute. */
  async function recount(id: string, now: number, setCounters: () => Promise<unknown>): Promise<boolean> {
    if (now - (lastRecounts.get(id) ?? -Infinity) < recountEvery) return false;
    lastRecounts.set(id, now);
    await setCounters();
    return true;
  }

  const recountPerson = ({ userId, now, ...photo }: PhotoToStore): Promise<boolean> =>
    recount(userId, now, async () => {
      const keys = keysOf({ userId, ...photo });
      const { photos, bytes } = await lookups.storedBy(userId, now - photosKeptFor);
      await Promise.all([quotas.set(keys.photos, photos), quotas.set(keys.bytes, bytes)]);
    });
  const recountPlace = (photo: PhotoToStore): Promise<boolean> =>
    recount(photo.locationId, photo.now, async () =>
      quotas.set(keysOf(photo).place, await lookups.photosOn(photo.locationId)),
    );

  return {
    async reserve(photo) {
      const keys = keysOf(photo);
      const claims: QuotaClaim[] = [
        { key: keys.photos, amount: 1, most: limits.photosOfPerson },
        { key: keys.bytes, amount: photo.bytes, most: limits.photoBytesOfPerson },
        { key: keys.place, amount: 1, most: limits.photosOfPlace },
      ];
      if ((await quotas.amount(keys.photos)) === 0) await recountPerson(photo);
      if ((await quotas.amount(keys.place)) === 0) await recountPlace(photo);
      let reservation = await quotas.reserve(claims);
      if (!reservation.granted) {
        const isPlace = reservation.key === keys.place;
        const recounted = await (isPlace ? recountPlace(photo) : recountPerson(photo));
        if (recounted) reservation = await quotas.reserve(claims);
      }
      if (!reservation.granted) throw new Refusal('too-many-photos');
      return () => quotas.release(claims.map(({ key, amount }) => ({ key, amount })));
    },
    deleted: (locationId) => quotas.release([{ key: placeKey(locationId), amount: 1 }]),
    async restored(locationId) {
      const key = placeKey(locationId);
      // A counter at zero stays at zero: the next upload counts the photos that the place has.
      if ((await quotas.amount(key)) === 0) return;
      await quotas.reserve([{ key, amount: 1, most: Number.MAX_SAFE_INTEGER }]);
    },
  };
}

const placeKey = (locationId: string): string => `photos-on:${locationId}`;
const keysOf = ({ userId, locationId }: Pick<PhotoToStore, 'userId' | 'locationId'>) => ({
  photos: `photos:${userId}`,
  bytes: `photo-bytes:${userId}`,
  place: placeKey(locationId),
});
