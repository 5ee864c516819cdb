import { shownAt } from '#contracts/location/merging';
import type { Recorded } from '#contracts/events';

import type { QueueEdit, QueueLocation } from '#contracts/moderation/read-models-queue';
import type { CollectionRules, EventOfType, Related, Rule } from '../../rule.ts';
import { countedByCity, open } from './cities.ts';
import { inCityOf, isApproved, newEntry, proposedBy, stateOf, turned, waitsSince } from './entry.ts';
import { decidedWithPlace, itsLocation } from '../../location/at-place.ts';
import { ofMerging } from '../../location/merging.ts';

type Decided = EventOfType<
  'location-edit-approved.v1' | 'location-edit-rejected.v1' | 'location-edit-withdrawn.v1'
>;

const id = (event: { readonly data: { readonly editId: string } }) => event.data.editId;

const decided: Rule<QueueEdit, Decided> = {
  id,
  apply: (edit, event) => edit && turned({ ...edit, isOpen: false }, null, event),
};

function placed(edit: QueueEdit, event: Recorded, related: Related): QueueEdit {
  const location = related.get<QueueLocation>('locations', edit.locationId);
  return turned(inCityOf(edit, location), stateOf(edit.isOpen, isApproved(location)), event);
}

export const edits: CollectionRules<QueueEdit> = {
  collection: 'edits',
  rules: {
    'location-edit-proposed.v1': {
      id,
      needs: itsLocation,
      apply: (_, event, related) => placed(newEdit(event), event, related),
    },
    'location-edit-approved.v1': decided,
    'location-edit-rejected.v1': decided,
    'location-edit-withdrawn.v1': decided,
    'location-edit-reopened.v1': {
      id,
      apply: (edit, event, related) =>
        edit && placed({ ...waitsSince(edit, event), isOpen: true }, event, related),
    },
  },
  relatives: ({ locationId }) => [['locations', locationId]],
  fanOuts: {
    ...decidedWithPlace<QueueEdit>(2n, { where: () => open, by: [], apply: placed }),
    ...ofMerging(shownAt, [], placed),
  },
  countedBy: [countedByCity('edit')],
};

function newEdit(event: EventOfType<'location-edit-proposed.v1'>): QueueEdit {
  const { editId, locationId, cityId, changes } = event.data;
  return {
    id: editId,
    entityType: 'location',
    entityId: locationId,
    locationId,
    originId: locationId,
    cityId,
    ...newEntry(event),
    isOpen: true,
    proposed: proposedBy(changes),
  };
}
