import type { QueueNames } from '#contracts/moderation/read-models-queue';
import { mayBeSameAs, wordsOf, type WordedPoint } from '#contracts/location/similar-names';
import { namesIdOf, namesIdsOf } from '#contracts/moderation/read-models-queue';

import type { CollectionRules, EventOfType, Need, Related } from '../../rule.ts';
import { keyFor } from './signal-keys.ts';

type Submitted = EventOfType<'location-submitted.v1'>;
type Edited = EventOfType<'location-edited.v1' | 'location-edit-approved.v1' | 'location-resubmitted.v1'>;

/** The latest places in a document that a new one is compared with. */
const comparedMost = 25;

const idOf = ({ data }: Submitted | Edited): string => namesIdOf(data.cityId, data.locationId);

/** The names of each city's latest places, each with the key of the place that it is similar to. */
export const names: CollectionRules<QueueNames> = {
  collection: 'names',
  rules: {
    'location-submitted.v1': {
      id: idOf,
      needs: ({ data }) => namesIdsOf(data.cityId).map((id): Need => ['names', id]),
      apply: withNew,
    },
    'location-edited.v1': { id: idOf, apply: withChanged },
    'location-edit-approved.v1': { id: idOf, apply: withChanged },
    'location-resubmitted.v1': { id: idOf, apply: withChanged },
  },
};

function withNew(known: QueueNames | undefined, event: Submitted, related: Related): QueueNames {
  const { locationId: id, cityId, name, coordinates = null } = event.data;
  const place: WordedPoint = { words: wordsOf(name), coordinates };
  const mayBeSame = mayBeSameAs(place);
  let similar: QueueNames['places'][number] | undefined;
  for (const each of namesIdsOf(cityId)) {
    const { places = [] } = related.get<QueueNames>('names', each) ?? {};
    similar ??= places.find((other) => other.id !== id && mayBeSame(other));
  }
  const key = similar && (similar.key ?? nearNameKeyOf(similar.id));
  const others = (known?.places ?? []).filter((each) => each.id !== id);
  const places = [...others, { id, ...place, key: key ?? null }];
  return { id: idOf(event), places: places.slice(-comparedMost) };
}

/** The key of a place that is similar to none before it. */
export const nearNameKeyOf = (locationId: string): string => keyFor('near-name', locationId);

function withChanged(known: QueueNames | undefined, { data }: Edited): QueueNames | undefined {
  const { name, coordinates } = data.changes;
  if (known === undefined || (name === undefined && coordinates === undefined)) return known;
  return {
    ...known,
    places: known.places.map((place) =>
      place.id === data.locationId
        ? {
            ...place,
            words: name ? wordsOf(name.to) : place.words,
            coordinates: coordinates ? coordinates.to : place.coordinates,
          }
        : place,
    ),
  };
}
