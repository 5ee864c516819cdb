import type { Changes } from '#contracts/changes';
import { Refusal } from '#contracts/errors';
import type { DomainEvent, Recorded } from '#contracts/events/index';
import { systemActor } from '#contracts/events/metadata';
import { administrator, type Person } from '#contracts/person';

/** The person who sends a command. The system itself acts with the administrator's rights. */
export type Actor = Person;
export const system: Actor = administrator(systemActor);

/**
 * The rules of one kind of stream. Pure: `evolve` folds an event into the state; `decide` returns the events that a
 * command causes (none if it changes nothing) or throws a Refusal. Facts are the states of other streams.
 */
export interface Decider<State, Command, Facts, Event extends DomainEvent> {
  readonly initial: State;
  readonly evolve: (state: State, event: Recorded<Event>) => State;
  /** Set when folding many events with `evolve` would copy too much for each. */
  readonly fold?: (from: State) => Fold<State, Event>;
  /** Roughly how many bytes its events have added to the state, for the cache's limit; absent if it does not grow. */
  readonly extraBytes?: (state: State) => number;
  readonly decide: (state: State, command: Command, actor: Actor, facts: Facts) => readonly Event[];
}

/** A fold in progress. Adding an event costs the same however many came before it. */
export interface Fold<State, Event extends DomainEvent> {
  readonly add: (event: Recorded<Event>) => void;
  /** The state after all events so far. Later events do not change it. */
  readonly state: () => State;
}

/** Starts a fold at a state. */
export function foldFrom<State, Event extends DomainEvent>(
  { evolve, fold }: Pick<Decider<State, never, never, Event>, 'evolve' | 'fold'>,
  from: State,
): Fold<State, Event> {
  if (fold !== undefined) return fold(from);
  let state = from;
  return {
    add: (event) => {
      state = evolve(state, event);
    },
    state: () => state,
  };
}

/** The values of an earlier revision, if one was named; `unknown` when there is no such revision. */
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
    if (to !== undefined && to !== current[key]) changes[key] = { from: current[key], to };
  }
  return changes;
}

/** Some of the fields; undefined means the same as left out. */
export type Wanted<T> = { readonly [K in keyof T]?: T[K] | undefined };

export const isEmpty = (value: object): boolean => Object.keys(value).length === 0;
