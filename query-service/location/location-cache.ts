import { LRUCache } from 'lru-cache';

import type { CityDocument, LocationDocument } from '#contracts/read-models';
import type { PublicName } from '#platform/record-store/index';
import type { Change } from '#platform/read-store/index';

import type { LocationContext } from './view.ts';

/** The fields that a search compares with its conditions after the location was found. */
export type Compared = Pick<
  LocationDocument,
  'id' | 'cityId' | 'isApproved' | 'rating' | 'category' | 'bestTimeToVisit' | 'coordinates' | 'submittedBy'
>;

/**
 * A location as visitors see it, and the data that it was made from. It is valid only while all of that is unchanged.
 */
export interface EncodedLocation {
  readonly location: Compared;
  /** The view, as JSON, and the number of its bytes. */
  readonly json: string;
  readonly bytes: number;
  readonly cityText: string;
  readonly submitter: PublicName | undefined;
  readonly isTrending: boolean;
}

/** What the views of a city's locations show of it, and the same as text, for comparison. */
export interface KnownCity {
  readonly city: LocationContext['city'];
  readonly text: string;
}

/** Bytes that a view takes in addition to its text. */
const overhead = 600;
/**
 * Cached cities and names: 4 MB each at most. With fewer names than locations, many cached locations would be useless.
 */
const citiesMost = 5_000;
const namesMost = 20_000;

/**
 * Locations as JSON, for responses to visitors that are not cached themselves. Views, cities and names are cached
 * separately, so that a change of a city's numbers, which comes with most changes of its locations, drops no view.
 * `bytes`: the most that all views together may take; 0 caches none.
 */
export function createLocationCache(bytes: number) {
  const views = new LRUCache<string, EncodedLocation>({
    // Nothing fits in one byte.
    maxSize: Math.max(bytes, 1),
    sizeCalculation: ({ bytes }) => bytes + overhead,
  });
  const cities = new LRUCache<string, KnownCity>({ max: citiesMost });
  const names = new LRUCache<string, { name: PublicName | undefined }>({ max: namesMost });
  return {
    views,
    cities,
    /** The public names of people, by user id. */
    names,
    /** Drops everything that a change may affect. */
    drop({ model, everything, ids }: Change): void {
      if (model !== 'places') return;
      if (everything) {
        views.clear();
        cities.clear();
      }
      for (const id of ids['locations'] ?? []) views.delete(id);
      for (const id of ids['cities'] ?? []) cities.delete(id);
    },
  };
}

export type LocationCache = ReturnType<typeof createLocationCache>;

/** The JSON of a list of views. Made without a long intermediate text, which would cost more than everything else. */
export function jsonOf(locations: readonly EncodedLocation[]): Buffer {
  const size = locations.reduce((sum, { bytes }) => sum + bytes + 1, 1);
  const json = Buffer.allocUnsafeSlow(Math.max(size, 2));
  let at = json.write('[');
  for (const [number, location] of locations.entries()) {
    if (number > 0) at += json.write(',', at);
    at += json.write(location.json, at);
  }
  json.write(']', at);
  return json;
}

/** What views show of a city; the same for a city that does not exist. */
export function knownCity(document: CityDocument | undefined): KnownCity {
  if (document === undefined) return { city: undefined, text: '' };
  const { name, country, coordinates, submittedBy, status, reason, decidedAt } = document;
  const city = { name, country, coordinates, submittedBy, status, reason, decidedAt };
  return { city, text: JSON.stringify(city) };
}
