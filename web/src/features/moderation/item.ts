import type { CityForReview } from '#contracts/views/city';
import type { EditForReview } from '#contracts/views/edit';
import type { LocationForReview } from '#contracts/views/location';

export type QueueKind = 'city' | 'location' | 'edit';

/** One thing that waits for a decision. */
export type QueueItem =
  | { readonly kind: 'city'; readonly id: string; readonly city: CityForReview }
  | { readonly kind: 'location'; readonly id: string; readonly location: LocationForReview }
  | { readonly kind: 'edit'; readonly id: string; readonly edit: EditForReview };

export const cityItem = (city: CityForReview): QueueItem => ({ kind: 'city', id: city.id, city });
export const locationItem = (location: LocationForReview): QueueItem => ({
  kind: 'location',
  id: location.id,
  location,
});
export const editItem = (edit: EditForReview): QueueItem => ({ kind: 'edit', id: edit.id, edit });

/** What the item is called, in the list and after the word Approve. */
export function nameOf(item: QueueItem): string {
  switch (item.kind) {
    case 'city':
      return item.city.name;
    case 'location':
      return item.location.name;
    case 'edit':
      return item.edit.locationName;
  }
}

/** When it was sent in, ISO 8601. */
export function sentAt(item: QueueItem): string {
  switch (item.kind) {
    case 'city':
      return item.city.createdAt;
    case 'location':
      return item.location.createdAt;
    case 'edit':
      return item.edit.createdAt;
  }
}
