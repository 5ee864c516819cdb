import { describe, expect, it } from 'vitest';

import type { OpinionEvent } from '#contracts/opinion/events';
import type { Status } from '#contracts/shared/statuses';
import { ribeira } from '#contracts/testing/location';

import type { City } from '../city/decider.ts';
import type { Actor } from '#platform/commands/decider';
import {
  admin,
  anna,
  ben,
  given,
  lifeOf,
  outcomeOf,
  type Outcome,
  type PastEvent,
} from '../shared/given.test-helper.ts';
import { noEdits } from '../location/edits.ts';
import { noReverts } from '../shared/reverts.ts';
import type { Location } from '../location/state.ts';
import { opinionDecider, type OpinionCommand, type OpinionFacts } from './decider.ts';

const ids = { locationId: 'l1', userId: 'ben' };
const rated = (rating: number): PastEvent<OpinionEvent> => [
  { type: 'location-rated.v1', data: { ...ids, rating } },
  'ben',
];
const favorited: PastEvent<OpinionEvent> = [{ type: 'location-favorited.v1', data: ids }, 'ben'];
const unfavorited: PastEvent<OpinionEvent> = [{ type: 'location-unfavorited.v1', data: ids }, 'ben'];

const factsOf = (status: Status, cityStatus: Status = 'approved'): OpinionFacts => {
  const city: City = {
    ...lifeOf(cityStatus, 'carl'),
    id: 'c1',
    fields: { name: 'Porto', country: 'Portugal', imageUrl: '/pictures/porto/1600.webp', coordinates: null },
    reverts: noReverts,
    resubmissions: 0,
    wasApproved: false,
  };
  const location: Location = {
    ...lifeOf(status, 'anna'),
    id: 'l1',
    fields: ribeira,
    featuredPhotoId: null,
    featured: [],
    edits: noEdits,
    reverts: noReverts,
    resubmissions: 0,
    wasApproved: false,
    merged: null,
  };
  return { locationId: 'l1', location, city };
};
const when = (
  history: readonly PastEvent<OpinionEvent>[],
  command: OpinionCommand,
  actor: Actor,
  facts = factsOf('approved'),
) => opinionDecider.decide(given(opinionDecider, history), command, actor, facts);

describe('every command in every state', () => {
  const states = {
    none: [],
    rated: [rated(4)],
    favorited: [favorited],
    unfavorited: [favorited, unfavorited],
    both: [rated(4), favorited],
  } satisfies Record<string, readonly PastEvent<OpinionEvent>[]>;
  type State = keyof typeof states;
  const rates: Outcome = ['location-rated.v1'];
  const favorites: Outcome = ['location-favorited.v1'];
  const unfavorites: Outcome = ['location-unfavorited.v1'];
  const rows: ReadonlyArray<readonly [string, OpinionCommand, Record<State, Outcome>]> = [
    [
      'rate 4',
      { type: 'rate', rating: 4 },
      { none: rates, rated: [], favorited: rates, unfavorited: rates, both: [] },
    ],
    [
      'rate 2',
      { type: 'rate', rating: 2 },
      { none: rates, rated: rates, favorited: rates, unfavorited: rates, both: rates },
    ],
    [
      'favorite',
      { type: 'favorite' },
      { none: favorites, rated: favorites, favorited: [], unfavorited: favorites, both: [] },
    ],
    [
      'unfavorite',
      { type: 'unfavorite' },
      { none: [], rated: [], favorited: unfavorites, unfavorited: [], both: unfavorites },
    ],
  ];
  for (const [name, command, outcomes] of rows) {
    it.each(Object.keys(states) as State[])(`${name}: %s`, (state) => {
      expect(outcomeOf(() => when(states[state], command, ben))).toEqual(outcomes[state]);
    });
  }
});

describe('an opinion', () => {
  it('names the location and the person', () => {
    expect(when([], { type: 'rate', rating: 5 }, ben)).toEqual([rated(5)[0]]);
    expect(when([favorited], { type: 'unfavorite' }, ben)).toEqual([unfavorited[0]]);
  });
  it.each([{ type: 'rate', rating: 5 }, { type: 'favorite' }, { type: 'unfavorite' }] as const)(
    'of $type is accepted only from people who see the location',
    (command) => {
      const outcome = (actor: Actor, facts: OpinionFacts) => outcomeOf(() => when([], command, actor, facts));
      for (const facts of [factsOf('pending'), factsOf('rejected'), factsOf('approved', 'pending')]) {
        expect(outcome(ben, facts)).toBe('location-not-found');
        expect(outcome(anna, facts)).not.toBe('location-not-found');
        expect(outcome(admin, facts)).not.toBe('location-not-found');
      }
      for (const facts of [factsOf('deleted'), factsOf('approved', 'deleted')]) {
        expect(outcome(admin, facts)).toBe('location-not-found');
      }
      expect(outcome(ben, { locationId: 'l1', location: undefined, city: undefined })).toBe(
        'location-not-found',
      );
    },
  );
});
