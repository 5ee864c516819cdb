import type { CityDocument, LocationDocument } from '#contracts/read-models';

import { unchangedSince } from '#platform/queries/model-feed';
import type { PublicName } from '#platform/record-store/index';

import { creditedOf } from '../account/credited.ts';
import { knownCity, type Compared, type KnownCity, type EncodedLocation } from './location-cache.ts';
import { byId, type QueryContext } from '../query-context.ts';
import { toLocation } from './view.ts';

/** What everybody sees of a person with a public name. */
interface Named {
  readonly name: PublicName | undefined;
}

interface Around {
  readonly cities: ReadonlyMap<string, KnownCity>;
  readonly names: ReadonlyMap<string, Named>;
}

/** The existing locations with these ids, as visitors see them. Reads only those that are not cached. */
export async function encodedLocations(
  context: QueryContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EncodedLocation>> {
  const { models, names, locationCache } = context;
  const isFresh = unchangedSince([models.places, names]);
  const cached = ids.flatMap((id) => locationCache.views.get(id) ?? []);
  const aroundCached = await readAround(
    context,
    cached.map(({ location }) => location),
  );
  const found = new Map(
    cached.flatMap((encoded) => {
      const { id, cityId, submittedBy } = encoded.location;
      const [city, name] = [aroundCached.cities.get(cityId), aroundCached.names.get(submittedBy)];
      return isValid(context, encoded, city, name) ? [[id, encoded]] : [];
    }),
  );
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length === 0) return found;
  const documents = await models.places.reader.getMany<LocationDocument>('locations', missing);
  const around = await readAround(context, documents);
  for (const location of documents) found.set(location.id, encodeLocation(context, location, around));
  // Data that changed meanwhile may have been dropped before it was read.
  if (isFresh())
    addToCache(
      context,
      documents.flatMap(({ id }) => found.get(id) ?? []),
      [aroundCached, around],
    );
  return found;
}

/** The location as visitors see it, if all parts of it are cached. */
export function cachedLocation(context: QueryContext, id: string): EncodedLocation | undefined {
  const { views, cities, names } = context.locationCache;
  const encoded = views.get(id);
  if (encoded === undefined) return undefined;
  const { cityId, submittedBy } = encoded.location;
  const name = names.get(submittedBy);
  return name !== undefined && isValid(context, encoded, cities.get(cityId), name) ? encoded : undefined;
}

/** The cities and submitters of locations. */
async function readAround(
  { models, records, locationCache }: QueryContext,
  locations: readonly Compared[],
): Promise<Around> {
  const cities = cachedAmong(locationCache.cities, new Set(locations.map(({ cityId }) => cityId)));
  const names = cachedAmong(locationCache.names, new Set(locations.map(({ submittedBy }) => submittedBy)));
  const [documents, publicNames] = await Promise.all([
    cities.missing.length === 0 ? [] : models.places.reader.getMany<CityDocument>('cities', cities.missing),
    names.missing.length === 0 ? new Map<string, PublicName>() : records.accounts.publicNames(names.missing),
  ]);
  const read = byId(documents);
  for (const id of cities.missing) cities.found.set(id, knownCity(read.get(id)));
  for (const id of names.missing) names.found.set(id, { name: publicNames.get(id) });
  return { cities: cities.found, names: names.found };
}

/** The cached entries for these ids, and the ids of the rest. */
function cachedAmong<T>(cache: Pick<ReadonlyMap<string, T>, 'get'>, ids: ReadonlySet<string>) {
  const found = new Map<string, T>();
  const missing: string[] = [];
  for (const id of ids) {
    const cached = cache.get(id);
    if (cached === undefined) missing.push(id);
    else found.set(id, cached);
  }
  return { found, missing };
}

const isValid = (
  { models }: QueryContext,
  { location, cityText, submitter, isTrending }: EncodedLocation,
  city: KnownCity | undefined,
  named: Named | undefined,
): boolean =>
  city?.text === cityText &&
  named?.name?.name === submitter?.name &&
  named?.name?.hasPage === submitter?.hasPage &&
  models.trending.has(location.id) === isTrending;

function encodeLocation(
  { models }: QueryContext,
  document: LocationDocument,
  around: Around,
): EncodedLocation {
  const { id, cityId, isApproved, rating, category, bestTimeToVisit, coordinates, submittedBy } = document;
  const { city, text: cityText } = around.cities.get(cityId) ?? knownCity(undefined);
  const name = around.names.get(submittedBy)?.name;
  const isTrending = models.trending.has(id);
  const submitter = name && creditedOf(submittedBy, name);
  const json = JSON.stringify(
    toLocation(document, { city, viewer: null, submitter, isTrending, opinion: null }),
  );
  return {
    location: { id, cityId, isApproved, rating, category, bestTimeToVisit, coordinates, submittedBy },
    json,
    bytes: Buffer.byteLength(json),
    cityText,
    submitter: name,
    isTrending,
  };
}

function addToCache(
  { locationCache }: QueryContext,
  encoded: readonly EncodedLocation[],
  arounds: readonly Around[],
): void {
  for (const each of encoded) locationCache.views.set(each.location.id, each);
  for (const { cities, names } of arounds) {
    for (const [id, city] of cities) locationCache.cities.set(id, city);
    for (const [id, name] of names) locationCache.names.set(id, name);
  }
}
