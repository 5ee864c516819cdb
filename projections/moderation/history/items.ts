import { appliedAtOnce, changeIn, takesBack } from '#contracts/moderation/decided-items';
import type { EventType, Recorded } from '#contracts/events';
import { isOfFirstReleaseCascade } from '#contracts/shared/event-metadata';
import type { ItemDocument } from '#contracts/moderation/read-models-history';

import type { CollectionRules, EventOfType, Rule } from '../../rule.ts';

type IdOf<T extends EventType> = (event: EventOfType<T>) => string;

const fresh = (id: string, { metadata }: Recorded): ItemDocument => ({
  id,
  owner: metadata.actor,
  command: metadata.causationId,
  last: null,
  revert: null,
});

/** The item starts to wait. */
const sentIn = <T extends EventType>(idOf: IdOf<T>): Rule<ItemDocument, EventOfType<T>> => ({
  id: idOf,
  apply: (_, event) => fresh(idOf(event), event),
});

/**
 * A decision, unless it belongs to a change, or the same append also contains the item's previous event (the
 * administrator's own submissions are approved as they are submitted).
 */
const decided = <T extends EventType>(idOf: IdOf<T>): Rule<ItemDocument, EventOfType<T>> => ({
  id: (event) => (isOfFirstReleaseCascade(event.metadata) ? undefined : idOf(event)),
  apply: (before, event) => {
    const command = event.metadata.causationId;
    const isNone =
      appliedAtOnce(event) ||
      changeIn(event) !== undefined ||
      takesBack(event) ||
      before?.command === command;
    const item = before ?? { ...fresh(idOf(event), event), owner: null };
    const last = isNone ? null : Number(event.position);
    return { ...item, command, last, revert: revertAfter(item, event) };
  },
});

/** A revert that declines the item appends two events: the first names the change, the second declines. */
function revertAfter(
  { command, revert }: ItemDocument,
  { data, metadata, position }: Recorded,
): ItemDocument['revert'] {
  const changeId = 'reverts' in data ? data.reverts : undefined;
  if (changeId !== undefined) return { changeId, position: Number(position), declinedAt: null };
  const isSecond = revert?.declinedAt === null && command === metadata.causationId;
  return isSecond ? { ...revert, declinedAt: Number(position) } : revert;
}

/** The owner did something that no moderator can undo. */
const ended = <T extends EventType>(idOf: IdOf<T>): Rule<ItemDocument, EventOfType<T>> => ({
  id: (event) => (isOfFirstReleaseCascade(event.metadata) ? undefined : idOf(event)),
  apply: (item, { metadata }) => item && { ...item, command: metadata.causationId, last: null },
});

type Of<Prefix extends string> = Extract<EventType, `${Prefix}-${string}`>;
type OfEdit = Of<'location-edit'>;

const city = ({ data }: EventOfType<Of<'city'>>) => `city:${data.cityId}`;
const location = ({ data }: EventOfType<Exclude<Of<'location'>, OfEdit>>) => `location:${data.locationId}`;
const edit = ({ data }: EventOfType<OfEdit>) => `edit:${data.editId}`;
const photo = ({ data }: EventOfType<Exclude<Of<'photo'>, 'photo-featured.v1'>>) => `photo:${data.photoId}`;
const report = ({ data }: EventOfType<Of<'reports'>>) => `report:${data.entityType}-${data.entityId}`;

const removed = decided(photo);

/** The latest decision on each city, location, edit and photo, and on the reports on each item. */
export const items: CollectionRules<ItemDocument> = {
  collection: 'items',
  rules: {
    'city-submitted.v1': sentIn(city),
    'city-approved.v1': decided(city),
    'city-rejected.v1': decided(city),
    'city-reopened.v1': decided(city),
    'city-deleted.v1': decided(city),
    'city-restored.v1': decided(city),
    'city-withdrawn.v1': ended(city),
    'city-resubmitted.v1': ended(city),
    'location-submitted.v1': sentIn(location),
    'location-approved.v1': decided(location),
    'location-rejected.v1': decided(location),
    'location-reopened.v1': decided(location),
    'location-deleted.v1': decided(location),
    'location-restored.v1': decided(location),
    'location-withdrawn.v1': ended(location),
    'location-resubmitted.v1': ended(location),
    'location-edit-proposed.v1': sentIn(edit),
    'location-edit-approved.v1': decided(edit),
    'location-edit-rejected.v1': decided(edit),
    'location-edit-reopened.v1': decided(edit),
    'location-edit-withdrawn.v1': ended(edit),
    'photo-added.v1': sentIn(photo),
    'photo-reviewed.v1': decided(photo),
    'photo-review-reopened.v1': decided(photo),
    'photo-restored.v1': decided(photo),
    'photo-deleted.v2': {
      ...removed,
      // A deletion by the uploader is no decision.
      apply: (item, event, related) =>
        item?.owner === event.metadata.actor
          ? { ...item, command: event.metadata.causationId, last: null }
          : removed.apply(item, event, related),
    },
    'reports-upheld.v1': decided(report),
    'reports-dismissed.v1': decided(report),
    'reports-reopened.v1': decided(report),
  },
};
