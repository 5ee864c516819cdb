import { Refusal } from '#contracts/shared/errors';
import type { LocationEvent } from '#contracts/location/events';
import type { LocationFields } from '#contracts/location/fields';
import { isPublic } from '#contracts/shared/shown';

import { changesBetween, type Wanted } from '../shared/rules.ts';
import { idsOf, type Location, type LocationState, onWire, type PlacedLocation } from './state.ts';

export type MergeCommand =
  /** `fields`: those whose values the other place takes. `photos`: whether the photos show with it. */
  | {
      readonly type: 'merge';
      readonly other: PlacedLocation;
      readonly fields: readonly (keyof LocationFields)[];
      readonly photos: boolean;
    }
  /** Takes the merging back. */
  | { readonly type: 'part' }
  /** The place that stays takes values of the merged one, or gives them back, even if it has ended: it may return. */
  | {
      readonly type: 'take-values' | 'give-back';
      readonly valuesFor: (location: Location) => Wanted<LocationFields>;
    };

export interface MergedLocation extends Location {
  readonly mergedInto: string;
}
export const isMerged = (location: LocationState): location is MergedLocation =>
  location !== undefined && location.mergedInto !== null;

/** Whether a location can be merged into another one: that is public, and in the same city. */
export const isMergeable = (location: Location, { location: stays, city }: PlacedLocation): boolean =>
  stays !== undefined &&
  stays.id !== location.id &&
  stays.fields.cityId === location.fields.cityId &&
  isPublic(stays, city);

export const cannotMerge = ({ into }: PlacedLocation): Refusal =>
  new Refusal('cannot-merge', into === undefined ? {} : { into });

/** Ends the location by merging it into another public one of its city. @throws Refusal `cannot-merge` */
export function merge(
  location: Location,
  { other, fields, photos }: Extract<MergeCommand, { type: 'merge' }>,
): readonly LocationEvent[] {
  const { location: stays } = other;
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
