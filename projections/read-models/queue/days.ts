import { isOfFirstReleaseCascade } from '#contracts/events/metadata';
import { bucketOf } from '#contracts/wait-histogram';

import { queueCollections, type QueueDay, type QueueEntry } from '#contracts/read-models-queue';
import type { QueueKind } from '#contracts/vocabulary';
import type { CollectionRules, EventOfType, Related, Rule } from '../rule.ts';

type Decision = EventOfType<
  | 'city-approved.v1'
  | 'city-rejected.v1'
  | 'city-edited.v1'
  | 'city-reopened.v1'
  | 'location-approved.v1'
  | 'location-rejected.v1'
  | 'location-reopened.v1'
  | 'location-edit-approved.v1'
  | 'location-edit-rejected.v1'
  | 'location-edit-reopened.v1'
  | 'photo-featured.v1'
  | 'photo-reviewed.v1'
  | 'photo-deleted.v2'
  | 'change-reviewed.v1'
  | 'reports-upheld.v1'
  | 'reports-dismissed.v1'
>;

/** The kind and id of the item that the event decides on; undefined for none. */
function decidedBy(event: Decision): readonly [QueueKind, id: string] | undefined {
  switch (event.type) {
    case 'city-approved.v1':
    case 'city-rejected.v1':
      return ['city', event.data.cityId];
    case 'location-approved.v1':
    case 'location-rejected.v1':
      return ['location', event.data.locationId];
    case 'location-edit-approved.v1':
    case 'location-edit-rejected.v1':
      return ['edit', event.data.editId];
    case 'photo-reviewed.v1':
    case 'photo-deleted.v2':
      return ['photo', event.data.photoId];
    case 'change-reviewed.v1':
      return ['change', event.data.changeId];
    case 'reports-upheld.v1':
    case 'reports-dismissed.v1':
      return ['report', `${event.data.entityType}-${event.data.entityId}`];
    case 'city-edited.v1':
    case 'city-reopened.v1':
    case 'location-reopened.v1':
    case 'location-edit-reopened.v1':
    case 'photo-featured.v1':
      return event.data.reverts === undefined ? undefined : ['change', event.data.reverts];
  }
}

/**
 * The decided entry as it was before the event, because these rules run before those of all other collections. After an
 * interrupted run the entry may already contain the event. Days are written before entries, so the event is counted.
 */
function entryBefore(event: Decision, related: Related): QueueEntry | undefined {
  const decided = decidedBy(event);
  if (decided === undefined) return undefined;
  const [kind, id] = decided;
  const collection = queueCollections[kind];
  return related.isAhead(collection, id, event) ? undefined : related.get<QueueEntry>(collection, id);
}

/**
 * Whether somebody decided on a waiting item: approved, declined, or just reviewed it. A person's own withdrawals and
 * deletions are no decisions, nor is an approval in the same request as the submission.
 *
 * Every decision counts on the day on which it was made, even if it is undone later, because the work was done. Undoing
 * is no decision. When the item is decided again, that counts again, with the wait since the undo.
 */
function isDecision(entry: QueueEntry, { type, metadata }: Decision): boolean {
  const isOwn = type === 'photo-deleted.v2' && metadata.actor === entry.submittedBy;
  return (
    entry.state !== 'done' &&
    entry.request !== metadata.correlationId &&
    !isOwn &&
    !isOfFirstReleaseCascade(metadata)
  );
}

const decision = <E extends Decision>(): Rule<QueueDay, E> => ({
  id: (event) => (decidedBy(event) === undefined ? undefined : event.metadata.time.slice(0, 10)),
  needs(event) {
    const decided = decidedBy(event);
    return decided === undefined ? [] : [[queueCollections[decided[0]], decided[1]]];
  },
  apply(known, event, related) {
    const entry = entryBefore(event, related);
    if (entry === undefined || !isDecision(entry, event)) return known;
    const { actor, time } = event.metadata;
    const day = known ?? { id: time.slice(0, 10), decided: 0, decidedBy: {}, waits: {} };
    const bucket = bucketOf(Date.parse(time) - Date.parse(entry.since));
    return {
      ...day,
      decided: day.decided + 1,
      decidedBy: { ...day.decidedBy, [actor]: (day.decidedBy[actor] ?? 0) + 1 },
      waits: { ...day.waits, [bucket]: (day.waits[bucket] ?? 0) + 1 },
    };
  },
});

export const days: CollectionRules<QueueDay> = {
  collection: 'days',
  rules: {
    'city-approved.v1': decision(),
    'city-rejected.v1': decision(),
    'city-edited.v1': decision(),
    'city-reopened.v1': decision(),
    'location-approved.v1': decision(),
    'location-rejected.v1': decision(),
    'location-reopened.v1': decision(),
    'location-edit-approved.v1': decision(),
    'location-edit-rejected.v1': decision(),
    'location-edit-reopened.v1': decision(),
    'photo-featured.v1': decision(),
    'photo-reviewed.v1': decision(),
    'photo-deleted.v2': decision(),
    'change-reviewed.v1': decision(),
    'reports-upheld.v1': decision(),
    'reports-dismissed.v1': decision(),
  },
};
