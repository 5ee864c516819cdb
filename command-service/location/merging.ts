import { Refusal } from '#contracts/shared/errors';
import type { LocationEvent } from '#contracts/location/events';
import type { LocationFields } from '#contracts/location/fields';
import { isPublic } from '#contracts/shared/shown';

import { changesBetween, type Wanted } from '../shared/rules.ts';
import { idsOf, type Location, type LocationState, onWire, type PlacedLocation } from './state.ts';

export type MergeCommand =
  /** `fields`: the fields whose values the other place takes. `photos`: whether the other place shows the photos. */
  | {
      readonly type: 'merge';
      readonly other: PlacedLocation;
      readonly fields: readonly (keyof LocationFields)[];
      readonly photos: boolean;
    }
  /** Undoes the merge. */
  | { readonly type: 'part' }
  /**
   * The place that stays takes values of the merged one, or reverts them, even if it is closed, because it may be
   * restored.
   */
  | {
      readonly type: 'take-values' | 'give-back';
      readonly valuesFor: (location: Location) => Wanted<LocationFields>;
    };

export interface MergedLocation extends Location {
  readonly mergedInto: string;
}
export const isMerged = (location: LocationState): location is MergedLocation =>
  location !== undefined && location.mergedInto !== null;

/** Whether a location can be merged into another one, which must be public and in the same city. */
export const isMergeable = (location: Location, { location: stays, city }: PlacedLocation): boolean =>
  stays !== undefined &&
  stays.id !== location.id &&
  stays.fields.cityId === location.fields.cityId &&
  isPublic(stays, city);

export const cannotMerge = ({ shownBy }: PlacedLocation): Refusal =>
  new Refusal('cannot-merge', shownBy === undefined ? {} : { into: shownBy.id });

/** Merges the location into another public one of its city. @throws Refusal `cannot-merge`, `already-decided` */
export function merge(
  location: Location,
  { other, fields, photos }: Extract<MergeCommand, { type: 'merge' }>,
): readonly LocationEvent[] {
  const { location: stays } = other;
  // What its submitter withdrew before it was ever public stays out of sight, as with a reopening.
  if (location.status === 'withdrawn' && !location.wasApproved) throw new Refusal('already-decided');
  if (stays === undefined || !isMergeable(location, other)) throw cannotMerge(other);
  const wanted: Wanted<LocationFields> = Object.fromEntries(
    fields.map((name) => [name, location.fields[name]]),
  );
  const taken = onWire(changesBetween(stays.fields, wanted));
  return [{ type: 'location-merged.v1', data: { ...idsOf(location), into: stays.id, photos, taken } }];
}

export const part = (location: MergedLocation): readonly LocationEvent[] => [
  { type: 'location-parted.v1', data: { ...idsOf(location), into: location.mergedInto } },
];
