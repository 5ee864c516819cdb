import type { DecisionItem } from '#contracts/commands/decisions';
import type { QueueItem } from '#contracts/views/queue';

/** The approval of the pending city that contains a pending place. */
export const cityDecision = ({ cityId }: QueueItem): DecisionItem[] =>
  cityId === null
    ? []
    : [{ kind: 'city', id: cityId, entityType: 'city', entityId: cityId, decision: 'approve' }];
