import { isSameValue, type Changes } from '#contracts/shared/changes';
import { appliedAtOnce } from '#contracts/moderation/decided-items';
import { Refusal } from '#contracts/shared/errors';
import type { CityEvent } from '#contracts/city/events';
import type { Recorded } from '#contracts/events';
import type { LocationEvent } from '#contracts/location/events';
import type { CityFields } from '#contracts/city/fields';
import type { LocationFields } from '#contracts/location/fields';

import type { Actor } from '#platform/commands/decider';
import { refuseOwn } from './rules.ts';

/** The current state of a change that was reverted at least once. */
export interface Reverted {
  readonly is: 'reverted' | 'reapplied';
  /** Log position of the latest event that reverted or reapplied it. */
  readonly position: bigint;
}

/** Reverted changes by id: the id of the event that applied at once. Stays small, because only moderators revert. */
export type Reverts = ReadonlyMap<string, Reverted>;
export const noReverts: Reverts = new Map();

/** The reverts after one more event of the entity's stream; the same object if the event changes none of them. */
export function revertsAfter(reverts: Reverts, event: Recorded<CityEvent | LocationEvent>): Reverts {
  const { position, data } = event;
  if ('reverts' in data && data.reverts !== undefined) {
    return new Map(reverts).set(data.reverts, { is: 'reverted', position });
  }
  if ('reapplies' in data && data.reapplies !== undefined) {
    return new Map(reverts).set(data.reapplies, { is: 'reapplied', position });
  }
  return reverts;
}

/** An event that applied at once and is reviewed afterwards. */
export type Change<E extends CityEvent | LocationEvent = CityEvent | LocationEvent> = Recorded<E> & {
  readonly data: { readonly review: 'after' };
};

export const isChange = (event: Recorded): event is Change => appliedAtOnce(event);

/** The parts of a city or location that a change can affect. */
export interface Changeable {
  readonly fields: CityFields | LocationFields;
  readonly featuredPhotoId?: string | null;
}

/** The values that a change is about: those of the fields that it changed, or all of a submission's. */
export function changedBy({ type, data }: Change): (entity: Changeable) => readonly unknown[] {
  if (type === 'photo-featured.v1') return ({ featuredPhotoId }) => [featuredPhotoId];
  const names = 'changes' in data ? Object.keys(data.changes) : undefined;
  return ({ fields }) => {
    const values: Readonly<Record<string, unknown>> = fields;
    return (names ?? Object.keys(values)).map((name) => values[name]);
  };
}

export interface RevertCommand<E extends CityEvent | LocationEvent> {
  readonly type: 'revert';
  readonly change: Change<E>;
  /** Whether a moderator has accepted the change. */
  readonly isReviewed: boolean;
  readonly reason: string | null;
}
export interface ReapplyCommand<E extends CityEvent | LocationEvent> {
  readonly type: 'reapply';
  readonly change: Change<E>;
}

/**
 * False if the change is already in the state that the command requests.
 * @throws Refusal `forbidden` for the actor's own change, `already-decided` for a revert of an accepted change
 */
export function hasEffect(
  reverts: Reverts,
  command: RevertCommand<CityEvent | LocationEvent> | ReapplyCommand<CityEvent | LocationEvent>,
  actor: Actor,
): boolean {
  refuseOwn(actor, command.change.metadata.actor);
  const isReverted = reverts.get(command.change.id)?.is === 'reverted';
  if (command.type === 'reapply') return isReverted;
  if (isReverted) return false;
  if (command.isReviewed) throw new Refusal('already-decided');
  return true;
}

/** Takes the changes back. Skips fields that were given another value since. */
export function revertedChanges<T extends object>(current: T, changes: Changes<T>): Changes<T> {
  const back: Changes<T> = {};
  for (const key of Object.keys(changes) as (keyof T)[]) {
    const change = changes[key];
    if (change !== undefined && isSameValue(current[key], change.to))
      back[key] = { from: change.to, to: change.from };
  }
  return back;
}

/** How many events of a stream are searched backwards for a change, and for the earlier ones of its fields. */
export const searchedMost = 500;

/** Changes of one event of an entity, and whether they are taken back now. */
export interface Earlier<T> {
  readonly changes: Changes<T>;
  readonly isReverted: boolean;
}

/**
 * The changes, each from the value that its field had before earlier ones that are taken back. Otherwise, taking back
 * the later of two changes would restore the value of the earlier one. `earlier`: the latest first.
 */
export async function fromUnreverted<T extends object>(
  changes: Changes<T>,
  earlier: AsyncIterable<Earlier<T>>,
): Promise<Changes<T>> {
  const based: Changes<T> = { ...changes };
  const open = new Set(Object.keys(changes) as (keyof T)[]);
  for await (const { changes: before, isReverted } of earlier) {
    for (const key of open) {
      const [change, one] = [based[key], before[key]];
      if (change === undefined || one === undefined) continue;
      if (isReverted && isSameValue(one.to, change.from)) based[key] = { from: one.from, to: change.to };
      else open.delete(key);
    }
    if (open.size === 0) break;
  }
  return based;
}

/** Applies the changes again. Skips fields that no longer have the value from which they were changed. */
export function reappliedChanges<T extends object>(current: T, changes: Changes<T>): Changes<T> {
  const again: Changes<T> = {};
  for (const key of Object.keys(changes) as (keyof T)[]) {
    const change = changes[key];
    if (change !== undefined && isSameValue(current[key], change.from)) again[key] = change;
  }
  return again;
}
