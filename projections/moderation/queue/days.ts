import {
  decidedBy,
  supersedes,
  takesBack,
  typesOfChanges,
  typesThat,
} from '#contracts/moderation/decided-items';
import { isOfFirstReleaseCascade } from '#contracts/shared/event-metadata';
import type { EventType, Recorded } from '#contracts/events';
import { bucketOf } from '#contracts/moderation/wait-histogram';

import {
  queueCollections,
  type CountedDecision,
  type QueueDay,
  type QueueEntry,
} from '#contracts/moderation/read-models-queue';
import type { QueueKind } from '#contracts/moderation/words';
import type { CollectionRules, Related, Rule, Rules } from '../../rule.ts';

/**
 * The types of events that a day may count or subtract. Events that also revert a change are decisions on the change.
 */
const counted: ReadonlySet<EventType> = new Set([...typesThat('decides', 'reopens'), ...typesOfChanges]);

/**
 * The decided entry as it was before the event, because these rules run before those of all other collections. After an
 * interrupted run the entry may already contain the event. Days are written before entries, so the event is counted.
 */
function entryBefore(event: Recorded, related: Related): QueueEntry | undefined {
  const decided = decidedBy(event);
  if (decided === null) return undefined;
  const collection = queueCollections[decided.kind];
  return related.isAhead(collection, decided.id, event)
    ? undefined
    : related.get<QueueEntry>(collection, decided.id);
}

/**
 * Whether the event is a decision on a waiting item: an approval, a rejection, or just a review. A person's own
 * withdrawals and deletions do not count, nor does an approval in the same request as the submission.
 */
function isDecision(entry: QueueEntry, event: Recorded): boolean {
  const { type, metadata } = event;
  const isOwn = type === 'photo-deleted.v2' && metadata.actor === entry.submittedBy;
  return (
    counted.has(type) &&
    !takesBack(event) &&
    entry.state !== null &&
    entry.request !== metadata.correlationId &&
    !isOwn &&
    !isOfFirstReleaseCascade(metadata)
  );
}

/** An uploader's new caption makes the photo wait again, but does not undo a decision. */
const isNewCaption = (entry: QueueEntry, { type, metadata }: Recorded): boolean =>
  type === 'photo-review-reopened.v1' && metadata.actor === entry.submittedBy;

const dayOf = ({ metadata }: Recorded): string => metadata.time.slice(0, 10);

/** How a decision is counted; null for an event that is not a decision. */
function countedAs(entry: QueueEntry, event: Recorded): CountedDecision | null {
  if (!isDecision(entry, event)) return null;
  const { actor, time } = event.metadata;
  return { day: dayOf(event), by: actor, wait: bucketOf(Date.parse(time) - Date.parse(entry.since)) };
}

/** Adds one decision to the numbers of a day, or takes one away. */
function added(day: QueueDay, { by, wait }: CountedDecision, one: 1 | -1): QueueDay {
  return {
    ...day,
    decided: day.decided + one,
    decidedBy: plus(day.decidedBy, by, one),
    waits: plus(day.waits, String(wait), one),
  };
}

/** The numbers with one of them changed; a number that becomes 0 is left out. */
function plus(numbers: Readonly<Record<string, number>>, key: string, one: 1 | -1): Record<string, number> {
  const now = (numbers[key] ?? 0) + one;
  if (now !== 0) return { ...numbers, [key]: now };
  const { [key]: _none, ...others } = numbers;
  return others;
}

/**
 * A decision that is undone on the same day does not count. When the item is decided again, the new decision counts,
 * with the wait since the undo. An undo on a later day leaves the numbers of the earlier day.
 */
const counting: Rule<QueueDay> = {
  id: (event) => (decidedBy(event) === null ? undefined : dayOf(event)),
  needs(event) {
    const decided = decidedBy(event);
    return decided === null ? [] : [[queueCollections[decided.kind], decided.id]];
  },
  apply(known, event, related) {
    const entry = entryBefore(event, related);
    if (entry === undefined) return known;
    const day = known ?? { id: dayOf(event), decided: 0, decidedBy: {}, waits: {} };
    const decision = countedAs(entry, event);
    if (decision !== null) return added(day, decision, 1);
    const isCounted = entry.counted?.day === day.id && takesBack(event) && !isNewCaption(entry, event);
    return isCounted ? added(day, entry.counted, -1) : known;
  },
};

export const days: CollectionRules<QueueDay> = {
  collection: 'days',
  rules: Object.fromEntries([...counted].map((type) => [type, counting])) satisfies Rules<QueueDay>,
};

/** Extends a kind's rules, so that each entry also stores the latest decision on it that a day counts. */
export function remembering<E extends QueueEntry>(
  kind: QueueKind,
  collection: CollectionRules<E>,
): CollectionRules<E> {
  const rules = Object.entries(collection.rules).map(([type, of]) => {
    // The cast is safe: a rule that is picked by an event's type gets only events of that type.
    const rule = of as Rule<E>;
    const remembered: Rule<E> = {
      ...rule,
      apply(before, event, related) {
        const after = rule.apply(before, event, related);
        if (after === undefined || !supersedes(event, { kind, id: after.id })) return after;
        const counted = before === undefined ? null : countedAs(before, event);
        return counted === after.counted ? after : { ...after, counted };
      },
    };
    return [type, remembered] as const;
  });
  return { ...collection, rules: Object.fromEntries(rules) satisfies Rules<E> };
}
