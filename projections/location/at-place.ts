import type { Document } from '#platform/read-store/port';
import type { LocationStatusEvent } from '#contracts/location/events';
import type { Recorded } from '#contracts/events';

import type { EventOfType, FanOut, Need } from '../rule.ts';

export type EditType = 'location-edited.v1' | 'location-edit-approved.v1' | 'location-edit-reopened.v1';
/** An event that may change a location's fields, and with them its city. */
export type Edited = EventOfType<EditType | 'location-resubmitted.v1'>;

/** The city that an event names. */
export const itsCity = ({ data }: { readonly data: { readonly cityId: string } }): readonly Need[] => [
  ['cities', data.cityId],
];
/** The city of a document and, after a move, the former one, which the event names: both must recount. */
export const bothCities = ({ cityId }: { readonly cityId: string }, event?: Recorded): readonly string[] =>
  event !== undefined && 'cityId' in event.data ? [cityId, event.data.cityId] : [cityId];
/** The location that an event names. */
export const itsLocation = ({
  data,
}: {
  readonly data: { readonly locationId: string };
}): readonly Need[] => [['locations', data.locationId]];

interface AtPlace extends Document {
  readonly locationId: string | null;
}
type Found<D extends Document> = Pick<FanOut<D, Recorded>, 'where' | 'by' | 'apply'>;

const withPlace = <D extends AtPlace>(found: Found<D>) => ({
  ...found,
  field: 'locationId',
  needs: ({ locationId }: D): readonly Need[] => (locationId === null ? [] : [['locations', locationId]]),
});

/** Applies a location's move to another city to the documents at the location. */
export function movedWithPlace<D extends AtPlace>(found: Found<D>) {
  const moved: FanOut<D, Edited> = {
    ...withPlace(found),
    values: ({ data }) => (data.changes.cityId === undefined ? [] : [data.locationId]),
  };
  return {
    'location-edited.v1': moved,
    'location-edit-approved.v1': moved,
    'location-edit-reopened.v1': moved,
    'location-resubmitted.v1': moved,
  };
}

/**
 * Applies decisions on a location, and its moves, to the documents at it. `from`: the first revision of the location at
 * which such documents may exist.
 */
export function decidedWithPlace<D extends AtPlace>(from: bigint, found: Found<D>) {
  const decided: FanOut<D, Recorded<LocationStatusEvent>> = {
    ...withPlace(found),
    values: ({ revision, data }) => (revision < from ? [] : [data.locationId]),
  };
  return {
    ...movedWithPlace(found),
    'location-approved.v1': decided,
    'location-rejected.v1': decided,
    'location-withdrawn.v1': decided,
    'location-reopened.v1': decided,
    'location-deleted.v1': decided,
    'location-restored.v1': decided,
    'location-merged.v1': decided,
    'location-parted.v1': decided,
    'location-resubmitted.v1': decided,
  };
}
