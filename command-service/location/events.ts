import { isSameValue, type Changes } from '#contracts/shared/changes';
import { Refusal } from '#contracts/shared/errors';
import type { LocationChanges } from '#contracts/location/events';
import type { LocationFields } from '#contracts/location/fields';

import { citySeenBy, type CityState } from '../city/decider.ts';
import type { Actor } from '#platform/commands/decider';
import type { Wanted } from '../shared/rules.ts';
import type { Location } from './state.ts';

/** The ids that every event of a location has. */
export const idsOf = (location: Location) => ({ locationId: location.id, cityId: location.fields.cityId });

export function newValues(changes: Changes<LocationFields>): Wanted<LocationFields> {
  return Object.fromEntries(Object.entries(changes).map(([key, change]) => [key, change.to]));
}

/** The changes as an event holds them: mutable plain data. */
export const onWire = (changes: Changes<LocationFields>): LocationChanges => ({ ...changes });

/**
 * Checks that the person may put a location in this city: an approved one or, if `open` is enough, their own pending
 * one.
 * @throws Refusal `city-not-found`, `approve-city-first`, `already-decided`
 */
export function checkTarget(city: CityState, actor: Actor, need: 'approved' | 'open'): void {
  if (!citySeenBy(city, actor)) throw new Refusal('city-not-found');
  if (city.status === 'approved') return;
  if (need === 'open' && city.status === 'pending' && city.submittedBy === actor.userId) return;
  if (city.status === 'pending') throw new Refusal('approve-city-first');
  throw new Refusal('already-decided', { detail: `The city was ${city.status}.` });
}

/** Whether a field that the proposal changes no longer has the value that the proposal was made from. */
export function isOutdated({ fields }: Location, proposal: Changes<LocationFields>): boolean {
  const current: Readonly<Record<string, unknown>> = { ...fields };
  return Object.entries(proposal).some(([key, change]) => !isSameValue(current[key], change.from));
}
