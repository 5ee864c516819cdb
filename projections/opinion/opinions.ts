import { systemActor } from '#contracts/shared/event-metadata';

import type { LocationDocument, OpinionDocument, OpinionPart, PhotoDocument } from '#contracts/read-models';
import { amounting, ofMerging } from '../location/merged-opinions.ts';
import { opinionId } from '../location/merging.ts';
import type { CollectionRules, Counting, EventOfType } from '../rule.ts';

type OfOpinion = EventOfType<'location-rated.v1' | 'location-favorited.v1' | 'location-unfavorited.v1'>;
const id = ({ data }: OfOpinion) => opinionId(data.locationId, data.userId);

const nothing: OpinionPart = { rating: 0, ratedAt: 0, favorite: false, favoritedAt: 0 };

const none = (locationId: string, userId: string): OpinionDocument => ({
  id: opinionId(locationId, userId),
  locationId,
  userId,
  ...nothing,
  parts: null,
  firstRating: null,
  firstFavorite: null,
  firstPhoto: null,
});

const partOf = ({ rating, ratedAt, favorite, favoritedAt }: OpinionPart): OpinionPart => ({
  rating,
  ratedAt,
  favorite,
  favoritedAt,
});

/** A person counts once, with the newest rating. */
function withParts(opinion: OpinionDocument, parts: readonly OpinionPart[]): OpinionDocument {
  const { rating, ratedAt } = parts.reduce(
    (one, other) => (other.ratedAt > one.ratedAt ? other : one),
    nothing,
  );
  const favorite = parts.some((part) => part.favorite);
  return { ...opinion, rating, ratedAt, favorite, favoritedAt: Math.max(0, ...parts.map(heartedAt)) };
}
const heartedAt = ({ favoritedAt }: OpinionPart): number => favoritedAt;

const isEmpty = ({ rating, favorite, firstRating, firstFavorite, firstPhoto }: OpinionDocument): boolean =>
  rating === 0 && !favorite && (firstRating ?? firstFavorite ?? firstPhoto) === null;

const isNothing = ({ rating, favorite }: OpinionPart): boolean => rating === 0 && !favorite;

const kind = { partOf, withParts, isNothing, isEmpty };

/** The opinion after its person has changed their own part. */
function own(opinion: OpinionDocument, change: Partial<OpinionPart>): OpinionDocument {
  if (opinion.parts === null) return { ...opinion, ...change };
  const part = { ...nothing, ...opinion.parts[opinion.locationId], ...change };
  return amounting(kind, opinion, { ...opinion.parts, [opinion.locationId]: part });
}

/** Also removes the hearts of merged places. After a parting these places have their own hearts again. */
function withoutHeart(opinion: OpinionDocument): OpinionDocument {
  const gone = { favorite: false, favoritedAt: 0 };
  if (opinion.parts === null) return { ...opinion, ...gone };
  const parts = Object.entries(opinion.parts).map(([id, part]) => [id, { ...part, ...gone }] as const);
  return amounting(kind, opinion, Object.fromEntries(parts));
}

/** Records the person's first photo of the location, which counts for the trend. */
function withPhoto(
  known: OpinionDocument | undefined,
  { id, data }: EventOfType<'photo-added.v1' | 'photo-reviewed.v1'>,
  userId: string,
): OpinionDocument {
  if (known !== undefined && known.firstPhoto !== null) return known;
  return { ...(known ?? none(data.locationId, userId)), firstPhoto: id };
}

/** How a change of an opinion changes its location's numbers. The mean comes from integers, so it does not drift. */
const countedByLocation: Counting<OpinionDocument, LocationDocument> = {
  counterOf: ({ locationId }) => locationId,
  change(location, before, after) {
    const [was, is] = [before?.rating ?? 0, after?.rating ?? 0];
    const hearts = Number(after?.favorite ?? false) - Number(before?.favorite ?? false);
    if (was === is && hearts === 0) return location;
    const ratingCount = location.ratingCount + Number(is > 0) - Number(was > 0);
    const ratingSum = location.ratingSum + is - was;
    return {
      ...location,
      ratingSum,
      ratingCount,
      rating: ratingCount === 0 ? 0 : ratingSum / ratingCount,
      favoriteCount: location.favoriteCount + hearts,
    };
  },
};

export const opinions: CollectionRules<OpinionDocument> = {
  collection: 'opinions',
  rules: {
    'location-rated.v1': {
      id,
      apply(known, event) {
        const { locationId, userId, rating } = event.data;
        const opinion = known ?? none(locationId, userId);
        const firstRating = opinion.firstRating ?? event.id;
        return { ...own(opinion, { rating, ratedAt: Number(event.position) }), firstRating };
      },
    },
    'location-favorited.v1': {
      id,
      apply(known, event) {
        const opinion = known ?? none(event.data.locationId, event.data.userId);
        const favoritedAt = Number(event.position);
        const firstFavorite = opinion.firstFavorite ?? event.id;
        return { ...own(opinion, { favorite: true, favoritedAt }), firstFavorite };
      },
    },
    'location-unfavorited.v1': {
      id,
      apply: (opinion) => (opinion?.favorite === true ? withoutHeart(opinion) : opinion),
    },
    'photo-added.v1': {
      // A photo that is hidden until its review counts only after it.
      id: ({ data, metadata: { actor } }) =>
        actor === systemActor || data.review === 'before' ? undefined : opinionId(data.locationId, actor),
      apply: (known, event) => withPhoto(known, event, event.metadata.actor),
    },
    'photo-reviewed.v1': {
      id: ({ data }) => opinionId(data.locationId, data.uploadedBy),
      needs: ({ data }) => [['photos', data.photoId]],
      apply(known, event, related) {
        const photo = related.get<PhotoDocument>('photos', event.data.photoId);
        return photo?.review === 'before' ? withPhoto(known, event, event.data.uploadedBy) : known;
      },
    },
  },

  fanOuts: ofMerging({ ...kind, none }, [['rating', 1]]),

  countedBy: [
    { collection: 'locations', counting: countedByLocation, uncounted: ({ locationId }) => [locationId] },
  ],
};
