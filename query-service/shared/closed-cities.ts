import type { Status } from '#contracts/shared/statuses';
import { pagesOf, type Filter, type ReadModelReader } from '#platform/read-store/index';

/** A city in the form of the models `places` and `queue`. Only `places` counts a city's approved locations. */
export interface CityWithContents {
  readonly id: string;
  readonly status: Status;
  readonly closed: boolean;
  readonly locationCount?: number;
}

/**
 * The closed cities: their contents show otherwise than their own documents say, because the city is not approved (see
 * `closed` in the city's document). Every list leaves these contents out; a query for a single location reads its city.
 */
export interface ClosedCities {
  statusOf(cityId: string): Status | undefined;
  /** Ids of the closed cities with one of these statuses. */
  withStatus(...statuses: readonly Status[]): readonly string[];
  /** Ids of the closed cities that have approved locations, which are therefore not public. */
  readonly fromPublic: ReadonlySet<string>;
  /** The number of a closed city's approved locations. */
  locationCountOf(cityId: string): number;
}

/** Closed cities as of the latest change of a read model. */
export interface FollowedClosedCities {
  readonly now: ClosedCities;
  /** Reads the cities that have changed; by default all. */
  refresh(changed?: readonly string[]): Promise<void>;
}

/** Cities read at once. */
const pageSize = 500;

export function followClosedCities(reader: ReadModelReader): FollowedClosedCities {
  const cities = new Map<string, CityWithContents>();
  let now = closedAmong([]);
  const readAll = async () => {
    cities.clear();
    const closed = pagesOf<CityWithContents>(reader, 'cities', { filter: { closed: true }, limit: pageSize });
    for await (const page of closed) for (const city of page) cities.set(city.id, city);
    return true;
  };
  const read = async (changed: readonly string[]) => {
    const before = changed.some((id) => cities.has(id));
    const read = await reader.getMany<CityWithContents>('cities', changed);
    for (const id of changed) cities.delete(id);
    const closed = read.filter((city) => city.closed);
    for (const city of closed) cities.set(city.id, city);
    return before || closed.length > 0;
  };
  return {
    get now() {
      return now;
    },
    async refresh(changed) {
      if (await (changed === undefined ? readAll() : read(changed))) now = closedAmong([...cities.values()]);
    },
  };
}

/** Those of the cities that are closed. */
export function closedAmong(all: readonly CityWithContents[]): ClosedCities {
  const cities = all.filter(({ closed }) => closed);
  const statuses = new Map(cities.map(({ id, status }) => [id, status]));
  const counts = new Map(cities.map(({ id, locationCount = 0 }) => [id, locationCount]));
  return {
    statusOf: (cityId) => statuses.get(cityId),
    withStatus: (...wanted) => cities.flatMap(({ id, status }) => (wanted.includes(status) ? [id] : [])),
    fromPublic: new Set([...counts].flatMap(([id, count]) => (count > 0 ? [id] : []))),
    locationCountOf: (cityId) => counts.get(cityId) ?? 0,
  };
}

/** A filter that leaves out the contents of these cities; empty if there are none. */
export const notIn = (cityIds: Iterable<string>): Filter => {
  const left = [...cityIds];
  return left.length === 0 ? {} : { cityId: { notIn: left } };
};

/** An id that no city has. */
const noCity = '';

/** A filter for what is in that city, by default in any, and in none of these. */
export const withinCity = (city: string | undefined, left: Iterable<string>): Filter =>
  city === undefined ? notIn(left) : { cityId: [...left].includes(city) ? noCity : city };

/**
 * Filters that together find each location with this status exactly once, by the rules of `shown`: by its own status,
 * or by that of its city.
 */
export function locationsShownAs(status: Status, closed: ClosedCities): readonly [Filter, ...Filter[]] {
  const cityIds = closed.withStatus(status);
  const ofCities = (filter: Filter): Filter[] => (cityIds.length === 0 ? [] : [filter]);
  const own = { status, ...notIn(closed.withStatus('deleted')) };
  switch (status) {
    case 'approved':
      return [own];
    case 'pending':
      return [pendingLocations(closed)];
    case 'rejected':
      return [own, ...ofCities({ status: 'pending', cityId: { in: cityIds } })];
    case 'withdrawn':
      return [own, ...ofCities({ status: 'pending', ownCityId: { in: cityIds } })];
    case 'deleted':
      return [{ status }, ...ofCities({ cityId: { in: cityIds }, status: { notIn: ['deleted'] } })];
  }
}

/** A filter for the locations that show as pending. */
export const pendingLocations = (closed: ClosedCities): Filter => ({
  status: 'pending',
  ...notIn(closed.withStatus('deleted', 'rejected')),
  ...notOwn(closed.withStatus('withdrawn')),
});

/** A filter that leaves out the locations that were withdrawn with these cities. */
export const notOwn = (cityIds: readonly string[]): Filter =>
  cityIds.length === 0 ? {} : { ownCityId: { notIn: cityIds } };
