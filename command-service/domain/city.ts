import { Refusal } from '#contracts/errors';
import type { CityEvent } from '#contracts/events/city';
import type { Recorded } from '#contracts/events/index';
import type { Status } from '#contracts/vocabulary';

import {
  applyChanges,
  changesBetween,
  endOf,
  isEmpty,
  known,
  open,
  standingOf,
  type Actor,
  type Changes,
  type Decider,
  type Earlier,
  type Standing,
  type Wanted,
} from './decider.ts';

export interface CityFields {
  readonly name: string;
  readonly country: string;
  readonly imageUrl: string;
}

export interface City {
  readonly id: string;
  readonly status: Status;
  readonly fields: CityFields;
  readonly submittedBy: string;
  /** The event that decided or ended it, by which that can be undone. */
  readonly endedBy: string | null;
  /** What a restore brings back; null unless deleted. */
  readonly beforeDeletion: Standing | null;
}
export type CityState = City | undefined;

export type CityCommand =
  | { readonly type: 'submit'; readonly cityId: string; readonly fields: CityFields }
  | { readonly type: 'approve' }
  | { readonly type: 'reject'; readonly reason: string | null }
  /** `base`: the values that the person saw, if they said so. */
  | { readonly type: 'edit'; readonly wanted: Wanted<CityFields>; readonly base?: Earlier<CityFields> }
  | { readonly type: 'reopen' }
  | { readonly type: 'withdraw' }
  | { readonly type: 'delete' }
  | { readonly type: 'restore'; readonly values?: Earlier<CityFields> };

/** Public, or one's own, or seen by the administrator; a deleted one is gone for everyone. */
export function citySeenBy(city: CityState, actor: Actor): city is City {
  if (city === undefined || city.status === 'deleted') return false;
  return city.status === 'approved' || actor.isAdmin || city.submittedBy === actor.userId;
}

export const cityDecider: Decider<CityState, CityCommand, undefined, CityEvent> = {
  initial: undefined,
  evolve,
  decide,
};

function evolve(city: CityState, event: Recorded<CityEvent>): CityState {
  if (event.type === 'city-submitted.v1') {
    const { cityId, ...fields } = event.data;
    return {
      id: cityId,
      status: 'pending',
      fields,
      submittedBy: event.metadata.actor,
      endedBy: null,
      beforeDeletion: null,
    };
  }
  if (city === undefined) return undefined;
  const ended = (status: Status): City => ({ ...city, status, endedBy: endOf(event) });
  switch (event.type) {
    case 'city-approved.v1':
      return ended('approved');
    case 'city-rejected.v1':
      return ended('rejected');
    case 'city-withdrawn.v1':
      return ended('withdrawn');
    case 'city-deleted.v1':
      return { ...ended('deleted'), beforeDeletion: standingOf(city) };
    case 'city-reopened.v1':
      return { ...city, status: 'pending', endedBy: null };
    case 'city-restored.v1':
      return { ...city, ...(city.beforeDeletion ?? open), beforeDeletion: null };
    case 'city-edited.v1':
      return { ...city, fields: applyChanges(city.fields, present(event.data.changes)) };
  }
}

function decide(city: CityState, command: CityCommand, actor: Actor): readonly CityEvent[] {
  if (command.type === 'submit') return submit(city, command, actor);
  if (command.type === 'restore') return restore(city, command);
  if (!citySeenBy(city, actor)) throw new Refusal('city-not-found');
  const cityId = city.id;
  switch (command.type) {
    case 'approve':
      if (city.status === 'approved') return [];
      if (city.status !== 'pending') throw new Refusal('already-decided');
      return [{ type: 'city-approved.v1', data: { cityId } }];
    case 'reject':
      if (city.status === 'rejected') return [];
      if (city.status !== 'pending') throw new Refusal('already-decided');
      return [{ type: 'city-rejected.v1', data: { cityId, reason: command.reason } }];
    case 'reopen':
      if (city.status === 'pending') return [];
      if (city.status === 'withdrawn') throw new Refusal('already-decided');
      return [{ type: 'city-reopened.v1', data: { cityId, undoes: city.endedBy ?? '' } }];
    case 'withdraw':
      if (city.submittedBy !== actor.userId) throw new Refusal('forbidden');
      if (city.status === 'withdrawn') return [];
      if (city.status !== 'pending') throw new Refusal('already-decided');
      return [{ type: 'city-withdrawn.v1', data: { cityId } }];
    case 'delete':
      return [{ type: 'city-deleted.v1', data: { cityId } }];
    case 'edit':
      if (city.status === 'withdrawn') throw new Refusal('already-decided');
      return edited(city, meant(command.wanted, known(command.base)));
  }
}

function submit(
  city: CityState,
  { cityId, fields }: Extract<CityCommand, { type: 'submit' }>,
  actor: Actor,
): readonly CityEvent[] {
  if (city !== undefined) throw new Refusal('already-exists');
  const submitted: CityEvent = { type: 'city-submitted.v1', data: { cityId, ...fields } };
  return actor.isAdmin ? [submitted, { type: 'city-approved.v1', data: { cityId } }] : [submitted];
}

function restore(
  city: CityState,
  { values }: Extract<CityCommand, { type: 'restore' }>,
): readonly CityEvent[] {
  if (city === undefined) throw new Refusal('city-not-found');
  const back: CityEvent[] =
    city.status === 'deleted'
      ? [{ type: 'city-restored.v1', data: { cityId: city.id, undoes: city.endedBy ?? '' } }]
      : [];
  return [...back, ...edited(city, known(values) ?? {})];
}

function edited(city: City, wanted: Wanted<CityFields>): readonly CityEvent[] {
  const changes = changesBetween(city.fields, wanted);
  return isEmpty(changes) ? [] : [{ type: 'city-edited.v1', data: { cityId: city.id, changes } }];
}

/** What the person changed: a field that still has the value they saw is not meant to change it back. */
function meant(wanted: Wanted<CityFields>, base: CityFields | undefined): Wanted<CityFields> {
  if (base === undefined) return wanted;
  const changes = changesBetween(base, wanted);
  return Object.fromEntries(Object.entries(changes).map(([key, change]) => [key, change.to]));
}

/** The same changes, without the keys that zod leaves undefined. */
function present(changes: object): Changes<CityFields> {
  return Object.fromEntries(Object.entries(changes).filter(([, change]) => change !== undefined));
}
