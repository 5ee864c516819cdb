import type { CityEvent } from '#contracts/city/events';
import { cityFields, type CityFields } from '#contracts/city/fields';
import type { Recorded } from '#contracts/events';
import { applyChanges, presentChanges } from '#contracts/shared/changes';
import { pickFields } from '#contracts/shared/entity-fields';
import { Refusal } from '#contracts/shared/errors';
import { type Life, lifeAfter, newLife } from '#contracts/shared/life';
import { limits } from '#contracts/shared/limits';
import { isCitySeenBy } from '#contracts/shared/shown';
import type { Actor, Decider } from '#platform/commands/decider';

import {
  changedBy,
  hasEffect,
  noReverts,
  reappliedChanges,
  type ReapplyCommand,
  type RevertCommand,
  revertedChanges,
  type Reverts,
  revertsAfter,
} from '../shared/reverts.ts';
import {
  changedSince,
  changesBetween,
  type DecisionFacts,
  type Earlier,
  isEmpty,
  type Original,
  refuseChanged,
  refuseLongApproved,
  refuseOwn,
  requireKnown,
  requireOriginal,
  requireRestorable,
  type Seen,
  type Wanted,
} from '../shared/rules.ts';

export interface City extends Life {
  readonly id: string;
  readonly fields: CityFields;
  readonly reverts: Reverts;
  /** How often its submitter has sent it in again. */
  readonly resubmissions: number;
  readonly wasApproved: boolean;
}
export type CityState = City | undefined;

export type CityCommand =
  | { readonly type: 'submit'; readonly cityId: string; readonly fields: CityFields }
  | { readonly type: 'approve' }
  /** `original`: the city that it duplicates; `unknown` if there is no city with that id. */
  | { readonly type: 'reject'; readonly reason: string | null; readonly original?: Original }
  /** `base`: the values that the person saw, if the request named a revision. */
  | { readonly type: 'edit'; readonly wanted: Wanted<CityFields>; readonly base?: Earlier<CityFields> }
  | { readonly type: 'reopen' }
  | { readonly type: 'withdraw' }
  | { readonly type: 'delete' }
  | { readonly type: 'restore'; readonly now: Date; readonly values?: Earlier<CityFields> }
  | RevertCommand<CityEvent>
  | ReapplyCommand<CityEvent>;

export interface CityFacts extends DecisionFacts<CityState> {
  /** Whether people other than its submitter have places in it. Needed only if a moderator would close it. */
  readonly holdsOthers?: boolean;
}

export const citySeenBy = (city: CityState, actor: Actor): city is City =>
  city !== undefined && isCitySeenBy(city, actor);

export const cityDecider: Decider<CityState, CityCommand, CityFacts, CityEvent> = {
  initial: undefined,
  evolve,
  decide,
};

function evolve(city: CityState, event: Recorded<CityEvent>): CityState {
  if (event.type === 'city-submitted.v1') {
    const { cityId } = event.data;
    return {
      ...newLife(event.metadata.actor),
      id: cityId,
      fields: pickFields(cityFields, event.data),
      reverts: noReverts,
      resubmissions: 0,
      wasApproved: false,
    };
  }
  if (city === undefined) return undefined;
  const reverts = revertsAfter(city.reverts, event);
  const after = evolveLife(city, event);
  return reverts === city.reverts ? after : { ...after, reverts };
}

type AfterSubmission = Exclude<CityEvent, { type: 'city-submitted.v1' }>;

function evolveLife(city: City, event: Recorded<AfterSubmission>): City {
  if (event.type === 'city-edited.v1') {
    return { ...city, fields: applyChanges(city.fields, event.data.changes) };
  }
  const after = lifeAfter(city, event);
  if (event.type === 'city-approved.v1') return { ...after, wasApproved: true };
  if (event.type !== 'city-resubmitted.v1') return after;
  const fields = applyChanges(after.fields, event.data.changes);
  return { ...after, fields, resubmissions: after.resubmissions + 1 };
}

function decide(city: CityState, command: CityCommand, actor: Actor, facts: CityFacts): readonly CityEvent[] {
  if (command.type === 'submit') return submit(city, command, actor);
  if (command.type === 'restore') return restore(city, command);
  if (!citySeenBy(city, actor)) throw new Refusal('city-not-found');
  if (isDecision(command)) refuseOwn(actor, city.submittedBy);
  if (takesAway(command)) refuseTakingAway(city, actor, facts);
  const cityId = city.id;
  switch (command.type) {
    case 'approve':
      if (city.status === 'approved') return [];
      if (city.status !== 'pending') throw new Refusal('already-decided');
      refuseChanged(facts.seen, city, fieldsOf);
      return [{ type: 'city-approved.v1', data: { cityId } }];
    case 'reject':
      return reject(city, command, facts);
    case 'reopen':
      if (city.status === 'pending') return [];
      // A city to which others have contributed stays when its submitter withdraws.
      if (city.status === 'withdrawn' && !city.wasApproved) throw new Refusal('already-decided');
      return [{ type: 'city-reopened.v1', data: { cityId } }];
    case 'withdraw':
      if (city.submittedBy !== actor.userId) throw new Refusal('forbidden');
      if (city.status === 'withdrawn') return [];
      if (city.status !== 'pending') throw new Refusal('already-decided');
      return [{ type: 'city-withdrawn.v1', data: { cityId } }];
    case 'delete':
      return [{ type: 'city-deleted.v1', data: { cityId } }];
    case 'edit':
      if (city.status === 'withdrawn') throw new Refusal('already-decided');
      return edit(city, changedSince(requireKnown(command.base), command.wanted), actor);
    case 'revert':
      return revertInCity(city, command, actor, facts.seen);
    case 'reapply':
      return reapplyInCity(city, command, actor);
  }
}

function reject(
  city: City,
  { reason, original }: Extract<CityCommand, { type: 'reject' }>,
  { seen }: CityFacts,
): readonly CityEvent[] {
  const repeats = original === undefined ? {} : { duplicateOf: requireOriginal(original, city.id) };
  if (city.status === 'rejected') return [];
  if (city.status !== 'pending') throw new Refusal('already-decided');
  refuseChanged(seen, city, fieldsOf);
  return [{ type: 'city-rejected.v1', data: { cityId: city.id, reason, ...repeats } }];
}

const isDecision = ({ type }: CityCommand): boolean =>
  type === 'approve' || type === 'reject' || type === 'reopen';

/** Whether the command closes a city that may be public. */
export const takesAway = (command: CityCommand): boolean =>
  command.type === 'reject' ||
  command.type === 'reopen' ||
  (command.type === 'revert' && command.change.type === 'city-approved.v1');

/** @throws Refusal `administrator-decides` for a moderator, if it has long been public or others have places in it */
function refuseTakingAway(city: City, actor: Actor, { now, holdsOthers = false }: CityFacts): void {
  refuseLongApproved(city, actor, now);
  if (holdsOthers && !actor.isAdmin) throw new Refusal('administrator-decides');
}

const fieldsOf = ({ fields }: City): readonly unknown[] => Object.values(fields);

function submit(
  city: CityState,
  { cityId, fields }: Extract<CityCommand, { type: 'submit' }>,
  actor: Actor,
): readonly CityEvent[] {
  if (city !== undefined) throw new Refusal('already-exists');
  const submitted: CityEvent = { type: 'city-submitted.v1', data: { cityId, ...fields } };
  if (actor.isAdmin) return [submitted, { type: 'city-approved.v1', data: { cityId } }];
  if (actor.isTrusted) return [submitted, { type: 'city-approved.v1', data: { cityId, review: 'after' } }];
  return [submitted];
}

function restore(
  city: CityState,
  { now, values }: Extract<CityCommand, { type: 'restore' }>,
): readonly CityEvent[] {
  if (city === undefined) throw new Refusal('city-not-found');
  if (city.deletedAt !== null) requireRestorable(city.deletedAt, now);
  const back: CityEvent[] =
    city.status === 'deleted' ? [{ type: 'city-restored.v1', data: { cityId: city.id } }] : [];
  return [...back, ...edited(city, requireKnown(values) ?? {})];
}

/**
 * An edit by the submitter of a declined city sends it in again, even if nothing changes. An edit of a public city is
 * reviewed afterwards, unless it is the administrator's.
 */
function edit(city: City, wanted: Wanted<CityFields>, actor: Actor): readonly CityEvent[] {
  if (city.status !== 'rejected' || city.submittedBy !== actor.userId) {
    const isReviewedLater = city.status === 'approved' && !actor.isAdmin;
    return edited(city, wanted, isReviewedLater ? { review: 'after' } : {});
  }
  if (city.resubmissions >= limits.resubmissions) throw new Refusal('resubmitted-too-often');
  const changes = changesBetween(city.fields, wanted);
  return [{ type: 'city-resubmitted.v1', data: { cityId: city.id, changes } }];
}

function edited(
  city: City,
  wanted: Wanted<CityFields>,
  review: { readonly review?: 'after' } = {},
): readonly CityEvent[] {
  const changes = changesBetween(city.fields, wanted);
  return isEmpty(changes) ? [] : [{ type: 'city-edited.v1', data: { cityId: city.id, changes, ...review } }];
}

/** Reverts a change that applied at once: restores an edit's fields, or declines a trusted person's approved city. */
function revertInCity(
  city: City,
  command: RevertCommand<CityEvent>,
  actor: Actor,
  seen: Seen<CityState> | undefined,
): readonly CityEvent[] {
  if (!hasEffect(city.reverts, command, actor)) return [];
  const { change, reason } = command;
  refuseChanged(seen, city, changedBy(change));
  const ids = { cityId: city.id };
  if (change.type === 'city-edited.v1') {
    const changes = { ...revertedChanges(city.fields, presentChanges(change.data.changes)) };
    return [{ type: 'city-edited.v1', data: { ...ids, changes, reverts: change.id } }];
  }
  if (city.status === 'withdrawn') throw new Refusal('already-decided');
  return [
    { type: 'city-reopened.v1', data: { ...ids, reverts: change.id } },
    { type: 'city-rejected.v1', data: { ...ids, reason: reason ?? city.reason } },
  ];
}

/** Undoes a revert. */
function reapplyInCity(city: City, command: ReapplyCommand<CityEvent>, actor: Actor): readonly CityEvent[] {
  if (!hasEffect(city.reverts, command, actor)) return [];
  const { change } = command;
  const ids = { cityId: city.id };
  if (change.type === 'city-edited.v1') {
    const changes = { ...reappliedChanges(city.fields, presentChanges(change.data.changes)) };
    return [{ type: 'city-edited.v1', data: { ...ids, changes, reapplies: change.id } }];
  }
  if (city.status !== 'rejected') throw new Refusal('already-decided');
  return [
    { type: 'city-reopened.v1', data: ids },
    { type: 'city-approved.v1', data: { ...ids, reapplies: change.id } },
  ];
}
