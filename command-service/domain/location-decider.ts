import { Refusal } from '#contracts/errors';
import type { LocationChanges, LocationEvent } from '#contracts/events/location';

import { citySeenBy, type CityState } from './city.ts';
import {
  changesBetween,
  isEmpty,
  known,
  system,
  type Actor,
  type Changes,
  type Decider,
  type Earlier,
  type Wanted,
} from './decider.ts';
import {
  evolveLocation,
  locationSeenBy,
  type Location,
  type LocationFields,
  type LocationState,
  type ProposedEdit,
} from './location.ts';
import type { PhotoState } from './photo.ts';

export type LocationCommand =
  | { readonly type: 'submit'; readonly locationId: string; readonly fields: LocationFields }
  | { readonly type: 'approve' }
  | { readonly type: 'reject'; readonly reason: string | null }
  /** `base`: the values that the person saw, if they said so; `editId`: for an edit that must wait. */
  | {
      readonly type: 'edit';
      readonly editId: string;
      readonly wanted: Wanted<LocationFields>;
      readonly base?: Earlier<LocationFields>;
    }
  | { readonly type: 'approve-edit'; readonly editId: string; readonly force: boolean }
  | { readonly type: 'reject-edit'; readonly editId: string; readonly reason: string | null }
  | { readonly type: 'withdraw-edit'; readonly editId: string }
  /** `undoes`: only if that is what ended it (a cascade being undone). */
  | { readonly type: 'reopen'; readonly undoes?: string }
  | { readonly type: 'withdraw' }
  | { readonly type: 'delete' }
  | { readonly type: 'restore'; readonly undoes?: string; readonly values?: Earlier<LocationFields> }
  | { readonly type: 'feature-photo'; readonly photo: PhotoState };

export interface LocationFacts {
  /** The city that the location is in (or is submitted to). */
  readonly city: CityState;
  /** The city that an edit would move it to; the same one if it stays. */
  readonly target: CityState;
}

type Command<T extends LocationCommand['type']> = Extract<LocationCommand, { type: T }>;

export const locationDecider: Decider<LocationState, LocationCommand, LocationFacts, LocationEvent> = {
  initial: undefined,
  evolve: evolveLocation,
  decide,
};

function decide(
  location: LocationState,
  command: LocationCommand,
  actor: Actor,
  facts: LocationFacts,
): readonly LocationEvent[] {
  if (command.type === 'submit') return submit(location, command, actor, facts.city);
  if (command.type === 'restore') return restore(location, command, facts.city);
  // A cascade goes through although the city, its root, is already gone.
  if (command.type === 'delete' && isSystem(actor) && location !== undefined) {
    return location.status === 'deleted' ? [] : [{ type: 'location-deleted.v1', data: idsOf(location) }];
  }
  if (!locationSeenBy(location, facts.city, actor) && !hasOwnEdit(location, command, actor)) {
    throw new Refusal(command.type === 'feature-photo' ? 'photo-not-found' : 'location-not-found');
  }
  switch (command.type) {
    case 'approve':
      return approve(location, facts.city);
    case 'reject':
      if (location.status === 'rejected') return [];
      if (location.status !== 'pending') throw new Refusal('already-decided');
      return [{ type: 'location-rejected.v1', data: { ...idsOf(location), reason: command.reason } }];
    case 'reopen':
      return reopen(location, command, facts.city);
    case 'withdraw':
      if (location.submittedBy !== (isSystem(actor) ? facts.city?.submittedBy : actor.userId)) {
        throw new Refusal('forbidden');
      }
      if (location.status === 'withdrawn') return [];
      if (location.status !== 'pending') throw new Refusal('already-decided');
      return [{ type: 'location-withdrawn.v1', data: idsOf(location) }];
    case 'edit':
      return edit(location, command, actor, facts);
    case 'approve-edit':
      return approveEdit(location, command, facts);
    case 'reject-edit':
    case 'withdraw-edit':
      return endEdit(location, command, actor);
    case 'feature-photo':
      return featurePhoto(location, command.photo);
    case 'delete':
      return [{ type: 'location-deleted.v1', data: idsOf(location) }];
  }
}

/** What somebody proposed is theirs to take back, also while its location is away: it would return with that. */
const hasOwnEdit = (location: LocationState, command: LocationCommand, actor: Actor): location is Location =>
  command.type === 'withdraw-edit' && location?.edits.get(command.editId)?.userId === actor.userId;

const isSystem = (actor: Actor): boolean => actor.userId === system.userId;
const idsOf = (location: Location) => ({ locationId: location.id, cityId: location.fields.cityId });

function submit(
  location: LocationState,
  { locationId, fields }: Command<'submit'>,
  actor: Actor,
  city: CityState,
): readonly LocationEvent[] {
  if (location !== undefined) throw new Refusal('already-exists');
  checkTarget(city, actor, actor.isAdmin ? 'approved' : 'open');
  const submitted: LocationEvent = { type: 'location-submitted.v1', data: { locationId, ...fields } };
  const approved: LocationEvent = {
    type: 'location-approved.v1',
    data: { locationId, cityId: fields.cityId },
  };
  return actor.isAdmin ? [submitted, approved] : [submitted];
}

/** A city that the person may put a location in: an approved one or, where `open` is enough, their own that waits. */
function checkTarget(city: CityState, actor: Actor, need: 'approved' | 'open'): void {
  if (!citySeenBy(city, actor)) throw new Refusal('city-not-found');
  if (city.status === 'approved') return;
  if (need === 'open' && city.status === 'pending') return;
  if (city.status === 'pending') throw new Refusal('approve-city-first');
  throw new Refusal('already-decided', { detail: `The city was ${city.status}.` });
}

function approve(location: Location, city: CityState): readonly LocationEvent[] {
  if (location.status === 'approved') return [];
  if (location.status !== 'pending') throw new Refusal('already-decided');
  if (city?.status !== 'approved') throw new Refusal('approve-city-first');
  return [{ type: 'location-approved.v1', data: idsOf(location) }];
}

function reopen(
  location: Location,
  { undoes }: Command<'reopen'>,
  city: CityState,
): readonly LocationEvent[] {
  if (undoes !== undefined && location.endedBy !== undoes) return [];
  if (location.status === 'pending') return [];
  // What its submitter took back stays so, unless it went along with a city that returns.
  if (location.status === 'withdrawn' && undoes === undefined) throw new Refusal('already-decided');
  if (city?.status !== 'approved' && city?.status !== 'pending') throw new Refusal('approve-city-first');
  return [{ type: 'location-reopened.v1', data: { ...idsOf(location), undoes: location.endedBy ?? '' } }];
}

function restore(
  location: LocationState,
  { undoes, values: earlier }: Command<'restore'>,
  city: CityState,
): readonly LocationEvent[] {
  if (location === undefined) throw new Refusal('location-not-found');
  const values = known(earlier);
  if (undoes !== undefined && location.endedBy !== undoes) return [];
  if (city === undefined || city.status === 'deleted') throw new Refusal('restore-city-first');
  const back: LocationEvent[] =
    location.status === 'deleted'
      ? [{ type: 'location-restored.v1', data: { ...idsOf(location), undoes: location.endedBy ?? '' } }]
      : [];
  // Where it is now stays: the city of an old revision may be gone.
  return [...back, ...edited(location, { ...values, cityId: location.fields.cityId })];
}

function edit(
  location: Location,
  { editId, wanted, ...command }: Command<'edit'>,
  actor: Actor,
  { target }: LocationFacts,
): readonly LocationEvent[] {
  const base = known(command.base);
  const atOnce = actor.isAdmin || (location.status === 'pending' && location.submittedBy === actor.userId);
  const meant = base === undefined ? wanted : newValues(changesBetween(base, wanted));
  const changes = changesBetween(location.fields, meant);
  if (changes.cityId !== undefined) {
    checkTarget(target, actor, location.status === 'pending' && !actor.isAdmin ? 'open' : 'approved');
  }
  if (atOnce) return edited(location, meant);
  if (location.status !== 'approved') throw new Refusal('already-decided');
  if (isEmpty(changes)) throw new Refusal('edit-changes-nothing');
  // Against the values that the person saw: what another made of them since is for the review to show.
  const proposed = onWire(changesBetween(base ?? location.fields, newValues(changes)));
  return [{ type: 'location-edit-proposed.v1', data: { ...idsOf(location), editId, changes: proposed } }];
}

function edited(location: Location, wanted: Wanted<LocationFields>): readonly LocationEvent[] {
  const changes = changesBetween(location.fields, wanted);
  if (isEmpty(changes)) return [];
  return [{ type: 'location-edited.v1', data: { ...idsOf(location), changes: onWire(changes) } }];
}

function findEdit(location: Location, editId: string): ProposedEdit {
  const found = location.edits.get(editId);
  if (found === undefined) throw new Refusal('edit-not-found');
  return found;
}

function approveEdit(
  location: Location,
  { editId, force }: Command<'approve-edit'>,
  { target }: LocationFacts,
): readonly LocationEvent[] {
  const proposed = findEdit(location, editId);
  if (proposed.status === 'approved') return [];
  if (proposed.status !== 'pending') throw new Refusal('already-decided');
  const outdated = Object.entries(proposed.changes).some(
    ([key, change]) => (location.fields as unknown as Record<string, unknown>)[key] !== change.from,
  );
  if (outdated && !force) throw new Refusal('edit-outdated');
  const changes = changesBetween(location.fields, newValues(proposed.changes));
  if (changes.cityId !== undefined) checkTarget(target, system, 'approved');
  return [
    {
      type: 'location-edit-approved.v1',
      data: { ...idsOf(location), editId, changes: onWire(changes), forced: outdated },
    },
  ];
}

function endEdit(
  location: Location,
  command: Command<'reject-edit'> | Command<'withdraw-edit'>,
  actor: Actor,
): readonly LocationEvent[] {
  const { editId } = command;
  const proposed = findEdit(location, editId);
  const ids = { ...idsOf(location), editId };
  if (command.type === 'withdraw-edit') {
    if (proposed.userId !== actor.userId) throw new Refusal(actor.isAdmin ? 'forbidden' : 'edit-not-found');
    if (proposed.status === 'withdrawn') return [];
    if (proposed.status !== 'pending') throw new Refusal('already-decided');
    return [{ type: 'location-edit-withdrawn.v1', data: ids }];
  }
  if (proposed.status === 'rejected') return [];
  if (proposed.status !== 'pending') throw new Refusal('already-decided');
  return [{ type: 'location-edit-rejected.v1', data: { ...ids, reason: command.reason } }];
}

function featurePhoto(location: Location, photo: PhotoState): readonly LocationEvent[] {
  if (photo === undefined || !photo.present || photo.locationId !== location.id) {
    throw new Refusal('photo-not-found');
  }
  if (location.featuredPhotoId === photo.id) return [];
  return [{ type: 'photo-featured.v1', data: { ...idsOf(location), photoId: photo.id } }];
}

function newValues(changes: Changes<LocationFields>): Wanted<LocationFields> {
  return Object.fromEntries(Object.entries(changes).map(([key, change]) => [key, change.to]));
}

/** The changes as an event holds them: mutable plain data. */
const onWire = (changes: Changes<LocationFields>): LocationChanges => ({ ...changes });
