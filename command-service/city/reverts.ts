import { presentChanges } from '#contracts/shared/changes';
import { Refusal } from '#contracts/shared/errors';
import type { CityFields } from '#contracts/city/fields';
import type { CityEvent } from '#contracts/city/events';
import type { Life } from '#contracts/shared/life';

import type { Actor } from '#platform/commands/decider';
import {
  changedBy,
  hasEffect,
  reappliedChanges,
  revertedChanges,
  type ReapplyCommand,
  type RevertCommand,
  type Reverts,
} from '../shared/reverts.ts';
import { refuseChanged, type Seen } from '../shared/rules.ts';

/** The parts of a city that a revert needs. */
interface City extends Life {
  readonly id: string;
  readonly fields: CityFields;
  readonly reverts: Reverts;
}

/** Reverts a change that applied at once: restores an edit's fields, or declines a trusted person's approved city. */
export function revertInCity(
  city: City,
  command: RevertCommand<CityEvent>,
  actor: Actor,
  seen: Seen<City | undefined> | undefined,
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
export function reapplyInCity(
  city: City,
  command: ReapplyCommand<CityEvent>,
  actor: Actor,
): readonly CityEvent[] {
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
