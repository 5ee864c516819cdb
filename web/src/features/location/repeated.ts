import { isDuplicateName, shortestDuplicate } from '#contracts/location/duplicates';
import {
  mayBeSameAs,
  metresBetween,
  nearbyMetres,
  similarityOf,
  wordsOf,
} from '#contracts/location/similar-names';
import type { Location } from '#contracts/location/views';
import type { Coordinates } from '#contracts/shared/coordinates';

/** The values of a place's form so far. */
export interface Described {
  readonly name: string;
  /** Empty for none. */
  readonly cityId: string;
  readonly coordinates: Coordinates | null;
}

type Other = Pick<Location, 'id' | 'name' | 'cityId' | 'cityName' | 'coordinates'>;

/** A possible duplicate of the place in a form. */
export interface Repeated {
  readonly place: Other;
  /** Whether it has the same name, a similar name in the same city, or is only close by. */
  readonly by: 'same name' | 'name' | 'point';
  /** Metres; null if either has no coordinates. */
  readonly distance: number | null;
}

const shownMost = 5;
const order = ['same name', 'name', 'point'] as const;

/**
 * The likely duplicates of the place in a form, at most five: same name first, then similar names, then places close
 * by.
 */
export function repeatedIn(described: Described, others: readonly Other[]): Repeated[] {
  const { name } = described;
  const distinct = [...new Map(others.map((other) => [other.id, other])).values()];
  const likenessOf = likenessTo(described);
  const found = distinct.flatMap((place): Repeated[] => {
    const by = likenessOf(place);
    return by === null ? [] : [{ place, by, distance: metresBetween(described, place) }];
  });
  return found
    .sort(
      (one, other) =>
        order.indexOf(one.by) - order.indexOf(other.by) ||
        closeFirst(one) - closeFirst(other) ||
        similarityOf(name, other.place.name) - similarityOf(name, one.place.name),
    )
    .slice(0, shownMost);
}

function likenessTo(described: Described): (place: Other) => Repeated['by'] | null {
  const { name, coordinates, cityId } = described;
  const mayBeSame = mayBeSameAs({ words: wordsOf(name), coordinates });
  const isNamed = [...name].length >= shortestDuplicate;
  return (place) => {
    if (isNamed && cityId === place.cityId) {
      if (isDuplicateName(name, place.name)) return 'same name';
      if (mayBeSame({ words: wordsOf(place.name), coordinates: place.coordinates })) return 'name';
    }
    const distance = metresBetween(described, place);
    return distance !== null && distance <= nearbyMetres ? 'point' : null;
  };
}

const closeFirst = ({ distance }: Repeated): number =>
  distance !== null && distance <= nearbyMetres ? distance : nearbyMetres + 1;
