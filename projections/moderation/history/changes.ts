import { appliedAtOnce, changeIn, takesBack } from '#contracts/moderation/decided-items';
import type { ItemDocument } from '#contracts/moderation/read-models-history';

import type { CollectionRules, EventOfType, Rule } from '../../rule.ts';

type OfEntity = EventOfType<
  | 'city-approved.v1'
  | 'city-edited.v1'
  | 'city-reopened.v1'
  | 'location-approved.v1'
  | 'location-reopened.v1'
  | 'location-edit-approved.v1'
  | 'location-edit-reopened.v1'
  | 'photo-featured.v1'
>;
type OfReview = EventOfType<'change-reviewed.v1' | 'change-review-reopened.v1'>;

/** The event is a change that starts to wait, or it reverts an earlier change or applies it again. */
const ofEntity: Rule<ItemDocument, OfEntity> = {
  id: (event) => changeIn(event) ?? (appliedAtOnce(event) ? event.id : undefined),
  apply: (change, event) => {
    const { actor, causationId: command } = event.metadata;
    if (changeIn(event) === undefined)
      return { id: event.id, owner: actor, command, last: null, revert: null };
    return change && { ...change, command, last: takesBack(event) ? null : Number(event.position) };
  },
};

const ofReview: Rule<ItemDocument, OfReview> = {
  id: ({ data }) => data.changeId,
  apply(change, event) {
    const last = takesBack(event) ? null : Number(event.position);
    return change && { ...change, command: event.metadata.causationId, last };
  },
};

/** The latest decision on each change. */
export const changes: CollectionRules<ItemDocument> = {
  collection: 'changes',
  rules: {
    'city-approved.v1': ofEntity,
    'city-edited.v1': ofEntity,
    'city-reopened.v1': ofEntity,
    'location-approved.v1': ofEntity,
    'location-reopened.v1': ofEntity,
    'location-edit-approved.v1': ofEntity,
    'location-edit-reopened.v1': ofEntity,
    'photo-featured.v1': ofEntity,
    'change-reviewed.v1': ofReview,
    'change-review-reopened.v1': ofReview,
  },
};
