import { presentChanges } from '#contracts/shared/changes';
import { shownAt } from '#contracts/location/merging';
import type { Recorded } from '#contracts/events';

import type { EditDocument, LocationDocument } from '#contracts/read-models';
import { countedByPerson } from '../account/people.ts';
import { decidedWithPlace, itsLocation } from './at-place.ts';
import { ofMerging } from './merging.ts';
import type { CollectionRules, EventOfType, Related } from '../rule.ts';

type OfEdit = EventOfType<
  | 'location-edit-proposed.v1'
  | 'location-edit-approved.v1'
  | 'location-edit-rejected.v1'
  | 'location-edit-withdrawn.v1'
  | 'location-edit-reopened.v1'
>;
const id = (event: OfEdit) => event.data.editId;

export const edits: CollectionRules<EditDocument> = {
  collection: 'edits',
  rules: {
    'location-edit-proposed.v1': {
      id,
      needs: itsLocation,
      apply: (_, event, related) => placed(newEdit(event), event, related),
    },
    'location-edit-approved.v1': {
      id,
      apply: (edit, event) => edit && reviewed(edit, event, 'approved'),
    },
    'location-edit-rejected.v1': {
      id,
      apply: (edit, event) => edit && reviewed(edit, event, 'rejected', event.data.reason),
    },
    'location-edit-withdrawn.v1': {
      id,
      apply: (edit, event) => edit && reviewed(edit, event, 'withdrawn'),
    },
    'location-edit-reopened.v1': {
      id,
      apply: (edit, event, related) => edit && placed(waitingAgain(edit), event, related),
    },
  },
  relatives: ({ locationId }) => [['locations', locationId]],
  fanOuts: {
    // Edits are events of the location's own stream, so none can precede the event right after the submission.
    ...decidedWithPlace<EditDocument>(2n, { where: () => ({ status: 'pending' }), by: [], apply: placed }),
    ...ofMerging(shownAt, [['status', 1]], placed),
  },
  countedBy: [countedByPerson('userId')],
};

function newEdit(event: EventOfType<'location-edit-proposed.v1'>): EditDocument {
  const { editId, locationId, cityId, changes } = event.data;
  return {
    id: editId,
    locationId,
    originId: locationId,
    cityId,
    userId: event.metadata.actor,
    changes: presentChanges(changes),
    status: 'pending',
    reason: null,
    reviewedBy: null,
    reviewedAt: null,
    createdAt: event.metadata.time,
    waiting: false,
  };
}

const reviewed = (
  edit: EditDocument,
  { metadata }: OfEdit,
  status: EditDocument['status'],
  reason: string | null = null,
): EditDocument => ({
  ...edit,
  status,
  reason,
  // A withdrawal is not a review.
  reviewedBy: status === 'withdrawn' ? null : metadata.actor,
  reviewedAt: metadata.time,
  waiting: false,
});

const waitingAgain = (edit: EditDocument): EditDocument => ({
  ...edit,
  status: 'pending',
  reason: null,
  reviewedBy: null,
  reviewedAt: null,
});

/** The edit with its location's current city. It waits for review only while the location is approved. */
function placed(edit: EditDocument, _: Recorded, related: Related): EditDocument {
  if (edit.status !== 'pending') return edit;
  const location = related.get<LocationDocument>('locations', edit.locationId);
  const cityId = location?.cityId ?? edit.cityId;
  const waiting = location?.isApproved === true;
  return edit.waiting === waiting && edit.cityId === cityId ? edit : { ...edit, cityId, waiting };
}
