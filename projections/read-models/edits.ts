import type { EditDocument, LocationDocument } from '../read-store/models.ts';
import { changesOf } from './changes.ts';
import type { CityStatusType, LocationEditType, LocationStatusType } from './life-cycle.ts';
import type { CollectionRules, EventOfType, FanOut, Need, Related } from './rule.ts';

type OfEdit = EventOfType<
  | 'location-edit-proposed.v1'
  | 'location-edit-approved.v1'
  | 'location-edit-rejected.v1'
  | 'location-edit-withdrawn.v1'
>;
type OfLocation = EventOfType<LocationStatusType>;
type OfCity = EventOfType<CityStatusType>;
type Move = EventOfType<LocationEditType>;

const id = (event: OfEdit) => event.data.editId;
const itsLocation = (edit: EditDocument): readonly Need[] => [['locations', edit.locationId]];

/** The location's status changed, and with it perhaps whether its edits wait for anyone. */
const ofLocation: FanOut<EditDocument, OfLocation> = {
  field: 'locationId',
  // Edits are events of the location's own stream: right after its submission there can be none.
  value: (event) => (event.revision <= 1n ? undefined : event.data.locationId),
  by: [],
  needs: itsLocation,
  apply: (edit, _, related) => placed(edit, related),
};

const ofCity: FanOut<EditDocument, OfCity> = {
  field: 'cityId',
  value: (event) => event.data.cityId,
  by: [],
  needs: itsLocation,
  apply: (edit, _, related) => placed(edit, related),
};

const moved: FanOut<EditDocument, Move> = {
  field: 'locationId',
  value: ({ data }) => (data.changes.cityId === undefined ? undefined : data.locationId),
  by: [],
  needs: itsLocation,
  apply: (edit, _, related) => placed(edit, related),
};

export const edits: CollectionRules<EditDocument> = {
  collection: 'edits',
  rules: {
    'location-edit-proposed.v1': {
      id,
      needs: (event) => [['locations', event.data.locationId]],
      apply: (_, event, related) => placed(newEdit(event), related),
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
  },
  fanOuts: {
    'location-approved.v1': ofLocation,
    'location-rejected.v1': ofLocation,
    'location-withdrawn.v1': ofLocation,
    'location-reopened.v1': ofLocation,
    'location-deleted.v1': ofLocation,
    'location-restored.v1': ofLocation,
    'location-edited.v1': moved,
    'location-edit-approved.v1': moved,
    'city-approved.v1': ofCity,
    'city-rejected.v1': ofCity,
    'city-withdrawn.v1': ofCity,
    'city-reopened.v1': ofCity,
    'city-deleted.v1': ofCity,
    'city-restored.v1': ofCity,
  },
};

function newEdit(event: EventOfType<'location-edit-proposed.v1'>): EditDocument {
  const { editId, locationId, cityId, changes } = event.data;
  return {
    id: editId,
    locationId,
    cityId,
    userId: event.metadata.actor,
    changes: changesOf(changes),
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
  // Who takes back an own edit has not reviewed it.
  reviewedBy: status === 'withdrawn' ? null : metadata.actor,
  reviewedAt: metadata.time,
  waiting: false,
});

/** Under its location as that is now: in its city, and waiting only while it is public. */
function placed(edit: EditDocument, related: Related): EditDocument {
  const location = related.get<LocationDocument>('locations', edit.locationId);
  const cityId = location?.cityId ?? edit.cityId;
  const waiting = edit.status === 'pending' && location?.public === true;
  return edit.waiting === waiting && edit.cityId === cityId ? edit : { ...edit, cityId, waiting };
}
