import type { Recorded } from '#contracts/events';

import type { QueueChange, QueueLocation } from '#contracts/moderation/read-models-queue';
import type { CollectionRules, EventOfType, Need, Related, Rule } from '../../rule.ts';
import { countedByCity, open } from './cities.ts';
import { inCityOf, isApproved, newEntry, proposedBy, stateOf, turned, waitsSince } from './entry.ts';
import { decidedWithPlace } from '../../location/at-place.ts';

type Applied = EventOfType<
  | 'city-approved.v1'
  | 'city-edited.v1'
  | 'city-reopened.v1'
  | 'location-approved.v1'
  | 'location-edit-approved.v1'
  | 'location-reopened.v1'
  | 'location-edit-reopened.v1'
  | 'photo-featured.v1'
>;
type Reviewed = EventOfType<'change-reviewed.v1' | 'change-review-reopened.v1'>;

/** The id of the change that an event is, reverts or applies again; undefined for most events. */
function changeOf({ id, data }: Applied): string | undefined {
  if ('reverts' in data && data.reverts !== undefined) return data.reverts;
  if ('reapplies' in data && data.reapplies !== undefined) return data.reapplies;
  return 'review' in data && data.review !== undefined ? id : undefined;
}

const entityOf = (data: Applied['data']) =>
  'locationId' in data
    ? ({ entityType: 'location', entityId: data.locationId, locationId: data.locationId } as const)
    : ({ entityType: 'city', entityId: data.cityId, locationId: null } as const);

const itsLocation = (locationId: string | null): readonly Need[] =>
  locationId === null ? [] : [['locations', locationId]];

const applied = <E extends Applied>(): Rule<QueueChange, E> => ({
  id: changeOf,
  needs: (event) => (changeOf(event) === undefined ? [] : itsLocation(entityOf(event.data).locationId)),
  apply(known, event, related) {
    const { data } = event;
    if ('reverts' in data && data.reverts !== undefined) {
      return known && done(known, event);
    }
    if (known !== undefined) return placed(waitsSince({ ...known, isOpen: true }, event), event, related);
    return placed(newChange(event), event, related);
  },
});

const reviewed = <E extends Reviewed>(isOpen: boolean): Rule<QueueChange, E> => ({
  id: ({ data }) => data.changeId,
  needs: ({ data }) => itsLocation(data.entityType === 'city' ? null : data.entityId),
  apply(change, event, related) {
    if (change === undefined) return undefined;
    return placed({ ...(isOpen ? waitsSince(change, event) : change), isOpen }, event, related);
  },
});

/** The change with its state: while open, it waits as long as the changed location is approved. */
function placed(change: QueueChange, event: Recorded, related: Related): QueueChange {
  if (change.locationId === null) return turned(change, stateOf(change.isOpen, true), event);
  const location = related.get<QueueLocation>('locations', change.locationId);
  return turned(inCityOf(change, location), stateOf(change.isOpen, isApproved(location)), event);
}

/** A submission that a moderator has decided since, or an edit that waits again, is no longer a change. */
function isOver({ what, editId }: QueueChange, event: Recorded): boolean {
  switch (event.type) {
    case 'city-approved.v1':
    case 'location-approved.v1':
      return what === 'submitted' && changeOf(event) === undefined;
    case 'location-edit-reopened.v1':
      return what === 'edit' && editId === event.data.editId;
    default:
      return false;
  }
}

const fanOuts = decidedWithPlace<QueueChange>(2n, {
  where: () => open,
  by: [],
  apply: (change, event, related) =>
    isOver(change, event) ? done(change, event) : placed(change, event, related),
});

const done = (change: QueueChange, event: Recorded): QueueChange =>
  turned({ ...change, isOpen: false }, null, event);

export const changes: CollectionRules<QueueChange> = {
  collection: 'changes',
  rules: {
    'city-approved.v1': applied(),
    'city-edited.v1': applied(),
    'city-reopened.v1': applied(),
    'location-approved.v1': applied(),
    'location-edit-approved.v1': applied(),
    'location-reopened.v1': applied(),
    'location-edit-reopened.v1': applied(),
    'photo-featured.v1': applied(),
    'change-reviewed.v1': reviewed(false),
    'change-review-reopened.v1': reviewed(true),
  },
  fanOuts: {
    ...fanOuts,
    'location-edit-reopened.v1': {
      ...fanOuts['location-edit-reopened.v1'],
      values: ({ data }) => [data.locationId],
    },
    'city-approved.v1': {
      field: 'cityId',
      values: ({ data }) => [data.cityId],
      where: () => open,
      by: [['submittedAt', 1]],
      apply: (change, event) =>
        change.locationId === null && isOver(change, event) ? done(change, event) : change,
    },
  },
  countedBy: [countedByCity('change')],
};

const kinds = {
  'city-approved.v1': 'submitted',
  'city-edited.v1': 'edited',
  'city-reopened.v1': 'submitted',
  'location-approved.v1': 'submitted',
  'location-edit-approved.v1': 'edit',
  'location-reopened.v1': 'submitted',
  'location-edit-reopened.v1': 'edit',
  'photo-featured.v1': 'featured',
} as const satisfies Record<Applied['type'], QueueChange['what']>;

function newChange(event: Applied): QueueChange {
  const { id, type, data } = event;
  return {
    id,
    ...entityOf(data),
    cityId: data.cityId,
    ...newEntry(event),
    what: kinds[type],
    editId: 'editId' in data ? data.editId : null,
    isOpen: true,
    proposed: 'changes' in data ? proposedBy(data.changes) : {},
  };
}
