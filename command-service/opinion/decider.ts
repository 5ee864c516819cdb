import { Refusal } from '#contracts/shared/errors';
import type { Recorded } from '#contracts/events';
import type { OpinionEvent } from '#contracts/opinion/events';

import type { Actor, Decider } from '#platform/commands/decider';
import { locationSeenBy } from '../location/state.ts';
import type { PhotoFacts } from '../photo/decider.ts';

export interface Opinion {
  /** 1 to 5, or null before the first. */
  readonly rating: number | null;
  readonly favorite: boolean;
}

export type OpinionCommand =
  | { readonly type: 'rate'; readonly rating: number }
  | { readonly type: 'favorite' }
  | { readonly type: 'unfavorite' };

/** The location that the opinion is about. */
export interface OpinionFacts extends PhotoFacts {
  readonly locationId: string;
}

export const opinionDecider: Decider<Opinion, OpinionCommand, OpinionFacts, OpinionEvent> = {
  initial: { rating: null, favorite: false },
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
      return { ...opinion, favorite: false };
  }
}

function decide(
  opinion: Opinion,
  command: OpinionCommand,
  actor: Actor,
  { locationId, location, city }: OpinionFacts,
): readonly OpinionEvent[] {
  if (!locationSeenBy(location, city, actor)) throw new Refusal('location-not-found');
  const ids = { locationId, userId: actor.userId };
  switch (command.type) {
    case 'rate':
      if (opinion.rating === command.rating) return [];
      return [{ type: 'location-rated.v1', data: { ...ids, rating: command.rating } }];
    case 'favorite':
      return opinion.favorite ? [] : [{ type: 'location-favorited.v1', data: ids }];
    case 'unfavorite':
      return opinion.favorite ? [{ type: 'location-unfavorited.v1', data: ids }] : [];
  }
}
