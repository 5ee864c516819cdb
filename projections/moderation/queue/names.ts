import type { QueueLocation, QueueNames } from '#contracts/moderation/read-models-queue';
import { mayBeSameAs, wordsOf, type WordedPoint } from '#contracts/location/similar-names';
import { namesIdOf, namesIdsOf } from '#contracts/moderation/read-models-queue';

import type { CollectionRules, EventOfType, Need, Related } from '../../rule.ts';
import type { Edited } from '../../location/at-place.ts';
import { keyFor } from './signal-keys.ts';

type Submitted = EventOfType<'location-submitted.v1'>;

/** The number of latest places in a document. A new place is compared with these. */
const comparedMost = 25;

const idOf = ({ data }: Submitted | Edited): string => namesIdOf(data.cityId, data.locationId);

export const namesIn = (cityId: string): readonly Need[] =>
  namesIdsOf(cityId).map((id): Need => ['names', id]);

const comparedIn = ({ cityId, locationId }: Edited['data'] | Submitted['data']): readonly Need[] => [
  ...namesIn(cityId),
  ['locations', locationId],
];

const edited = {
  id: idOf,
  needs: ({ data }: Edited) => (isOfNames(data.changes) ? comparedIn(data) : []),
  apply: withChanged,
};

/** The names of each city's latest places, each with the keys of the places that it is similar to. */
export const names: CollectionRules<QueueNames> = {
  collection: 'names',
  rules: {
    'location-submitted.v1': { id: idOf, needs: ({ data }) => comparedIn(data), apply: withNew },
    'location-edited.v1': edited,
    'location-edit-approved.v1': edited,
    'location-edit-reopened.v1': edited,
    'location-resubmitted.v1': edited,
  },
};

function withNew(known: QueueNames | undefined, event: Submitted, related: Related): QueueNames {
  const { locationId: id, name, coordinates = null } = event.data;
  const place = { id, words: wordsOf(name), coordinates };
  const places = [...(known?.places ?? []), { ...place, keys: keysOf(place, event, related) }];
  return { id: idOf(event), places: places.slice(-comparedMost) };
}

/** The key of a place that is not similar to an earlier one. */
export const nearNameKeyOf = (locationId: string): string => keyFor('near-name', locationId);

const keysMost = 5;

/** The keys of the places in a city of which a place may be a duplicate. Needs `namesIn` that city. */
export function similarKeys(
  place: WordedPoint & { readonly id: string },
  cityId: string,
  related: Related,
): readonly string[] {
  const mayBeSame = mayBeSameAs(place);
  const keys = new Set<string>();
  for (const each of namesIdsOf(cityId)) {
    for (const other of related.get<QueueNames>('names', each)?.places ?? []) {
      const [key] = other.keys;
      if (other.id === place.id || (key !== undefined && keys.has(key)) || !mayBeSame(other)) continue;
      keys.add(key ?? nearNameKeyOf(other.id));
      if (keys.size === keysMost) return [...keys];
    }
  }
  return [...keys];
}

/** Whether the changes may make a place similar to other places than before. */
export const isOfNames = ({ name, coordinates }: Edited['data']['changes']): boolean =>
  name !== undefined || coordinates !== undefined;

/**
 * The keys of the places that a new or changed place is similar to. If an interrupted run has stored names of later
 * places already, it has stored this place with its keys before them.
 */
function keysOf(place: WordedPoint & { readonly id: string }, event: Submitted | Edited, related: Related) {
  const { cityId } = event.data;
  if (!namesIdsOf(cityId).some((each) => related.isAhead('names', each, event)))
    return similarKeys(place, cityId, related);
  const location = related.get<QueueLocation>('locations', place.id);
  return location?.isSimilar === true ? [location.nearNameKey ?? '', ...location.otherNameKeys] : [];
}

function withChanged(known: QueueNames | undefined, event: Edited, related: Related): QueueNames | undefined {
  const { data } = event;
  const { name, coordinates } = data.changes;
  if (known === undefined || !isOfNames(data.changes)) return known;
  const changed = (place: QueueNames['places'][number]) => {
    const now = {
      ...place,
      words: name ? wordsOf(name.to) : place.words,
      coordinates: coordinates ? coordinates.to : place.coordinates,
    };
    return { ...now, keys: keysOf(now, event, related) };
  };
  return {
    ...known,
    places: known.places.map((place) => (place.id === data.locationId ? changed(place) : place)),
  };
}
