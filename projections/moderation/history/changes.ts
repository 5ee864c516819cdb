import {
  appliedAtOnce,
  changeIn,
  itemOf,
  kindOf,
  takesBack,
  typesOfChanges,
  typesThat,
} from '#contracts/moderation/decided-items';
import type { ItemDocument } from '#contracts/moderation/read-models-history';

import type { CollectionRules, Rule, Rules } from '../../rule.ts';

/** The event is a change that starts to wait, or it reverts an earlier change or applies it again. */
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
