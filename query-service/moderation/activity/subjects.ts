import type { Account } from '#platform/record-store/index';
import type { CityDocument, LocationDocument, PhotoDocument } from '#contracts/read-models';
import type { HistoryDocument } from '#contracts/moderation/read-models-history';

import { byId, distinct, type QueryContext } from '../../query-context.ts';
import { nameOf } from '../../account/person-view.ts';

/** The current names of the item and city that an event is about; null where there is none. */
export interface Subject {
  readonly name: string | null;
  readonly cityName: string | null;
}

export interface Subjects {
  /** Ids of the people whom the events are about. */
  readonly accountIds: readonly string[];
  of(event: HistoryDocument, accounts: ReadonlyMap<string, Account>): Subject;
}

/** The entities of a page of events, each read once. A photo has the name of its location. */
export async function subjectsOf(
  { models }: QueryContext,
  events: readonly HistoryDocument[],
): Promise<Subjects> {
  const { reader } = models.places;
  const idsOf = (wanted: string) =>
    distinct(events.flatMap(({ entityType, entityId }) => (entityType === wanted ? [entityId] : [])));
  const photos = byId(await reader.getMany<PhotoDocument>('photos', idsOf('photo')));
  const locationIds = [...idsOf('location'), ...[...photos.values()].map(({ locationId }) => locationId)];
  const locations = byId(await reader.getMany<LocationDocument>('locations', distinct(locationIds)));
  const cityIds = [...idsOf('city'), ...[...locations.values()].map(({ cityId }) => cityId)];
  const cities = byId(await reader.getMany<CityDocument>('cities', distinct(cityIds)));

  const ofLocation = (id: string | undefined): Subject => {
    const location = locations.get(id ?? '');
    const city = cities.get(location?.cityId ?? '');
    return { name: location?.name ?? null, cityName: city?.name ?? null };
  };
  return {
    accountIds: idsOf('account'),
    of({ entityType, entityId }, accounts) {
      if (entityType === 'account') return { name: nameOf(accounts.get(entityId)), cityName: null };
      if (entityType === 'city') return { name: cities.get(entityId)?.name ?? null, cityName: null };
      return ofLocation(entityType === 'photo' ? photos.get(entityId)?.locationId : entityId);
    },
  };
}
