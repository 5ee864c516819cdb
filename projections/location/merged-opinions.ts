import type { Document, Index } from '#platform/read-store/port';

import type { MergeLink, Mergeable } from '#contracts/location/merging';
import { opinionId, type Merging } from './merging.ts';
import type { EventOfType, FanOut, Related } from '../rule.ts';

/**
 * A person's opinion of a place. `parts`: by place id, the place's own part and those of merged places; null if no
 * merged place adds a part.
 */
interface Opinion<Part> extends Document {
  readonly locationId: string;
  readonly parts: Readonly<Record<string, Part>> | null;
}

/** How a read model stores opinions. */
interface Kind<Part, D extends Opinion<Part>> {
  readonly none: (locationId: string, userId: string) => D;
  readonly partOf: (opinion: D) => Part;
  /** Whether a part contains no opinion. */
  readonly isNothing: (part: Part) => boolean;
  /** Whether the person has never given an opinion of this place. */
  readonly isEmpty: (opinion: D) => boolean;
  /** The opinion with the total of these parts, in any order. */
  readonly withParts: (opinion: D, parts: readonly Part[]) => D;
}

/** The parts of an opinion by place id. Without merged places there is only the place's own part. */
const partsOf = <Part, D extends Opinion<Part>>(
  { partOf, isNothing }: Pick<Kind<Part, D>, 'partOf' | 'isNothing'>,
  opinion: D,
): Readonly<Record<string, Part>> => {
  const parts = opinion.parts ?? { [opinion.locationId]: partOf(opinion) };
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => !isNothing(part)));
};

/** The opinion with these parts instead of its present ones, and their total. */
export function amounting<Part, D extends Opinion<Part>>(
  { withParts }: Pick<Kind<Part, D>, 'withParts'>,
  opinion: D,
  parts: Readonly<Record<string, Part>>,
): D {
  const isOwnAlone = Object.keys(parts).every((id) => id === opinion.locationId);
  return { ...withParts(opinion, Object.values(parts)), parts: isOwnAlone ? null : parts };
}

/**
 * A merging adds each opinion of the merged place to the same person's opinions of all places that then show it. A
 * parting removes it from them. The merged place's own opinions do not change.
 */
export function ofMerging<Part, D extends Opinion<Part>>(
  kind: Kind<Part, D>,
  by: Index,
): {
  readonly 'location-merged.v1': FanOut<D, EventOfType<'location-merged.v1'>>;
  readonly 'location-parted.v1': FanOut<D, EventOfType<'location-parted.v1'>>;
} {
  const userOf = ({ id, locationId }: D) => id.slice(locationId.length + 1);
  const ids = (found: D, { data }: Merging, related: Related): readonly string[] => {
    const stays = related.get<Document & Mergeable>('locations', data.into);
    const path: readonly MergeLink[] = stays?.path ?? [];
    if (path.some(({ id }) => id === data.locationId)) return [];
    return [data.into, ...path.map(({ id }) => id)].map((id) => opinionId(id, userOf(found)));
  };
  const found: Omit<FanOut<D, Merging>, 'partners'> = {
    field: 'locationId',
    values: ({ data }) => [data.locationId],
    by,
    apply: (opinion) => opinion,
  };
  return {
    'location-merged.v1': {
      ...found,
      partners: {
        ids,
        apply(partner, id, opinion) {
          const added = partsOf(kind, opinion);
          if (Object.keys(added).length === 0) return partner;
          const userId = userOf(opinion);
          const into = partner ?? kind.none(id.slice(0, -userId.length - 1), userId);
          return amounting(kind, into, { ...partsOf(kind, into), ...added });
        },
      },
    },
    'location-parted.v1': {
      ...found,
      partners: {
        ids,
        apply(partner, _id, opinion) {
          if (partner === undefined) return undefined;
          const going = opinion.parts ?? { [opinion.locationId]: null };
          const left = Object.entries(partsOf(kind, partner)).filter(([id]) => !(id in going));
          const after = amounting(kind, partner, Object.fromEntries(left));
          return after.parts === null && kind.isEmpty(after) ? undefined : after;
        },
      },
    },
  };
}
