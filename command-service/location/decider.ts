import { Refusal } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';
import type { LocationEvent } from '#contracts/location/events';
import type { LocationFields } from '#contracts/location/fields';
import { isPhotoSeenBy, shown, type PhotoReview } from '#contracts/shared/shown';

import type { CityState } from '../city/decider.ts';
import type { Actor, Decider } from '#platform/commands/decider';
import {
  changedSince,
  changesBetween,
  isEmpty,
  newValues,
  requireKnown,
  type Earlier,
  type Wanted,
  refuseLongApproved,
  type DecisionFacts,
  requireOriginal,
  type Original,
  refuseOwn,
  requireRestorable,
  refuseChanged,
} from '../shared/rules.ts';
import { decideEdit, type EditCommand, type EditFacts } from './edit-decisions.ts';
import { bytesOfEdits, findEdit, type Edits } from './edits.ts';
import {
  checkTarget,
  evolveLocation,
  foldLocation,
  idsOf,
  isOutdated,
  type Location,
  locationSeenBy,
  type LocationState,
  onWire,
} from './state.ts';
import { isMerged, merge, part, type MergeCommand, type MergedLocation } from './merging.ts';
import { reapplyInLocation, revertInLocation } from './reverts.ts';
import type { ReapplyCommand, RevertCommand } from '../shared/reverts.ts';

/** The data of a photo that decides whether a location can feature it. */
export interface ChosenPhoto extends PhotoReview {
  readonly id: string;
  readonly locationId: string;
}

export type LocationCommand =
  | { readonly type: 'submit'; readonly locationId: string; readonly fields: LocationFields }
  | { readonly type: 'approve' }
  /** `original`: the location that it duplicates; `unknown` if there is no location with that id. */
  | {
      readonly type: 'reject';
      readonly reason: string | null;
      readonly original?: Original;
    }
  /**
   * `base`: the values that the person saw, if the request named a revision. `editId`: the id that the edit gets if it
   * must wait.
   */
  | {
      readonly type: 'edit';
      readonly editId: string;
      readonly wanted: Wanted<LocationFields>;
      readonly base?: Earlier<LocationFields>;
    }
  | EditCommand
  | { readonly type: 'reopen' }
  | { readonly type: 'withdraw' }
  | { readonly type: 'delete' }
  | { readonly type: 'restore'; readonly now: Date; readonly values?: Earlier<LocationFields> }
  | MergeCommand
  | { readonly type: 'feature-photo'; readonly photo: ChosenPhoto | undefined }
  | RevertCommand<LocationEvent>
  | ReapplyCommand<LocationEvent>;

export interface LocationFacts extends EditFacts, DecisionFacts<LocationState> {
  /** For a merged location, the place that shows it. */
  readonly into?: string | undefined;
  /** False if the number of waiting items is not limited. */
  readonly waitingIsLimited: boolean;
}

type Command<T extends LocationCommand['type']> = Extract<LocationCommand, { type: T }>;

export const locationDecider: Decider<LocationState, LocationCommand, LocationFacts, LocationEvent> = {
  initial: undefined,
  evolve: evolveLocation,
  fold: foldLocation,
  extraBytes: (location) => (location === undefined ? 0 : bytesOfEdits(location.edits)),
  decide,
};

function decide(
  location: LocationState,
  command: LocationCommand,
  actor: Actor,
  facts: LocationFacts,
): readonly LocationEvent[] {
  if (command.type === 'submit') return submit(location, command, actor, facts.city);
  if (command.type === 'give-back' && location !== undefined)
    return edited(location, command.valuesFor(location));
  if (isMerged(location)) return decideMerged(location, command, actor, facts);
  if (command.type === 'restore') return restore(location, command, facts.city);
  if (!locationSeenBy(location, facts.city, actor) && !hasOwnEdit(location, command, actor)) {
    throw new Refusal(command.type === 'feature-photo' ? 'photo-not-found' : 'location-not-found');
  }
  if (isDecision(command)) refuseOwn(actor, location.submittedBy);
  switch (command.type) {
    case 'approve':
      return approve(location, facts);
    case 'reject':
      refuseLongApproved(location, actor, facts.now);
      return reject(location, command, facts);
    case 'reopen':
      refuseLongApproved(location, actor, facts.now);
      return reopen(location, facts.city);
    case 'withdraw':
      return withdraw(location, actor, facts.city);
    case 'edit':
      return edit(location, command, actor, facts);
    case 'approve-edit':
    case 'reject-edit':
    case 'withdraw-edit':
    case 'reopen-edit':
      return decideEdit(location, command, actor, facts);
    case 'revert':
      return revertInLocation(location, command, actor, facts);
    case 'reapply':
      return reapplyInLocation(location, command, actor, facts);
    case 'feature-photo':
      return featurePhoto(location, command.photo, actor);
    case 'merge':
      return merge(location, command);
    case 'part':
      return [];
    case 'take-values':
    case 'give-back':
      return edited(location, command.valuesFor(location));
    case 'delete':
      return [{ type: 'location-deleted.v1', data: idsOf(location) }];
  }
}

const isDecision = ({ type }: LocationCommand): boolean =>
  type === 'approve' || type === 'reject' || type === 'reopen' || type === 'merge';

/**
 * For a merged place, only the merge itself can be undone, and edits can be decided and withdrawn, through the place
 * that shows it.
 */
function decideMerged(
  location: MergedLocation,
  command: Exclude<LocationCommand, { type: 'submit' }>,
  actor: Actor,
  { into, ...facts }: LocationFacts,
): readonly LocationEvent[] {
  switch (command.type) {
    case 'part':
      refuseOwn(actor, location.submittedBy);
      return part(location);
    case 'reject-edit':
    case 'withdraw-edit':
    case 'reopen-edit':
      return decideEdit(location, command, actor, facts);
    case 'restore':
      // The refusal names the place that has to be restored first.
      throw mergedInto(into);
    default:
      if (!locationSeenBy(facts.shownBy, facts.city, actor)) throw new Refusal('location-not-found');
      if (command.type === 'approve-edit') return decideEdit(location, command, actor, facts);
      throw mergedInto(into);
  }
}

const mergedInto = (into: string | undefined): Refusal =>
  new Refusal('location-merged', into === undefined ? {} : { into });

/**
 * A proposer may withdraw an edit even while its location is hidden: otherwise the edit would reappear with the
 * location.
 */
const hasOwnEdit = (location: LocationState, command: LocationCommand, actor: Actor): location is Location =>
  command.type === 'withdraw-edit' &&
  location !== undefined &&
  findEdit(location.edits, command.editId)?.userId === actor.userId;

function submit(
  location: LocationState,
  { locationId, fields }: Command<'submit'>,
  actor: Actor,
  city: CityState,
): readonly LocationEvent[] {
  if (location !== undefined) throw new Refusal('already-exists');
  checkTarget(city, actor, actor.isAdmin ? 'approved' : 'open');
  const submitted: LocationEvent = { type: 'location-submitted.v1', data: { locationId, ...fields } };
  const ids = { locationId, cityId: fields.cityId };
  if (actor.isAdmin) return [submitted, { type: 'location-approved.v1', data: ids }];
  // In a pending city, a trusted person's location waits together with the city.
  if (!actor.isTrusted || city?.status !== 'approved') return [submitted];
  return [submitted, { type: 'location-approved.v1', data: { ...ids, review: 'after' } }];
}

const fieldsOf = ({ fields }: Location): readonly unknown[] => Object.values(fields);

function approve(location: Location, { city, seen }: LocationFacts): readonly LocationEvent[] {
  if (location.status === 'approved') return [];
  if (location.status !== 'pending') throw new Refusal('already-decided');
  refuseChanged(seen, location, fieldsOf);
  if (city?.status !== 'approved') throw new Refusal('approve-city-first');
  return [{ type: 'location-approved.v1', data: idsOf(location) }];
}

function reject(
  location: Location,
  { reason, original }: Command<'reject'>,
  { city, seen }: LocationFacts,
): readonly LocationEvent[] {
  const repeats = original === undefined ? {} : { duplicateOf: requireOriginal(original, location.id) };
  const { status } = shown(location, city);
  if (status === 'rejected') return [];
  if (status !== 'pending') throw new Refusal('already-decided');
  refuseChanged(seen, location, fieldsOf);
  return [{ type: 'location-rejected.v1', data: { ...idsOf(location), reason, ...repeats } }];
}

function reopen(location: Location, city: CityState): readonly LocationEvent[] {
  const { status } = shown(location, city);
  if (status === 'pending') return [];
  // A location that its submitter withdrew before it was ever public stays withdrawn.
  const wasPublic = location.status === 'withdrawn' && location.wasApproved;
  if (status === 'withdrawn' && !wasPublic) throw new Refusal('already-decided');
  if (city?.status !== 'approved' && city?.status !== 'pending') throw new Refusal('approve-city-first');
  return [{ type: 'location-reopened.v1', data: idsOf(location) }];
}

function withdraw(location: Location, actor: Actor, city: CityState): readonly LocationEvent[] {
  if (location.submittedBy !== actor.userId) throw new Refusal('forbidden');
  const { status } = shown(location, city);
  if (status === 'withdrawn') return [];
  if (status !== 'pending') throw new Refusal('already-decided');
  return [{ type: 'location-withdrawn.v1', data: idsOf(location) }];
}

function restore(
  location: LocationState,
  { now, values: earlier }: Command<'restore'>,
  city: CityState,
): readonly LocationEvent[] {
  if (location === undefined) throw new Refusal('location-not-found');
  const values = requireKnown(earlier);
  if (city === undefined || city.status === 'deleted') throw new Refusal('restore-city-first');
  if (location.deletedAt !== null) requireRestorable(location.deletedAt, now);
  const back: LocationEvent[] =
    location.status === 'deleted' ? [{ type: 'location-restored.v1', data: idsOf(location) }] : [];
  // The location stays in its current city: the city of an old revision may no longer exist.
  return [...back, ...edited(location, { ...values, cityId: location.fields.cityId })];
}

function edit(
  location: Location,
  { editId, wanted, ...command }: Command<'edit'>,
  actor: Actor,
  { city, target, waitingIsLimited }: LocationFacts,
): readonly LocationEvent[] {
  const base = requireKnown(command.base);
  const intended = changedSince(base, wanted);
  const { status } = shown(location, city);
  // The location shows as declined only because its city is declined: only restoring the city changes that.
  if (location.status === 'pending' && status === 'rejected' && !actor.isAdmin) {
    throw new Refusal('approve-city-first');
  }
  if (location.status === 'rejected' && location.submittedBy === actor.userId) {
    return resubmit(location, intended, actor, { city, target });
  }
  // The submitter of a pending location, and moderators, change it directly.
  const isTheirs = location.submittedBy === actor.userId || actor.canModerate;
  const atOnce = actor.isAdmin || (status === 'pending' && isTheirs);
  const changes = changesBetween(location.fields, intended);
  if (changes.cityId !== undefined) {
    checkTarget(target, actor, status === 'pending' && !actor.isAdmin ? 'open' : 'approved');
  }
  if (atOnce) return edited(location, intended);
  if (location.status !== 'approved') throw new Refusal('already-decided');
  if (isEmpty(changes)) throw new Refusal('edit-changes-nothing');
  // Compared with the values that the person saw; the review shows what others have changed since.
  const proposed = changesBetween(base ?? location.fields, newValues(changes));
  const ids = { ...idsOf(location), editId };
  const events: LocationEvent[] = [
    { type: 'location-edit-proposed.v1', data: { ...ids, changes: onWire(proposed) } },
  ];
  if (actor.isTrusted && !isOutdated(location, proposed)) {
    const data = { ...ids, changes: onWire(changes), forced: false, review: 'after' as const };
    return [...events, { type: 'location-edit-approved.v1', data }];
  }
  if (waitingIsLimited) requireRoom(location.edits, actor);
  return events;
}

/** The submitter sends in a declined location again, changed or unchanged. */
function resubmit(
  location: Location,
  wanted: Wanted<LocationFields>,
  actor: Actor,
  { city, target }: Pick<LocationFacts, 'city' | 'target'>,
): readonly LocationEvent[] {
  const changes = changesBetween(location.fields, wanted);
  if (changes.cityId !== undefined) checkTarget(target, actor, 'open');
  else if (city?.status !== 'approved' && city?.status !== 'pending') throw new Refusal('approve-city-first');
  if (location.resubmissions >= limits.resubmissions) throw new Refusal('resubmitted-too-often');
  return [{ type: 'location-resubmitted.v1', data: { ...idsOf(location), changes: onWire(changes) } }];
}

/** @throws Refusal `too-much-waiting` if the location, or this person on it, has too many edits waiting */
function requireRoom({ waiting }: Edits, { userId }: Actor): void {
  if (waiting.size >= limits.waitingEditsOfPlace) throw new Refusal('too-much-waiting');
  const theirs = [...waiting.values()].filter((edit) => edit.userId === userId);
  if (theirs.length >= limits.waitingEditsOfPersonOnPlace) throw new Refusal('too-much-waiting');
}

function edited(location: Location, wanted: Wanted<LocationFields>): readonly LocationEvent[] {
  const changes = changesBetween(location.fields, wanted);
  if (isEmpty(changes)) return [];
  return [{ type: 'location-edited.v1', data: { ...idsOf(location), changes: onWire(changes) } }];
}

function featurePhoto(
  location: Location,
  photo: ChosenPhoto | undefined,
  actor: Actor,
): readonly LocationEvent[] {
  if (photo === undefined || !isPhotoSeenBy(photo, actor) || photo.locationId !== location.id) {
    throw new Refusal('photo-not-found');
  }
  if (location.featuredPhotoId === photo.id) return [];
  const isTheirs = actor.userId === photo.uploadedBy || actor.userId === location.submittedBy;
  const review = actor.isAdmin || isTheirs ? {} : { review: 'after' as const };
  return [{ type: 'photo-featured.v1', data: { ...idsOf(location), photoId: photo.id, ...review } }];
}
