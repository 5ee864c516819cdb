import {
  appliedAtOnce,
  changeIn,
  itemOf,
  kindOf,
  takesBack,
  typesThat,
  typesOfChanges,
} from '#contracts/moderation/decided-items';
import type { EventType, Recorded } from '#contracts/events';
import { isOfFirstReleaseCascade } from '#contracts/shared/event-metadata';
import type { ItemDocument } from '#contracts/moderation/read-models-history';
import type { CollectionRules, Rule, Rules } from '../../rule.ts';

/** For an event that is a change and starts to wait, or that reverts or reapplies an earlier change. */
const ofEntity: Rule<ItemDocument> = {
  id: (event) => changeIn(event) ?? (appliedAtOnce(event) ? event.id : undefined),
  apply: (change, event) => {
    const { actor, causationId: command } = event.metadata;
    if (changeIn(event) === undefined)
      return { id: event.id, owner: actor, command, last: null, revert: null };
    return change && { ...change, command, last: takesBack(event) ? null : Number(event.position) };
  },
};

const ofReview: Rule<ItemDocument> = {
  id: (event) => itemOf(event)?.id,
  apply(change, event) {
    const last = takesBack(event) ? null : Number(event.position);
    return change && { ...change, command: event.metadata.causationId, last };
  },
};

const reviews = typesThat('decides', 'reopens').filter((type) => kindOf(type) === 'change');

/** The latest decision on each change. */
export const changes: CollectionRules<ItemDocument> = {
  collection: 'changes',
  rules: Object.fromEntries([
    ...typesOfChanges.map((type) => [type, ofEntity] as const),
    ...reviews.map((type) => [type, ofReview] as const),
  ]) satisfies Rules<ItemDocument>,
};

/** `{kind}:{id}` of the item that the event is about. */
function idOf(event: Recorded): string | undefined {
  const item = itemOf(event);
  return item === null ? undefined : `${item.kind}:${item.id}`;
}

const isEffective = ({ metadata }: Recorded): boolean => !isOfFirstReleaseCascade(metadata);

const fresh = (id: string, { metadata }: Recorded): ItemDocument => ({
  id,
  owner: metadata.actor,
  command: metadata.causationId,
  last: null,
  revert: null,
});

/** The item starts to wait. */
const sentIn: Rule<ItemDocument> = {
  id: idOf,
  apply: (_, event) => fresh(idOf(event) ?? '', event),
};

/**
 * A decision, unless it belongs to a change, or the same append also contains the item's previous event (the
 * administrator's own submissions are approved as they are submitted). A deletion by a photo's uploader is no decision.
 */
const decided: Rule<ItemDocument> = {
  id: (event) => (isEffective(event) ? idOf(event) : undefined),
  apply: (before, event) => {
    const { causationId: command, actor } = event.metadata;
    if (event.type === 'photo-deleted.v2' && before?.owner === actor)
      return { ...before, command, last: null };
    const isNone =
      appliedAtOnce(event) ||
      changeIn(event) !== undefined ||
      takesBack(event) ||
      before?.command === command;
    const item = before ?? { ...fresh(idOf(event) ?? '', event), owner: null };
    const last = isNone ? null : Number(event.position);
    return { ...item, command, last, revert: revertAfter(item, event) };
  },
};

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
const ended: Rule<ItemDocument> = {
  id: (event) => (isEffective(event) ? idOf(event) : undefined),
  apply: (item, { metadata }) => item && { ...item, command: metadata.causationId, last: null },
};

const rulesOf = (types: readonly EventType[], rule: Rule<ItemDocument>) =>
  types.filter((type) => kindOf(type) !== 'change').map((type) => [type, rule] as const);

/** The latest decision on each city, location, edit and photo, and on the reports on each item. */
export const items: CollectionRules<ItemDocument> = {
  collection: 'items',
  rules: Object.fromEntries([
    ...rulesOf(typesThat('sends-in'), sentIn),
    ...rulesOf(typesThat('decides', 'deletes', 'reopens', 'restores'), decided),
    ...rulesOf(typesThat('ends'), ended),
  ]) satisfies Rules<ItemDocument>,
};
