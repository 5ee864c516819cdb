import { createHash, randomUUID } from 'node:crypto';

import { expect } from 'vitest';
import { noDetails } from '#contracts/photo/photo-details';
import { Refusal, type ErrorCode } from '#contracts/shared/errors';
import type { DomainEvent, EventType, Recorded } from '#contracts/events';
import { newLife, type Life } from '#contracts/shared/life';
import type { Status } from '#contracts/shared/statuses';
import { administrator, newStanding, ordinaryPerson, personOf } from '#contracts/shared/person';
import type { Actor, Decider } from '#platform/commands/decider';
import type { CommandContext } from '#platform/commands/handle-command';
import type { BatchLookups } from '../moderation/batch.ts';
import type { EventLookups } from '../moderation/change-commands.ts';
import type { OpinionLookups } from '../opinion/commands.ts';
import type { SamePhotoLookups } from '../photo/commands.ts';
import type { CityLookups } from '../city/commands.ts';
import type { createCommands } from '../commands.ts';

/** An event and its actor; a third entry marks an event of a cascade of the first release. */
export type PastEvent<E extends DomainEvent> = readonly [event: E, actor: string, cascadeId?: string];

/** The life of an entity with that status; a deleted one was approved before. */
export const lifeOf = (status: Status, submittedBy: string): Life => ({
  ...newLife(submittedBy),
  status,
  decision: status === 'deleted' ? 'approved' : status,
});

export const anna: Actor = ordinaryPerson('anna');
export const ben: Actor = ordinaryPerson('ben');
export const admin: Actor = administrator('admin');
export const trusted: Actor = personOf('tess', { ...newStanding, trusted: true });
export const moderator: Actor = personOf('mona', { ...newStanding, role: 'moderator' });

/** The state after these events. */
export function given<State, Event extends DomainEvent>(
  decider: Pick<Decider<State, never, never, Event>, 'initial' | 'evolve'>,
  history: readonly PastEvent<Event>[],
): State {
  return history.reduce<State>((state, [event, actor, cascadeId], index) => {
    const recorded: Recorded<Event> = {
      ...event,
      id: `event-${index}`,
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

/** The result of a decision: the wire names of its events (empty if nothing changes), or the refusal's code. */
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

export function contextOf(actor: Actor, time = new Date()): CommandContext {
  const commandId = randomUUID();
  return { commandId, actor, correlationId: commandId, time };
}

export const porto = {
  name: 'Porto',
  country: 'Portugal',
  imageUrl: 'https://example.org/porto.jpg',
} as const;

/** A location as people send it, in that city. */
export const bridgeIn = (cityId: string, name = 'Bridge') =>
  ({ name, description: 'Iron', cityId, category: 'viewpoint' }) as const;

/** What the renderer returns for a picture, without decoding it. */
export const asRendered = async (original: Buffer) => ({
  original,
  sha256: createHash('sha256').update(original).digest('hex'),
  mimeType: 'image/png' as const,
  width: 32,
  height: 32,
  placeholder: '#102030',
  renditions: [{ width: 32, bytes: original }],
  details: noDetails,
});

/** A reading side that knows nothing. */
export const noLookups: EventLookups & BatchLookups & CityLookups & OpinionLookups & SamePhotoLookups = {
  photosOf: async () => [],
  revisionOf: () => Promise.resolve(undefined),
  decisionsOf: () => Promise.resolve([]),
  batchOf: () => Promise.resolve(undefined),
  placesOfOthers: () => Promise.resolve(0),
  mergedInto: () => Promise.resolve([]),
};

/** Commands without limits, waiting items or reports. */
export const plainDeps = {
  lookups: noLookups,
  waiting: null,
  unfinished: null,
  photoLimit: null,
  unreviewedPhotos: null,
  reportLimit: null,
  notes: { put: () => Promise.reject(new Error('Nothing is reported here')) },
  photoReview: 'after',
} satisfies Partial<Parameters<typeof createCommands>[0]>;
