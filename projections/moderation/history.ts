import { presentChanges } from '#contracts/shared/changes';
import { decidedBy } from '#contracts/moderation/decided-items';
import { eventTypesOf, type DomainEvent, type EventType, type Recorded } from '#contracts/events';
import { isOfFirstReleaseCascade } from '#contracts/shared/event-metadata';
import { history as declaration, type HistoryDocument } from '#contracts/moderation/read-models-history';

import { changes, items } from './history/items.ts';
import type { CollectionRules, ReadModel, Rule, Rules } from '../rule.ts';

// No moderator decides about opinions, and their authors are private. Nobody does anything by computing a hash.
const ignores: readonly EventType[] = [...eventTypesOf.opinion, 'account-registered.v1', 'photo-hashed.v1'];

const recorded = Object.values(eventTypesOf)
  .flat()
  .filter((type) => !ignores.includes(type));

const ofEvent: Rule<HistoryDocument> = {
  id: ({ id, metadata }) => (isOfFirstReleaseCascade(metadata) ? undefined : id),
  fresh: true,
  apply: (_, event) => toHistory(event),
};

const events: CollectionRules<HistoryDocument> = {
  collection: 'events',
  rules: Object.fromEntries(recorded.map((type) => [type, ofEvent])) satisfies Rules<HistoryDocument>,
};

export const history: ReadModel = { declaration, collections: [events, items, changes], ignores };

function toHistory(event: Recorded): HistoryDocument {
  const { data, metadata } = event;
  const entity = historyOf(event);
  return {
    id: event.id,
    position: Number(event.position),
    stream: event.stream,
    revision: Number(event.revision),
    type: event.type,
    time: metadata.time,
    at: Date.parse(metadata.time),
    actor: metadata.actor,
    ...entityOf(event),
    entity,
    subject: subjectOf(event),
    reason: 'reason' in data ? data.reason : null,
    changes: changesIn(data),
    seen: metadata.seen ?? null,
    correlationId: metadata.correlationId,
    causationId: metadata.causationId,
    decides: decidedBy(event),
    forLocationsOf: endsOrRestoresCity.has(event.type) ? entity : null,
    forLocation: 'into' in data && data.into !== undefined ? `location:${data.into}` : null,
    ...seriesOf(event),
    movedFrom: cityLeft(event),
  };
}

/**
 * The fields that the event changed; for an approved edit of a merged place, those that changed in the place that shows
 * it.
 */
function changesIn(data: Recorded['data']): HistoryDocument['changes'] {
  if (!('changes' in data)) return null;
  return presentChanges(('taken' in data ? data.taken : undefined) ?? data.changes);
}

/** The city or location to whose history the event belongs; a photo's belong to its location's. */
function historyOf({ data }: Recorded): string | null {
  if ('locationId' in data) return `location:${data.locationId}`;
  return 'cityId' in data ? `city:${data.cityId}` : null;
}

function subjectOf({ data }: Recorded): string | null {
  if ('editId' in data) return data.editId;
  return 'photoId' in data ? data.photoId : null;
}

const endsOrRestoresCity: ReadonlySet<EventType> = new Set([
  'city-rejected.v1',
  'city-resubmitted.v1',
  'city-reopened.v1',
  'city-withdrawn.v1',
  'city-deleted.v1',
  'city-restored.v1',
]);

function seriesOf(event: Recorded): Pick<HistoryDocument, 'series' | 'movedTo'> {
  if (event.type === 'photo-featured.v1') {
    return { series: `featured:${event.data.locationId}`, movedTo: null };
  }
  const entered = cityEntered(event);
  if (entered === undefined) return { series: null, movedTo: null };
  return { series: `moves:${entered.locationId}`, movedTo: entered.cityId };
}

function cityLeft({ type, data }: Recorded): string | null {
  if (type === 'location-edit-proposed.v1' || !('locationId' in data) || !('changes' in data)) return null;
  return data.changes.cityId?.from ?? null;
}

/** The location that this event brings into a city, and that city; undefined if there is none. */
function cityEntered({ type, data }: Recorded): Record<'locationId' | 'cityId', string> | undefined {
  switch (type) {
    case 'location-submitted.v1':
      return data;
    case 'location-edited.v1':
    case 'location-edit-approved.v1':
    case 'location-edit-reopened.v1':
    case 'location-resubmitted.v1': {
      const cityId = data.changes.cityId?.to;
      return cityId === undefined ? undefined : { locationId: data.locationId, cityId };
    }
    default:
      return undefined;
  }
}

/** The entity that an event is about. For an edit or a featured photo it is the location. */
function entityOf(event: DomainEvent): { readonly entityType: string; readonly entityId: string } {
  const { data } = event;
  if ('entityType' in data) return { entityType: data.entityType, entityId: data.entityId };
  if (event.type !== 'photo-featured.v1' && 'photoId' in event.data) {
    return { entityType: 'photo', entityId: event.data.photoId };
  }
  if ('locationId' in data) return { entityType: 'location', entityId: data.locationId };
  if ('cityId' in data) return { entityType: 'city', entityId: data.cityId };
  return { entityType: 'account', entityId: data.userId };
}
