import { decidedBy } from '#contracts/decided-items';
import type { EventType, Recorded } from '#contracts/events/index';
import { isOfFirstReleaseCascade } from '#contracts/events/metadata';
import { activity as declaration, type ActivityDocument } from '#contracts/read-models-activity';

import { changes } from './activity/changes.ts';
import { entityOf } from './activity/entity.ts';
import { items } from './activity/items.ts';
import type { CollectionRules, ReadModel, Rule, Rules } from './rule.ts';

const ignores = [
  'location-rated.v1',
  'location-favorited.v1',
  'location-unfavorited.v1',
  'account-registered.v1',
] as const satisfies readonly EventType[];

const recorded = [
  'city-submitted.v1',
  'city-approved.v1',
  'city-rejected.v1',
  'city-edited.v1',
  'city-resubmitted.v1',
  'city-reopened.v1',
  'city-withdrawn.v1',
  'city-deleted.v1',
  'city-restored.v1',
  'location-submitted.v1',
  'location-approved.v1',
  'location-rejected.v1',
  'location-edited.v1',
  'location-resubmitted.v1',
  'location-edit-proposed.v1',
  'location-edit-approved.v1',
  'location-edit-rejected.v1',
  'location-edit-withdrawn.v1',
  'location-edit-reopened.v1',
  'location-reopened.v1',
  'location-withdrawn.v1',
  'location-deleted.v1',
  'location-restored.v1',
  'photo-featured.v1',
  'photo-added.v1',
  'photo-reviewed.v1',
  'photo-review-reopened.v1',
  'photo-described.v1',
  'photo-deleted.v2',
  'photo-restored.v1',
  'content-reported.v1',
  'reports-upheld.v1',
  'reports-dismissed.v1',
  'reports-reopened.v1',
  'change-reviewed.v1',
  'change-review-reopened.v1',
  'account-erased.v1',
  'account-role-granted.v1',
  'account-role-revoked.v1',
  'account-trusted.v1',
  'account-untrusted.v1',
  'account-blocked.v1',
  'account-unblocked.v1',
] as const satisfies ReadonlyArray<Exclude<EventType, (typeof ignores)[number]>>;

const ofEvent: Rule<ActivityDocument> = {
  id: ({ position, metadata }) => (isOfFirstReleaseCascade(metadata) ? undefined : String(position)),
  fresh: true,
  apply: (_, event) => toActivity(event),
};

const events: CollectionRules<ActivityDocument> = {
  collection: 'events',
  rules: Object.fromEntries(recorded.map((type) => [type, ofEvent])) satisfies Rules<ActivityDocument>,
};

export const activity: ReadModel = { declaration, collections: [events, items, changes], ignores };

function toActivity(event: Recorded): ActivityDocument {
  const { position, revision, type, data, metadata } = event;
  const entity = entityOf(event);
  return {
    id: String(position),
    position: Number(position),
    at: Date.parse(metadata.time),
    actor: metadata.actor,
    type: type.replace(/\.v\d+$/, ''),
    ...entity,
    reason: 'reason' in data ? data.reason : null,
    batchId: metadata.correlationId,
    command: metadata.causationId,
    stream: event.stream,
    revision: Number(revision),
    eventId: entity.entityType === 'account' ? event.id : null,
    decides: decidedBy(event),
  };
}
