import type { CityForReview } from '#contracts/city/views';
import type { LocationForReview } from '#contracts/location/views';

import type { ListedAnswer } from '../../../ui/listed.tsx';
import {
  useListAllCitiesQuery,
  useListAllLocationsQuery,
  type ManagedKind,
  type ManagedQuery,
} from '../desk/desk-api.ts';

/** A row of the lists of all cities and locations. */
export type Managed =
  | { readonly kind: 'city'; readonly entity: CityForReview }
  | { readonly kind: 'location'; readonly entity: LocationForReview };

export interface ManagedPage {
  readonly rows: readonly Managed[];
  readonly next: string | null;
  readonly total: string | null;
  readonly loading: boolean;
  readonly answer: ListedAnswer;
}

/** One page of all cities or locations. */
export function useManaged(kind: ManagedKind, query: ManagedQuery): ManagedPage {
  const cities = useListAllCitiesQuery(query, { skip: kind !== 'city' });
  const locations = useListAllLocationsQuery(query, { skip: kind !== 'location' });
  const answer = kind === 'city' ? cities : locations;
  const rows: readonly Managed[] =
    kind === 'city'
      ? (cities.data?.items ?? []).map((entity) => ({ kind, entity }))
      : (locations.data?.items ?? []).map((entity) => ({ kind, entity }));
  return {
    rows,
    next: answer.data?.next ?? null,
    total: answer.data?.total ?? null,
    loading: answer.data === undefined,
    answer,
  };
}

/** The id of an entity's row in a manage table. */
export const managedRowId = (id: string): string => `managed-${id}`;

/** The first button of a row; it gets the focus when the pressed one has disappeared. */
export const firstButtonOf = (id: string): HTMLElement | null =>
  document.getElementById(managedRowId(id))?.querySelector('button') ?? null;
