import type { Recorded } from '#contracts/events/index';

import type { LocationDocument, PhotoDocument } from '../read-store/models.ts';
import type { CollectionRules, EventOfType, FanOut, Need, Related } from './rule.ts';

type OfPhoto = EventOfType<'photo-added.v1' | 'photo-deleted.v1' | 'photo-restored.v1'>;

const id = (event: OfPhoto) => event.data.photoId;
const itsLocation = (event: OfPhoto): readonly Need[] => [['locations', event.data.locationId]];

const back: FanOut<PhotoDocument, EventOfType<'location-restored.v1' | 'city-restored.v1'>> = {
  field: 'endedBy',
  value: (event) => event.data.undoes,
  by: [],
  // A location alone may return from what took its whole city; the photos of the others then stay.
  apply: (photo, { data }) =>
    'locationId' in data && data.locationId !== photo.locationId ? photo : shown(photo),
};

export const photos: CollectionRules<PhotoDocument> = {
  collection: 'photos',
  rules: {
    'photo-added.v1': {
      id,
      needs: itsLocation,
      apply: (photo, event, related) => underLocation(newPhoto(photo, event), event, related),
    },
    'photo-deleted.v1': {
      id,
      needs: itsLocation,
      apply(photo, event, related) {
        if (photo === undefined) return undefined;
        const { cascadeId } = event.metadata;
        // What the cascade took along already, or what was deleted by itself, keeps its own end; and where the
        // location is back before the cascade is recorded, the photo never went.
        if (cascadeId !== undefined && (!photo.present || !isGone(photo, related))) return photo;
        return hidden(photo, cascadeId ?? event.id, event);
      },
    },
    'photo-restored.v1': {
      id,
      needs: itsLocation,
      apply(photo, event, related) {
        if (photo === undefined || photo.present) return photo;
        const replaced = event.metadata.cascadeId !== undefined && photo.endedBy !== event.data.undoes;
        return replaced ? photo : underLocation(shown(photo), event, related);
      },
    },
  },
  fanOuts: {
    'location-deleted.v1': {
      field: 'locationId',
      value: (event) => event.data.locationId,
      by: [
        ['present', 1],
        ['added', 1],
      ],
      needs: (photo) => [['locations', photo.locationId]],
      apply(photo, event, related) {
        return photo.present && isGone(photo, related)
          ? hidden(photo, event.metadata.cascadeId ?? event.id, event)
          : photo;
      },
    },
    'location-restored.v1': back,
    'city-restored.v1': back,
  },

  countedBy: 'locations',
  counters: (before, after) => ((before?.present ?? false) === after.present ? [] : [after.locationId]),
  uncounted: ({ locationId }) => [locationId],
};

const shown = (photo: PhotoDocument): PhotoDocument => ({
  ...photo,
  present: true,
  endedBy: null,
  endedAt: null,
});
const hidden = (photo: PhotoDocument, endedBy: string | null, { metadata }: Recorded): PhotoDocument => ({
  ...photo,
  present: false,
  endedBy,
  endedAt: metadata.time,
});

const isGone = ({ locationId }: PhotoDocument, related: Related): boolean =>
  related.get<LocationDocument>('locations', locationId)?.status === 'deleted';

/** What arrives at a location that is gone is not shown, and returns with it. */
function underLocation(photo: PhotoDocument, event: Recorded, related: Related): PhotoDocument {
  const location = related.get<LocationDocument>('locations', photo.locationId);
  return location?.status === 'deleted' ? hidden(photo, location.endedBy, event) : photo;
}

/** The same photo may come a second time, after it was deleted; it keeps its place among the others. */
function newPhoto(known: PhotoDocument | undefined, event: EventOfType<'photo-added.v1'>): PhotoDocument {
  const { photoId, ...data } = event.data;
  return {
    id: photoId,
    ...data,
    uploadedBy: event.metadata.actor,
    createdAt: event.metadata.time,
    added: known?.added ?? Number(event.position),
    present: true,
    endedBy: null,
    endedAt: null,
  };
}
