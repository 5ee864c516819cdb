import { Refusal } from '#contracts/errors';
import type { DomainEvent, Recorded } from '#contracts/events/index';
import { systemActor } from '#contracts/events/metadata';
import type { Status } from '#contracts/vocabulary';

/** Who wants something done. The system itself acts with the administrator's rights. */
export interface Actor {
  readonly userId: string;
  readonly isAdmin: boolean;
}
export const system: Actor = { userId: systemActor, isAdmin: true };

/**
 * How one kind of stream is decided. Pure: `evolve` folds an event into the state, `decide` answers a command with
 * the events that follow from it (none if it changes nothing) or throws a Refusal. Facts are other streams' states.
 */
export interface Decider<State, Command, Facts, Event extends DomainEvent> {
  readonly initial: State;
  readonly evolve: (state: State, event: Recorded<Event>) => State;
  readonly decide: (state: State, command: Command, actor: Actor, facts: Facts) => readonly Event[];
}

/** The id by which what an event ended can be undone: its cascade's root, or its own. */
export const endOf = (event: Recorded): string => event.metadata.cascadeId ?? event.id;

/** Where a city or location stood when it was deleted, and what brought it there. */
export interface Standing {
  readonly status: Status;
  readonly endedBy: string | null;
}
export const standingOf = ({ status, endedBy }: Standing): Standing => ({ status, endedBy });
export const open: Standing = { status: 'pending', endedBy: null };

/** The values of an earlier revision, if one was named; `unknown` when there is no such revision. */
export type Earlier<Fields> = Fields | 'unknown' | undefined;

/** @throws Refusal `invalid` for a revision that never was; asked only of those who may see the entity */
export function known<Fields extends object>(earlier: Earlier<Fields>): Fields | undefined {
  if (earlier !== 'unknown') return earlier;
  throw new Refusal('invalid', { errors: [{ path: 'revision', message: 'There is no such revision' }] });
}

/** The entries of `wanted` that are another value than in `current`, each with both. */
export function changesBetween<T extends object>(current: T, wanted: Wanted<T>): Changes<T> {
  const changes: Changes<T> = {};
  for (const key of Object.keys(wanted) as (keyof T)[]) {
    const to = wanted[key];
    if (to !== undefined && to !== current[key]) changes[key] = { from: current[key], to };
  }
  return changes;
}

/** Some of the fields; one that is undefined is as good as left out. */
export type Wanted<T> = { readonly [K in keyof T]?: T[K] | undefined };

export type Changes<T> = { [K in keyof T]?: { from: T[K]; to: T[K] } };

/** The values after the changes. */
export function applyChanges<T extends object>(current: T, changes: Changes<T>): T {
  const next = { ...current };
  for (const key of Object.keys(changes) as (keyof T)[]) {
    const change = changes[key];
    if (change !== undefined) next[key] = change.to;
  }
  return next;
}

export const isEmpty = (value: object): boolean => Object.keys(value).length === 0;
