import type { DomainEvent } from '../events.ts';
import type { QueueKind } from './words.ts';

/** An item of the queue: its kind and its id there. */
export interface DecidedItem {
  readonly kind: QueueKind;
  readonly id: string;
}

const item = (kind: QueueKind, id: string): DecidedItem => ({ kind, id });
const change = (id: string): DecidedItem => ({ kind: 'change', id });

/** The id of the change that this event reverts or reapplies; undefined for other events. */
export const changeIn = ({ data }: DomainEvent): string | undefined =>
  ('reverts' in data ? data.reverts : undefined) ?? ('reapplies' in data ? data.reapplies : undefined);

/** Whether the event is a change: it applied at once and is reviewed afterwards. */
export const appliedAtOnce = ({ type, data }: DomainEvent): boolean =>
  type !== 'photo-added.v1' && 'review' in data && data.review !== undefined;

/**
 * Whether the event takes a decision back: its item waits again, or is there again. That cannot be undone; the item is
 * decided again instead.
 */
export const takesBack = ({ type, data }: DomainEvent): boolean =>
  ('reapplies' in data && data.reapplies !== undefined) ||
  (!('reverts' in data && data.reverts !== undefined) &&
    (type.endsWith('-reopened.v1') || type.endsWith('-restored.v1')));

/** The item of the queue that an event decides about; null when it decides nothing. */
export function decidedBy(event: DomainEvent): DecidedItem | null {
  const changeId = changeIn(event);
  if (changeId !== undefined) return change(changeId);
  if (appliedAtOnce(event)) return null;
  const { type, data } = event;
  switch (type) {
    case 'city-approved.v1':
    case 'city-rejected.v1':
    case 'city-reopened.v1':
    case 'city-deleted.v1':
    case 'city-restored.v1':
      return item('city', data.cityId);
    case 'location-approved.v1':
    case 'location-rejected.v1':
    case 'location-reopened.v1':
    case 'location-deleted.v1':
    case 'location-restored.v1':
      return item('location', data.locationId);
    case 'location-edit-approved.v1':
    case 'location-edit-rejected.v1':
    case 'location-edit-reopened.v1':
      return item('edit', data.editId);
    case 'photo-reviewed.v1':
    case 'photo-review-reopened.v1':
    case 'photo-deleted.v2':
    case 'photo-restored.v1':
      return item('photo', data.photoId);
    case 'reports-upheld.v1':
    case 'reports-dismissed.v1':
    case 'reports-reopened.v1':
      return item('report', `${data.entityType}-${data.entityId}`);
    case 'change-reviewed.v1':
    case 'change-review-reopened.v1':
      return change(data.changeId);
    default:
      return null;
  }
}

/** The item that its owner sent in, sent in again or withdrew with this event; this ends earlier decisions on it. */
function renewedBy({ type, data }: DomainEvent): DecidedItem | null {
  switch (type) {
    case 'city-submitted.v1':
    case 'city-resubmitted.v1':
    case 'city-withdrawn.v1':
      return item('city', data.cityId);
    case 'location-submitted.v1':
    case 'location-resubmitted.v1':
    case 'location-withdrawn.v1':
      return item('location', data.locationId);
    case 'location-edit-proposed.v1':
    case 'location-edit-withdrawn.v1':
      return item('edit', data.editId);
    case 'photo-added.v1':
      return item('photo', data.photoId);
    default:
      return null;
  }
}

/** Whether this later event supersedes an earlier decision about the item. */
export function supersedes(event: DomainEvent, { kind, id }: DecidedItem): boolean {
  const about = decidedBy(event) ?? renewedBy(event);
  return about !== null && about.kind === kind && about.id === id;
}
