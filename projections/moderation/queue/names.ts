import type { QueueNames } from '#contracts/moderation/read-models-queue';
import { mayBeSame, type NamedPoint } from '#contracts/location/similar-names';

import type { CollectionRules, EventOfType } from '../../rule.ts';
import { keyFor } from './signal-keys.ts';

type Submitted = EventOfType<'location-submitted.v1'>;
type Edited = EventOfType<'location-edited.v1' | 'location-edit-approved.v1' | 'location-resubmitted.v1'>;

/** The latest places of a city that a new one is compared with. */
const comparedMost = 200;

const cityOf = (event: Submitted | Edited): string => event.data.cityId;

/** The names of each city's latest places, each with the key of the place that it is similar to, or its own. */
export const names: CollectionRules<QueueNames> = {
  collection: 'names',
  rules: {
    'location-submitted.v1': { id: cityOf, apply: withNew },
    'location-edited.v1': { id: cityOf, apply: withChanged },
    'location-edit-approved.v1': { id: cityOf, apply: withChanged },
    'location-resubmitted.v1': { id: cityOf, apply: withChanged },
  },
};

function withNew(known: QueueNames | undefined, { data }: Submitted): QueueNames {
  const { locationId: id, cityId, name, coordinates = null } = data;
  const others = (known?.places ?? []).filter((each) => each.id !== id);
  const place: NamedPoint = { name, coordinates };
  const similar = others.findLast((other) => mayBeSame(place, other));
  const key = similar?.key ?? keyFor('near-name', id);
  const places = [...others, { id, ...place, key, isSimilar: similar !== undefined }];
  return { id: cityId, places: places.slice(-comparedMost) };
}

function withChanged(known: QueueNames | undefined, { data }: Edited): QueueNames | undefined {
  const { name, coordinates } = data.changes;
  if (known === undefined || (name === undefined && coordinates === undefined)) return known;
  return {
    ...known,
    places: known.places.map((place) =>
      place.id === data.locationId
        ? {
            ...place,
            name: name?.to ?? place.name,
            coordinates: coordinates ? coordinates.to : place.coordinates,
          }
        : place,
    ),
  };
}
