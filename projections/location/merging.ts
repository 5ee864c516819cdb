import type { Document, Index } from '#platform/read-store/port';
import type { MergeLink, Mergeable } from '#contracts/location/merging';
import type { EventOfType, FanOut, NamedRules, Need, Related } from '../rule.ts';

export type Merging = EventOfType<'location-merged.v1' | 'location-parted.v1'>;
type Place = Document & Mergeable;

/** The fields of a place without mergings. */
export const unmerged: Mergeable = { path: [], members: [] };

/** Both places of a merging. */
export const bothPlaces = ({ data }: Merging): readonly Need[] => [
  ['locations', data.locationId],
  ['locations', data.into],
];

const idsOf = (path: readonly MergeLink[]): readonly string[] => path.map(({ id }) => id);

function places({ data }: Merging, related: Related) {
  const gone = related.get<Place>('locations', data.locationId);
  const stays = related.get<Place>('locations', data.into);
  // Simultaneous mergings may form a circle. Then only the last of them has no effect here.
  const isCircle = stays === undefined || idsOf(stays.path).includes(data.locationId);
  return gone === undefined || isCircle ? undefined : { gone, stays };
}

/** The merged place and those merged into it before; then the place that stays and those that it is merged into. */
function groupsOf(event: Merging, related: Related) {
  const found = places(event, related);
  if (found === undefined) return { going: [], staying: [] };
  const { gone, stays } = found;
  return { going: [gone.id, ...gone.members], staying: [stays.id, ...idsOf(stays.path)] };
}

/**
 * Maintains, for each place, the path to the place that shows it, and the places that it shows. The rules read only
 * fields that the event changes in neither place, so they may be applied to each place separately.
 */
export function withMerging<D extends Place>(recount: readonly string[]): NamedRules<D> {
  const ids = (event: Merging, related: Related) => {
    const { going, staying } = groupsOf(event, related);
    return [...going, ...staying];
  };
  return {
    'location-merged.v1': {
      ids,
      recount,
      apply(place, event, related) {
        const { going, staying } = groupsOf(event, related);
        const stays = related.get<Place>('locations', event.data.into);
        if (staying.includes(place.id)) return { ...place, members: [...place.members, ...going] };
        const way = [{ id: event.data.into, photos: event.data.photos }, ...(stays?.path ?? [])];
        return { ...place, path: [...place.path, ...way] };
      },
    },
    'location-parted.v1': {
      ids,
      recount,
      apply(place, event, related) {
        const { going, staying } = groupsOf(event, related);
        if (staying.includes(place.id)) {
          return { ...place, members: place.members.filter((id) => !going.includes(id)) };
        }
        const end = idsOf(place.path).indexOf(event.data.locationId);
        return { ...place, path: place.path.slice(0, end + 1) };
      },
    },
  };
}

/**
 * A document that belongs to a place. `locationId` is the place that shows it, `originId` its own place; null without a
 * place.
 */
interface Held extends Document {
  readonly locationId: string | null;
  readonly originId: string | null;
}

/**
 * Fan-outs to the documents that a merging or parting moves to another place. `by`: the rest of an index that starts
 * with `locationId`. `at`: the place that shows documents of a place. `place`: updates what follows from the place.
 */
export function ofMerging<D extends Held>(
  at: (origin: Place) => string,
  by: Index,
  place: (held: D, event: Merging, related: Related) => D,
): {
  readonly 'location-merged.v1': FanOut<D, EventOfType<'location-merged.v1'>>;
  readonly 'location-parted.v1': FanOut<D, EventOfType<'location-parted.v1'>>;
} {
  const moved: Omit<FanOut<D, Merging>, 'values'> = {
    field: 'locationId',
    by,
    needs: ({ originId, locationId }) =>
      [originId, locationId].flatMap((id): Need[] => (id === null ? [] : [['locations', id]])),
    apply(held, event, related) {
      const origin = related.get<Place>('locations', held.originId ?? '');
      const locationId = origin === undefined ? held.locationId : at(origin);
      return place(locationId === held.locationId ? held : { ...held, locationId }, event, related);
    },
  };
  return {
    'location-merged.v1': { ...moved, values: ({ data }) => [data.locationId] },
    'location-parted.v1': {
      ...moved,
      // The merging may have left them with the merged place.
      values({ data }, related) {
        const stays = related.get<Place>('locations', data.into);
        return stays === undefined ? [] : [data.locationId, at(stays)];
      },
    },
  };
}

/** A person's opinion of a place is one document. */
export const opinionId = (locationId: string, userId: string) => `${locationId}:${userId}`;
