import { expect } from 'vitest';

import { Refusal, type ErrorCode } from '#contracts/errors';
import type { DomainEvent, EventType, Recorded } from '#contracts/events/index';

import type { Actor, Decider } from './decider.ts';

/** An event and who caused it; a third entry names the root of the cascade that it belongs to. */
export type Told<E extends DomainEvent> = readonly [event: E, actor: string, cascadeId?: string];

/** The id that `given` gives to the event at that place. */
export const eventIdAt = (index: number): string => `event-${index}`;

export const anna: Actor = { userId: 'anna', isAdmin: false };
export const ben: Actor = { userId: 'ben', isAdmin: false };
export const admin: Actor = { userId: 'admin', isAdmin: true };

/** The state after these events. */
export function given<State, Event extends DomainEvent>(
  decider: Pick<Decider<State, never, never, Event>, 'initial' | 'evolve'>,
  history: readonly Told<Event>[],
): State {
  return history.reduce<State>((state, [event, actor, cascadeId], index) => {
    const recorded: Recorded<Event> = {
      ...event,
      id: eventIdAt(index),
      stream: 'stream',
      revision: BigInt(index),
      position: BigInt(index + 1),
      metadata: {
        time: new Date(index * 1000).toISOString(),
        actor,
        correlationId: 'request',
        causationId: 'command',
        ...(cascadeId === undefined ? {} : { cascadeId }),
      },
    };
    return decider.evolve(state, recorded);
  }, decider.initial);
}

/** What follows from a decision, in brief: the wire names of its events (none: nothing changes), or the refusal. */
export type Outcome = ErrorCode | readonly EventType[];

export function outcomeOf(decide: () => readonly DomainEvent[]): Outcome {
  try {
    return decide().map(({ type }) => type);
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** Expects a decision to be refused for that reason. */
export function expectRefusal(decide: () => readonly DomainEvent[], code: ErrorCode): void {
  expect(outcomeOf(decide)).toBe(code);
}
