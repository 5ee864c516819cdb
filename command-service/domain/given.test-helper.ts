import type { DomainEvent, Recorded } from '#contracts/events/index';

import type { Decider } from './decider.ts';

/** An event and who caused it; a third entry names the root of the cascade that it belongs to. */
export type Told<E extends DomainEvent> = readonly [event: E, actor: string, cascadeId?: string];

/** The id that `given` gives to the event at that place. */
export const eventIdAt = (index: number): string => `event-${index}`;

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
