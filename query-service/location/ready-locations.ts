import type { CityDocument, LocationDocument } from '#contracts/read-models';

import type { PublicName } from '#platform/record-store/index';

import { creditedOf } from '../account/credited.ts';
import { knownCity, type Compared, type KnownCity, type ReadyLocation } from './location-cache.ts';
import { byId, distinct, type QueryContext } from '../query-context.ts';
import { toLocation } from './view.ts';

/** How everybody sees somebody, if they have a public name. */
interface Named {
  readonly name: PublicName | undefined;
}

interface Around {
  readonly cities: ReadonlyMap<string, KnownCity>;
  readonly names: ReadonlyMap<string, Named>;
}

/** The locations with these ids that exist, as visitors see them. Only those that are not kept are read. */
export async function readyLocations(
  context: QueryContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadyLocation>> {
  const { models, names, locationCache } = context;
  const versions = () => [models.places.version, names.version];
  const before = versions();
  const kept = ids.flatMap((id) => locationCache.views.get(id) ?? []);
  const aroundKept = await readAround(
    context,
    kept.map(({ location }) => location),
  );
  const found = new Map(
    kept.flatMap((ready) => {
      const { id, cityId, submittedBy } = ready.location;
      const [city, name] = [aroundKept.cities.get(cityId), aroundKept.names.get(submittedBy)];
      return isValid(context, ready, city, name) ? [[id, ready]] : [];
    }),
  );
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length === 0) return found;
  const documents = await models.places.reader.getMany<LocationDocument>('locations', missing);
  const around = await readAround(context, documents);
  for (const location of documents) found.set(location.id, toReady(context, location, around));
  // What changed meanwhile was dropped before it was read, perhaps.
  const isFresh = versions().every((version, at) => version === before[at] && version % 2 === 0);
  if (isFresh)
    keep(
      context,
      documents.flatMap(({ id }) => found.get(id) ?? []),
      [aroundKept, around],
    );
  return found;
}

/** The location as visitors see it, if all of it is kept. */
export function keptReady(context: QueryContext, id: string): ReadyLocation | undefined {
  const { views, cities, names } = context.locationCache;
  const ready = views.get(id);
  if (ready === undefined) return undefined;
  const { cityId, submittedBy } = ready.location;
  const name = names.get(submittedBy);
  return name !== undefined && isValid(context, ready, cities.get(cityId), name) ? ready : undefined;
}

/** The cities and submitters of locations. */
async function readAround(
  { models, records, locationCache }: QueryContext,
  locations: readonly Compared[],
): Promise<Around> {
  const cityIds = distinct(locations.map(({ cityId }) => cityId));
  const userIds = distinct(locations.map(({ submittedBy }) => submittedBy));
  const unknownCities = cityIds.filter((id) => locationCache.cities.get(id) === undefined);
  const unknownNames = userIds.filter((id) => locationCache.names.get(id) === undefined);
  const [documents, publicNames] = await Promise.all([
    unknownCities.length === 0 ? [] : models.places.reader.getMany<CityDocument>('cities', unknownCities),
    unknownNames.length === 0 ? new Map<string, PublicName>() : records.accounts.publicNames(unknownNames),
  ]);
  const read = byId(documents);
  return {
    cities: new Map(cityIds.map((id) => [id, locationCache.cities.get(id) ?? knownCity(read.get(id))])),
    names: new Map(userIds.map((id) => [id, locationCache.names.get(id) ?? { name: publicNames.get(id) }])),
  };
}

const isValid = (
  { models }: QueryContext,
  { location, cityText, submitter, isTrending }: ReadyLocation,
  city: KnownCity | undefined,
  named: Named | undefined,
): boolean =>
  city?.text === cityText &&
  named?.name?.name === submitter?.name &&
  named?.name?.hasPage === submitter?.hasPage &&
  models.trending.has(location.id) === isTrending;

function toReady({ models }: QueryContext, document: LocationDocument, around: Around): ReadyLocation {
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

function keep(
  { locationCache }: QueryContext,
  ready: readonly ReadyLocation[],
  arounds: readonly Around[],
): void {
  for (const each of ready) locationCache.views.set(each.location.id, each);
  for (const { cities, names } of arounds) {
    for (const [id, city] of cities) locationCache.cities.set(id, city);
    for (const [id, name] of names) locationCache.names.set(id, name);
  }
}
