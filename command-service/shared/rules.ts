import { Refusal } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';
import type { Life } from '#contracts/shared/life';
import type { Actor } from '#platform/commands/decider';
import type { Status } from '#contracts/shared/statuses';
import { isSameValue, type Changes } from '#contracts/shared/changes';

/** What a moderator had seen of an item when they decided. */
export interface Seen<State> {
  /** The state at the named revision; undefined if there is no such revision. */
  readonly state: State | undefined;
  /** The current revision. */
  readonly current: number;
}

/**
 * `shown`: the values that the decision is about. Other events of the item's stream are no reason to review it again.
 * @throws Refusal `changed-since` if they differ from those that the moderator saw
 */
export function refuseChanged<State>(
  seen: Seen<State | undefined> | undefined,
  now: State,
  shown: (state: State) => readonly unknown[],
): void {
  if (seen === undefined) return;
  const { state, current } = seen;
  const isSame = state !== undefined && JSON.stringify(shown(state)) === JSON.stringify(shown(now));
  if (!isSame) throw new Refusal('changed-since', { revision: current });
}

/** What a decision on a city or location depends on besides its own state. */
export interface DecisionFacts<State> {
  readonly now: Date;
  /** Undefined if the moderator named no revision: then the current state is decided. */
  readonly seen?: Seen<State> | undefined;
}

/**
 * Only the administrator can close an entity that has long been public.
 * @throws Refusal `administrator-decides` for a moderator, if it was approved more than 30 days ago
 */
export function refuseLongApproved({ status, decidedAt }: Life, actor: Actor, now: Date): void {
  if (actor.isAdmin || status !== 'approved' || decidedAt === null) return;
  if (now.getTime() - Date.parse(decidedAt) > limits.takenAwayWithin)
    throw new Refusal('administrator-decides');
}

/**
 * The entity of the same kind that a moderator names as the original of a duplicate; `unknown` if there is none with
 * that id.
 */
export type Original = { readonly id: string; readonly status: Status } | 'unknown';

/** The original's id. @throws Refusal `invalid` unless it is approved or may still be, and is not the entity itself */
export function requireOriginal(original: Original, ownId: string): string {
  const isThere = original !== 'unknown' && (original.status === 'approved' || original.status === 'pending');
  if (!isThere || original.id === ownId) {
    throw new Refusal('invalid', {
      errors: [{ path: 'duplicateOf', message: 'Please choose another one that exists' }],
    });
  }
  return original.id;
}

/** @throws Refusal `forbidden` if a moderator would decide about their own work; the administrator may */
export function refuseOwn(actor: Actor, ownerId: string): void {
  if (!actor.isAdmin && actor.userId === ownerId) throw new Refusal('forbidden');
}

/**
 * The store keeps the bytes of photos only a little longer than this.
 * @throws Refusal `restore-too-late` for an entity that was deleted (ISO 8601) too long before `now`
 */
export function requireRestorable(deletedAt: string, now: Date): void {
  if (now.getTime() - Date.parse(deletedAt) > limits.restoreWithin) throw new Refusal('restore-too-late');
}

/** The values of an earlier revision, if one was named; `unknown` if there is no such revision. */
export type Earlier<Fields> = Fields | 'unknown' | undefined;

/** @throws Refusal `invalid` for an unknown revision; call it only for people who may see the entity */
export function requireKnown<Fields extends object>(earlier: Earlier<Fields>): Fields | undefined {
  if (earlier !== 'unknown') return earlier;
  throw new Refusal('invalid', { errors: [{ path: 'revision', message: 'There is no such revision' }] });
}

/** The entries of `wanted` that differ from `current`, each with the old and new value. */
export function changesBetween<T extends object>(current: T, wanted: Wanted<T>): Changes<T> {
  const changes: Changes<T> = {};
  for (const key of Object.keys(wanted) as (keyof T)[]) {
    const to = wanted[key];
    if (to !== undefined && !isSameValue(to, current[key])) changes[key] = { from: current[key], to };
  }
  return changes;
}

/** The new values of the changes. */
export const newValues = <T extends object>(changes: Changes<T>): Wanted<T> =>
  Object.fromEntries(Object.keys(changes).map((key) => [key, changes[key as keyof T]?.to])) as Wanted<T>;

/** The fields that the person changed. A field that still has the value they saw must not overwrite a later change. */
export const changedSince = <T extends object>(base: T | undefined, wanted: Wanted<T>): Wanted<T> =>
  base === undefined ? wanted : newValues(changesBetween(base, wanted));

/** Some of the fields; undefined means the same as omitted. */
export type Wanted<T> = { readonly [K in keyof T]?: T[K] | undefined };

export const isEmpty = (value: object): boolean => Object.keys(value).length === 0;
