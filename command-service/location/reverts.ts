import { presentChanges, type Changes } from '#contracts/shared/changes';
import { Refusal } from '#contracts/shared/errors';
import type { LocationChanges, LocationEvent } from '#contracts/location/events';
import type { LocationFields } from '#contracts/location/fields';

import type { CityState } from '../city/decider.ts';
import type { Actor } from '#platform/commands/decider';
import { refuseLongApproved, type DecisionFacts, refuseChanged } from '../shared/rules.ts';
import { featuredBefore, featuredByRevert, idsOf, type Location, type LocationState } from './state.ts';
import { findEdit } from './edits.ts';
import {
  changedBy,
  hasEffect,
  reappliedChanges,
  revertedChanges,
  type ReapplyCommand,
  type RevertCommand,
} from '../shared/reverts.ts';

/** The current city of the location, and its city after the command. */
interface Cities {
  readonly city: CityState;
  readonly target: CityState;
}

/** Reverts a change that applied at once. */
export function revertInLocation(
  location: Location,
  command: RevertCommand<LocationEvent>,
  actor: Actor,
  facts: Cities & DecisionFacts<LocationState>,
): readonly LocationEvent[] {
  if (command.change.type === 'location-approved.v1') refuseLongApproved(location, actor, facts.now);
  if (!hasEffect(location.reverts, command, actor)) return [];
  const { change, reason } = command;
  refuseChanged(facts.seen, location, changedBy(change));
  const reverts = change.id;
  const ids = idsOf(location);
  if (change.type === 'photo-featured.v1') {
    const photoId = featuredAfterRevert(location, change.id, change.data.photoId);
    return [{ type: 'photo-featured.v1', data: { ...ids, photoId, reverts } }];
  }
  if (change.type === 'location-edit-approved.v1') {
    const { editId } = change.data;
    requireEditStatus(location, editId, 'approved');
    const changes = intoOpenCity(
      revertedChanges(location.fields, presentChanges(change.data.changes)),
      facts,
    );
    return [
      { type: 'location-edit-reopened.v1', data: { ...ids, editId, changes, reverts } },
      { type: 'location-edit-rejected.v1', data: { ...idsAfter(ids, changes), editId, reason } },
    ];
  }
  if (location.status === 'withdrawn') throw new Refusal('already-decided');
  return [
    { type: 'location-reopened.v1', data: { ...ids, reverts } },
    { type: 'location-rejected.v1', data: { ...ids, reason: reason ?? location.reason } },
  ];
}

/** Undoes a revert. */
export function reapplyInLocation(
  location: Location,
  command: ReapplyCommand<LocationEvent>,
  actor: Actor,
  cities: Cities,
): readonly LocationEvent[] {
  if (!hasEffect(location.reverts, command, actor)) return [];
  const { change } = command;
  const reapplies = change.id;
  const ids = idsOf(location);
  if (change.type === 'photo-featured.v1') {
    const isUntouched = featuredByRevert(location.featured, change.id) === location.featuredPhotoId;
    const photoId = isUntouched ? change.data.photoId : location.featuredPhotoId;
    return [{ type: 'photo-featured.v1', data: { ...ids, photoId, reapplies } }];
  }
  if (change.type === 'location-edit-approved.v1') {
    const { editId } = change.data;
    requireEditStatus(location, editId, 'rejected');
    const changes = intoOpenCity(
      reappliedChanges(location.fields, presentChanges(change.data.changes)),
      cities,
    );
    return [
      { type: 'location-edit-reopened.v1', data: { ...ids, editId, changes: {} } },
      { type: 'location-edit-approved.v1', data: { ...ids, editId, changes, forced: false, reapplies } },
    ];
  }
  if (location.status !== 'rejected') throw new Refusal('already-decided');
  if (cities.city?.status !== 'approved') throw new Refusal('approve-city-first');
  return [
    { type: 'location-reopened.v1', data: ids },
    { type: 'location-approved.v1', data: { ...ids, reapplies } },
  ];
}

/** Leaves out a move to a city that is not approved, if an edit is reverted or reapplied. */
export function intoOpenCity(changes: Changes<LocationFields>, { target }: Cities): LocationChanges {
  const { cityId, ...others } = changes;
  return cityId === undefined || target?.status !== 'approved' ? others : changes;
}

/** A photo that was chosen after the change stays featured. */
function featuredAfterRevert(location: Location, changeId: string, photoId: string | null): string | null {
  if (location.featuredPhotoId !== photoId) return location.featuredPhotoId;
  return featuredBefore(location.featured, changeId, (id) => location.reverts.get(id)?.is === 'reverted');
}

function requireEditStatus(location: Location, editId: string, status: 'approved' | 'rejected'): void {
  if (findEdit(location.edits, editId)?.status !== status) throw new Refusal('already-decided');
}

/** The second event of an append names the city that the first event moved the location to. */
const idsAfter = (ids: ReturnType<typeof idsOf>, { cityId }: LocationChanges) => ({
  ...ids,
  cityId: cityId?.to ?? ids.cityId,
});
