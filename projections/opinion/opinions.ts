import { systemActor } from '#contracts/shared/event-metadata';

import type { LocationDocument, OpinionDocument, PhotoDocument } from '#contracts/read-models';
import { opinionId } from '../shared/opinion-id.ts';
import type { CollectionRules, Counting, EventOfType } from '../rule.ts';

type OfOpinion = EventOfType<'location-rated.v1' | 'location-favorited.v1' | 'location-unfavorited.v1'>;
const id = ({ data }: OfOpinion) => opinionId(data.locationId, data.userId);

const none = (locationId: string, userId: string): OpinionDocument => ({
  id: opinionId(locationId, userId),
  locationId,
  userId,
  rating: 0,
  favorite: false,
  favoritedAt: 0,
  firstRating: null,
  firstFavorite: null,
  firstPhoto: null,
});

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
        return { ...opinion, rating, firstRating: opinion.firstRating ?? event.id };
      },
    },
    'location-favorited.v1': {
      id,
      apply(known, event) {
        const opinion = known ?? none(event.data.locationId, event.data.userId);
        const favoritedAt = Number(event.position);
        const firstFavorite = opinion.firstFavorite ?? event.id;
        return { ...opinion, favorite: true, favoritedAt, firstFavorite };
      },
    },
    'location-unfavorited.v1': {
      id,
      apply: (opinion) =>
        opinion?.favorite === true ? { ...opinion, favorite: false, favoritedAt: 0 } : opinion,
    },
    'photo-added.v1': {
      // A photo that is held back counts only after its review.
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

  countedBy: 'locations',
  counting: countedByLocation,
  uncounted: ({ locationId }) => [locationId],
};
