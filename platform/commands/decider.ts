import { systemActor } from '#contracts/shared/event-metadata';
import type { AnyEvent, RecordedEvent } from '#contracts/shared/recorded-event';
import { administrator, type Person } from '#contracts/shared/person';

/** The person who sends a command. The system itself acts as an administrator. */
export type Actor = Person;
export const system: Actor = administrator(systemActor);

/**
 * The rules of one kind of stream. Pure: `evolve` folds an event into the state; `decide` returns the events that a
 * command causes (none if it changes nothing) or throws a Refusal. Facts are the states of other streams.
 */
export interface Decider<State, Command, Facts, Event extends AnyEvent> {
  readonly initial: State;
  readonly evolve: (state: State, event: RecordedEvent<Event>) => State;
  /** Defined when folding many events one by one with `evolve` would copy too much. */
  readonly fold?: (from: State) => Fold<State, Event>;
  /**
   * Roughly how many bytes the stream's events have added to the state, for the cache's limit; absent if the state does
   * not grow.
   */
  readonly extraBytes?: (state: State) => number;
  readonly decide: (state: State, command: Command, actor: Actor, facts: Facts) => readonly Event[];
}

/** A fold in progress. Adding an event costs the same however many came before it. */
export interface Fold<State, Event extends AnyEvent> {
  readonly add: (event: RecordedEvent<Event>) => void;
  /** The state after all events so far. Later events do not change it. */
  readonly state: () => State;
}

/** Starts a fold at a state. */
export function foldFrom<State, Event extends AnyEvent>(
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
