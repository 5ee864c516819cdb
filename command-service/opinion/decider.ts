import type { Recorded } from '#contracts/events';
import type { OpinionEvent } from '#contracts/opinion/events';

import type { Actor, Decider } from '#platform/commands/decider';
import { requireSeen } from '../location/state.ts';
import type { PhotoFacts } from '../photo/decider.ts';

export interface Opinion {
  /** 1 to 5, or null before the first. */
  readonly rating: number | null;
  readonly favorite: boolean;
  /** Log position at which the heart was last taken back; 0n for never. */
  readonly unheartedAt: bigint;
}

export type OpinionCommand =
  | { readonly type: 'rate'; readonly rating: number }
  | { readonly type: 'favorite' }
  | { readonly type: 'unfavorite' };

/** The location that the opinion is about. */
export interface OpinionFacts extends PhotoFacts {
  readonly locationId: string;
  /** Log position of the latest merge that brought this person's heart here; 0n for none. */
  readonly heartedAt?: bigint;
}

export const opinionDecider: Decider<Opinion, OpinionCommand, OpinionFacts, OpinionEvent> = {
  initial: { rating: null, favorite: false, unheartedAt: 0n },
  evolve,
  decide,
};

function evolve(opinion: Opinion, event: Recorded<OpinionEvent>): Opinion {
  switch (event.type) {
    case 'location-rated.v1':
      return { ...opinion, rating: event.data.rating };
    case 'location-favorited.v1':
      return { ...opinion, favorite: true };
    case 'location-unfavorited.v1':
      return { ...opinion, favorite: false, unheartedAt: event.position };
  }
}

function decide(
  opinion: Opinion,
  command: OpinionCommand,
  actor: Actor,
  { locationId, heartedAt = 0n, ...placed }: OpinionFacts,
): readonly OpinionEvent[] {
  requireSeen(placed, actor);
  const ids = { locationId, userId: actor.userId };
  switch (command.type) {
    case 'rate':
      if (opinion.rating === command.rating) return [];
      return [{ type: 'location-rated.v1', data: { ...ids, rating: command.rating } }];
    case 'favorite':
      return opinion.favorite ? [] : [{ type: 'location-favorited.v1', data: ids }];
    case 'unfavorite':
      return opinion.favorite || heartedAt > opinion.unheartedAt
        ? [{ type: 'location-unfavorited.v1', data: ids }]
        : [];
  }
}
