import { LRUCache } from 'lru-cache';

import { Refusal } from '#contracts/errors';
import { limits } from '#contracts/limits';

import { photosKeptFor } from './images/sweep-photos.ts';
import type { QuotaClaim, RecordStore } from '#stores/record-store/index';

/** What the reading side knows of stored photos. */
export interface PhotoLookups {
  /** A person's photos that are there, or went at or after `since` (milliseconds since 1970), and their bytes. */
  readonly storedBy: (userId: string, since: number) => Promise<{ photos: number; bytes: number }>;
  /** How many photos a place has. */
  readonly photosOn: (locationId: string) => Promise<number>;
}

export interface PhotoToStore {
  readonly userId: string;
  readonly locationId: string;
  /** Of its original. */
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Keeps what each person stores, and what each place holds, within its limit. */
export interface PhotoLimit {
  /**
   * Counts a photo before its bytes are stored, and gives what takes that back if it is not added after all.
   * @throws Refusal `too-many-photos`
   */
  reserve(photo: PhotoToStore): Promise<() => Promise<void>>;
}

/** Milliseconds between two looks at what one person or place has. */
const lookEvery = 60_000;
/** People and places whose last look is remembered. */
const rememberedMost = 10_000;

/**
 * The counters in the records only rise. When one is full, and when it stands at nothing (the records may be younger
 * than the log), it is put right from the read model, at most once a minute. What is being added at that moment may
 * then be missed, until the next look.
 */
export function createPhotoLimit({ quotas }: Pick<RecordStore, 'quotas'>, lookups: PhotoLookups): PhotoLimit {
  const lastLooks = new LRUCache<string, number>({ max: rememberedMost });

  /** False when it was looked at within the last minute. */
  async function look(id: string, now: number, putRight: () => Promise<unknown>): Promise<boolean> {
    if (now - (lastLooks.get(id) ?? -Infinity) < lookEvery) return false;
    lastLooks.set(id, now);
    await putRight();
    return true;
  }

  const recountPerson = ({ userId, now, ...photo }: PhotoToStore): Promise<boolean> =>
    look(userId, now, async () => {
      const keys = keysOf({ userId, ...photo });
      const { photos, bytes } = await lookups.storedBy(userId, now - photosKeptFor);
      await Promise.all([quotas.set(keys.photos, photos), quotas.set(keys.bytes, bytes)]);
    });
  const recountPlace = (photo: PhotoToStore): Promise<boolean> =>
    look(photo.locationId, photo.now, async () =>
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
        const looked = await (isPlace ? recountPlace(photo) : recountPerson(photo));
        if (looked) reservation = await quotas.reserve(claims);
      }
      if (!reservation.granted) throw new Refusal('too-many-photos');
      return () => quotas.release(claims.map(({ key, amount }) => ({ key, amount })));
    },
  };
}

const keysOf = ({ userId, locationId }: Pick<PhotoToStore, 'userId' | 'locationId'>) => ({
  photos: `photos:${userId}`,
  bytes: `photo-bytes:${userId}`,
  place: `photos-on:${locationId}`,
});
