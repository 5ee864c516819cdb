import { type HistoryDocument, history as declaration } from '../read-store/models.ts';
import { changesOf } from './changes.ts';
import type { CollectionRules, EventOfType, ReadModel, Rule } from './rule.ts';

type OfLocation =
  | 'location-submitted.v1'
  | 'location-approved.v1'
  | 'location-rejected.v1'
  | 'location-edited.v1'
  | 'location-edit-proposed.v1'
  | 'location-edit-approved.v1'
  | 'location-edit-rejected.v1'
  | 'location-edit-withdrawn.v1'
  | 'location-reopened.v1'
  | 'location-withdrawn.v1'
  | 'location-deleted.v1'
  | 'location-restored.v1'
  | 'photo-featured.v1'
  | 'photo-added.v1'
  | 'photo-deleted.v1'
  | 'photo-restored.v1'
  | 'location-rated.v1'
  | 'location-favorited.v1'
  | 'location-unfavorited.v1';
type OfCity =
  | 'city-submitted.v1'
  | 'city-approved.v1'
  | 'city-rejected.v1'
  | 'city-edited.v1'
  | 'city-reopened.v1'
  | 'city-withdrawn.v1'
  | 'city-deleted.v1'
  | 'city-restored.v1';

const ofCity: Rule<HistoryDocument, EventOfType<OfCity>> = {
  id: (event) => event.id,
  fresh: true,
  apply: (_, event) => entry(`city:${event.data.cityId}`, event),
};
const ofLocation: Rule<HistoryDocument, EventOfType<OfLocation>> = {
  id: (event) => event.id,
  fresh: true,
  apply: (_, event) => entry(`location:${event.data.locationId}`, event),
};

const entries: CollectionRules<HistoryDocument> = {
  collection: 'entries',
  rules: {
    'city-submitted.v1': ofCity,
    'city-approved.v1': ofCity,
    'city-rejected.v1': ofCity,
    'city-edited.v1': ofCity,
    'city-reopened.v1': ofCity,
    'city-withdrawn.v1': ofCity,
    'city-deleted.v1': ofCity,
    'city-restored.v1': ofCity,
    'location-submitted.v1': ofLocation,
    'location-approved.v1': ofLocation,
    'location-rejected.v1': ofLocation,
    'location-edited.v1': ofLocation,
    'location-edit-proposed.v1': ofLocation,
    'location-edit-approved.v1': ofLocation,
    'location-edit-rejected.v1': ofLocation,
    'location-edit-withdrawn.v1': ofLocation,
    'location-reopened.v1': ofLocation,
    'location-withdrawn.v1': ofLocation,
    'location-deleted.v1': ofLocation,
    'location-restored.v1': ofLocation,
    'photo-featured.v1': ofLocation,
    'photo-added.v1': ofLocation,
    'photo-deleted.v1': ofLocation,
    'photo-restored.v1': ofLocation,
    'location-rated.v1': ofLocation,
    'location-favorited.v1': ofLocation,
    'location-unfavorited.v1': ofLocation,
  },
};

export const history: ReadModel = {
  declaration,
  collections: [entries],
  ignores: ['account-registered.v1', 'account-erased.v1'],
};

function entry(entity: string, event: EventOfType<OfCity | OfLocation>): HistoryDocument {
  const { data, metadata } = event;
  return {
    id: event.id,
    entity,
    position: Number(event.position),
    revision: Number(event.revision),
    type: event.type,
    time: metadata.time,
    actor: metadata.actor,
    reason: 'reason' in data ? data.reason : null,
    changes: 'changes' in data ? changesOf(data.changes) : null,
    correlationId: metadata.correlationId,
    causationId: metadata.causationId,
    cascadeId: metadata.cascadeId ?? null,
  };
}
