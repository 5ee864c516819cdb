import { systemActor } from '#contracts/events/metadata';

import type { OpinionDocument } from '../read-store/models.ts';
import type { CollectionRules, EventOfType } from './rule.ts';

export const opinionId = (locationId: string, userId: string) => `${locationId}:${userId}`;

type OfOpinion = EventOfType<'location-rated.v1' | 'location-favorited.v1' | 'location-unfavorited.v1'>;
const id = ({ data }: OfOpinion) => opinionId(data.locationId, data.userId);

const none = (locationId: string, userId: string): OpinionDocument => ({
  id: opinionId(locationId, userId),
  locationId,
  userId,
  rating: 0,
  favorite: false,
  firstRating: null,
  firstFavorite: null,
  firstPhoto: null,
});

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
        return { ...opinion, favorite: true, firstFavorite: opinion.firstFavorite ?? event.id };
      },
    },
    'location-unfavorited.v1': {
      id,
      apply: (opinion) => (opinion?.favorite === true ? { ...opinion, favorite: false } : opinion),
    },
    'photo-added.v1': {
      id: ({ data, metadata }) =>
        metadata.actor === systemActor ? undefined : opinionId(data.locationId, metadata.actor),
      apply(known, event) {
        if (known !== undefined && known.firstPhoto !== null) return known;
        const opinion = known ?? none(event.data.locationId, event.metadata.actor);
        return { ...opinion, firstPhoto: event.id };
      },
    },
  },

  countedBy: 'locations',
  counters(before, after) {
    const same = (before?.rating ?? 0) === after.rating && (before?.favorite ?? false) === after.favorite;
    return same ? [] : [after.locationId];
  },
  uncounted: ({ locationId }) => [locationId],
};
