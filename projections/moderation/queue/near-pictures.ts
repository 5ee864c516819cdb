import {
  bandCollections,
  type QueueBand,
  type QueueEntry,
  type QueuePhoto,
} from '#contracts/moderation/read-models-queue';

import type { Recorded } from '#contracts/events';
import type { CollectionRules, EventOfType, Named, Need, Related, Rule } from '../../rule.ts';
import { keyFor } from './signal-keys.ts';

/** Two pictures look alike if their hashes differ in at most this many bits. */
const bitsMost = 6;
/**
 * The number of waiting pictures that each part of a hash is compared with: the maximum that one person may have
 * waiting.
 */
const comparedMost = 200;

/** The events that give a photo its hash: its upload, or for photos of earlier releases a later one. */
const givingHash = ['photo-added.v1', 'photo-hashed.v1'] as const;
type GivingHash = EventOfType<(typeof givingHash)[number]>;
const hashPattern = /^[0-9a-f]{16}$/;

export const givesHash = (event: Recorded): event is GivingHash =>
  givingHash.some((type) => type === event.type);

/** The hash that the event gives to a photo that waits for a review. */
export function hashOf({ type, data }: GivingHash): string | undefined {
  if (type === 'photo-added.v1' && data.review === undefined) return undefined;
  const { differenceHash } = data;
  return typeof differenceHash === 'string' && hashPattern.test(differenceHash) ? differenceHash : undefined;
}

/** The number of bits in which two hashes differ. */
export function distanceOf(one: string, other: string): number {
  let bits = 0;
  for (let at = 0; at < one.length; at += 8) {
    let differing = parseInt(one.slice(at, at + 8), 16) ^ parseInt(other.slice(at, at + 8), 16);
    for (; differing !== 0; differing &= differing - 1) bits += 1;
  }
  return bits;
}

/** One of seven parts of a hash. Hashes that differ in at most six bits have one of the parts in common. */
function partOf(hash: string, band: number): string {
  const [from, to] = [band, band + 1].map((at) => Math.floor((at * 64) / bandCollections.length));
  return BigInt(`0x${hash}`).toString(2).padStart(64, '0').slice(from, to);
}

/** The pictures that a photo must be compared with. */
export const bandsOf = (event: GivingHash): readonly Need[] => {
  const hash = hashOf(event);
  return hash === undefined ? [] : bandCollections.map((name, band): Need => [name, partOf(hash, band)]);
};

/** The key that a photo shares with those that look alike, in its city or by its uploader; null without a hash. */
export function nearPictureKeyOf(
  event: GivingHash,
  { cityId, submittedBy }: Pick<QueueEntry, 'cityId' | 'submittedBy'>,
  related: Related,
): string | null {
  const hash = hashOf(event);
  if (hash === undefined) return null;
  let nearest: { readonly key: string; readonly distance: number } | undefined;
  for (const [name, id] of bandsOf(event)) {
    for (const other of related.get<QueueBand>(name, id)?.pictures ?? []) {
      if (other.cityId !== cityId && other.by !== submittedBy) continue;
      const distance = distanceOf(hash, other.hash);
      if (distance <= bitsMost && distance < (nearest?.distance ?? Infinity))
        nearest = { key: other.key, distance };
    }
  }
  return nearest?.key ?? keyFor('near-picture', event.data.photoId);
}

type PhotoEvent =
  | GivingHash
  | EventOfType<'photo-reviewed.v1' | 'photo-review-reopened.v1' | 'photo-deleted.v2' | 'photo-restored.v1'>;

const photoOf = ({ data }: PhotoEvent, related: Related): QueuePhoto | undefined =>
  related.get<QueuePhoto>('photos', data.photoId);

/** The pictures of a part, with this photo only if it needs a review. */
function withPhoto(
  known: QueueBand['pictures'],
  { id, isOpen, isPresent, submittedBy, cityId, differenceHash: hash, nearPictureKey: key }: QueuePhoto,
): QueueBand['pictures'] {
  const others = known.filter((each) => each.id !== id);
  if (!isOpen || !isPresent || hash === null || key === null) return others;
  return [...others, { id, hash, by: submittedBy ?? '', cityId, key }].slice(-comparedMost);
}

/** Updates a part's pictures when one of them is decided, or waits again. */
const decided = <E extends PhotoEvent>(band: number): Named<QueueBand, E> => ({
  ids(event, related) {
    const hash = photoOf(event, related)?.differenceHash ?? null;
    return hash === null ? [] : [partOf(hash, band)];
  },
  apply(known, event, related) {
    const photo = photoOf(event, related);
    return photo === undefined ? known : { ...known, pictures: withPhoto(known.pictures, photo) };
  },
});

/** Adds a photo to the part's pictures when it gets its hash, which it does only while it waits. */
const given = <E extends GivingHash>(band: number): Rule<QueueBand, E> => ({
  id: (event) => {
    const hash = hashOf(event);
    return hash && partOf(hash, band);
  },
  needs: ({ data }) => [['photos', data.photoId]],
  apply(known, event, related) {
    const photo = photoOf(event, related);
    const hash = hashOf(event);
    if (photo === undefined || hash === undefined) return known;
    // An interrupted run may have stored the photo as it was decided later. Photos added in between see it here.
    const waiting = { ...photo, isOpen: true, isPresent: true };
    return { id: partOf(hash, band), pictures: withPhoto(known?.pictures ?? [], waiting) };
  },
});

/**
 * The collections of waiting pictures by parts of their hashes. They hold only waiting pictures, however many photos
 * exist. They come after the photos, because they store the photos' keys.
 */
export const bands: readonly CollectionRules<QueueBand>[] = bandCollections.map((collection, band) => ({
  collection,
  rules: {
    'photo-added.v1': given(band),
    'photo-hashed.v1': given(band),
  },
  named: {
    'photo-reviewed.v1': decided(band),
    'photo-review-reopened.v1': decided(band),
    'photo-deleted.v2': decided(band),
    'photo-restored.v1': decided(band),
  },
}));
