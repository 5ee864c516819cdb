import { eventTypesOf } from '#contracts/events/index';
import { presentChanges } from '#contracts/changes';
import { isOfFirstReleaseCascade } from '#contracts/events/metadata';

import { type HistoryDocument, history as declaration } from '#contracts/read-models';
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
  | 'location-resubmitted.v1'
  | 'location-edit-reopened.v1'
  | 'photo-featured.v1'
  | 'photo-added.v1'
  | 'photo-deleted.v2'
  | 'photo-reviewed.v1'
  | 'photo-review-reopened.v1'
  | 'photo-described.v1'
  | 'photo-restored.v1';
type OfCity =
  | 'city-submitted.v1'
  | 'city-approved.v1'
  | 'city-rejected.v1'
  | 'city-edited.v1'
  | 'city-resubmitted.v1'
  | 'city-reopened.v1'
  | 'city-withdrawn.v1'
  | 'city-deleted.v1'
  | 'city-restored.v1';

const ofCity: Rule<HistoryDocument, EventOfType<OfCity>> = {
  id: (event) => event.id,
  fresh: true,
  apply: (_, event) => entry(`city:${event.data.cityId}`, event),
};
/** An end or return of a city, which also belongs to the history of its locations. */
const ofCityAndLocations: Rule<HistoryDocument, EventOfType<OfCity>> = {
  ...ofCity,
  apply: (_, event) => {
    const entity = `city:${event.data.cityId}`;
    return { ...entry(entity, event), forLocationsOf: entity };
  },
};
const ofLocation: Rule<HistoryDocument, EventOfType<OfLocation>> = {
  id: ({ id, metadata }) => (isOfFirstReleaseCascade(metadata) ? undefined : id),
  fresh: true,
  apply: (_, event) => {
    const entity = `location:${event.data.locationId}`;
    return { ...entry(entity, event), ...seriesOf(event) };
  },
};

function seriesOf(event: EventOfType<OfLocation>): Partial<HistoryDocument> {
  const { locationId } = event.data;
  if (event.type === 'photo-featured.v1') return { series: `featured:${locationId}` };
  const movedTo = cityEntered(event);
  return movedTo === undefined ? {} : { series: `moves:${locationId}`, movedTo };
}

/** The city that the location enters by this event; undefined when it enters none. */
function cityEntered({ type, data }: EventOfType<OfLocation>): string | undefined {
  switch (type) {
    case 'location-submitted.v1':
      return data.cityId;
    case 'location-edited.v1':
    case 'location-edit-approved.v1':
    case 'location-edit-reopened.v1':
    case 'location-resubmitted.v1':
      return data.changes.cityId?.to;
    default:
      return undefined;
  }
}

const entries: CollectionRules<HistoryDocument> = {
  collection: 'entries',
  rules: {
    'city-submitted.v1': ofCity,
    'city-approved.v1': ofCity,
    'city-rejected.v1': ofCityAndLocations,
    'city-edited.v1': ofCity,
    'city-resubmitted.v1': ofCityAndLocations,
    'city-reopened.v1': ofCityAndLocations,
    'city-withdrawn.v1': ofCityAndLocations,
    'city-deleted.v1': ofCityAndLocations,
    'city-restored.v1': ofCityAndLocations,
    'location-submitted.v1': ofLocation,
    'location-approved.v1': ofLocation,
    'location-rejected.v1': ofLocation,
    'location-edited.v1': ofLocation,
    'location-edit-proposed.v1': ofLocation,
    'location-edit-approved.v1': ofLocation,
    'location-edit-rejected.v1': ofLocation,
    'location-edit-withdrawn.v1': ofLocation,
    'location-edit-reopened.v1': ofLocation,
    'location-reopened.v1': ofLocation,
    'location-resubmitted.v1': ofLocation,
    'location-withdrawn.v1': ofLocation,
    'location-deleted.v1': ofLocation,
    'location-restored.v1': ofLocation,
    'photo-featured.v1': ofLocation,
    'photo-added.v1': ofLocation,
    'photo-deleted.v2': ofLocation,
    'photo-reviewed.v1': ofLocation,
    'photo-review-reopened.v1': ofLocation,
    'photo-described.v1': ofLocation,
    'photo-restored.v1': ofLocation,
  },
};

export const history: ReadModel = {
  declaration,
  collections: [entries],
  // Opinions change nothing that a moderator decides about, and whose they are is nobody's business.
  ignores: [
    ...eventTypesOf.opinion,
    ...eventTypesOf.reports,
    ...eventTypesOf.change,
    ...eventTypesOf.account,
  ],
};

function entry(entity: string, event: EventOfType<OfCity | OfLocation>): HistoryDocument {
  const { data, metadata } = event;
  return {
    id: event.id,
    entity,
    position: Number(event.position),
    revision: Number(event.revision),
    type: event.type,
    subject: subjectOf(event),
    time: metadata.time,
    actor: metadata.actor,
    reason: 'reason' in data ? data.reason : null,
    changes: 'changes' in data ? presentChanges(data.changes) : null,
    seen: metadata.seen ?? null,
    correlationId: metadata.correlationId,
    causationId: metadata.causationId,
    forLocationsOf: null,
    series: null,
    movedTo: null,
  };
}

function subjectOf({ data }: EventOfType<OfCity | OfLocation>): string | null {
  if ('editId' in data) return data.editId;
  return 'photoId' in data ? data.photoId : null;
}
