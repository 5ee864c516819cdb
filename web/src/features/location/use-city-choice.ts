import { useListSubmissionsQuery } from '../account/submissions-api.ts';
import { useListCitiesQuery } from '../city/api.ts';

export interface CityChoice {
  readonly id: string;
  readonly label: string;
}

const most = 500;

/** The cities to choose from for a location, by name: the approved ones, and the viewer's own that still wait. */
export function useCityChoice(search: string): {
  readonly choice: readonly CityChoice[];
  /** There are more cities than the list can hold; a search narrows it. */
  readonly more: boolean;
  readonly loading: boolean;
} {
  const cities = useListCitiesQuery({ limit: most, search });
  const submissions = useListSubmissionsQuery({});
  const approved = (cities.data?.items ?? []).map(({ id, name, country }) => ({
    id,
    label: `${name}, ${country}`,
  }));
  const waiting = (submissions.data?.items ?? [])
    .filter(({ entityType, status }) => entityType === 'city' && status === 'pending')
    .map(({ entityId, name }) => ({ id: entityId, label: `${name} (waiting for review)` }));
  const choice = [...approved, ...waiting].sort((one, other) => one.label.localeCompare(other.label));
  return { choice, more: search !== '' || typeof cities.data?.next === 'string', loading: cities.isLoading };
}
