import type { CityForReview } from '#contracts/city/views';
import type { LocationForReview } from '#contracts/location/views';

/** A row of the lists of all cities and locations. */
export type Managed =
  | { readonly kind: 'city'; readonly entity: CityForReview }
  | { readonly kind: 'location'; readonly entity: LocationForReview };

export const toManaged = (entity: CityForReview | LocationForReview): Managed =>
  'cityId' in entity ? { kind: 'location', entity } : { kind: 'city', entity };

/** The id of an entity's row in a manage table. */
export const managedRowId = (id: string): string => `managed-${id}`;

/** The first button of a row, which gets the focus if the pressed button disappears. */
export const firstButtonOf = (id: string): HTMLElement | null =>
  document.getElementById(managedRowId(id))?.querySelector('button') ?? null;
