import { describe, expect, it } from 'vitest';

import type { CityEvent } from '#contracts/city/events';
import type { Recorded } from '#contracts/events';
import type { LocationEvent } from '#contracts/location/events';
import { ordinaryPerson } from '#contracts/shared/person';
import type { Status } from '#contracts/shared/statuses';
import { ribeira as fields } from '#contracts/testing/location';

import { changeDecider, type ChangeCommand } from '../moderation/decider.ts';
import { cityDecider, type City } from '../city/decider.ts';
import type { Actor } from '#platform/commands/decider';
import { given, lifeOf, outcomeOf, type PastEvent } from './given.test-helper.ts';
import { locationDecider, type LocationFacts } from '../location/decider.ts';
import { isChange, noReverts, type Change } from './reverts.ts';

const mira: Actor = { ...ordinaryPerson('mira'), canModerate: true };

/** The event at that index of a history, numbered as `given` does. Throws if it is not a change. */
function changeAt<E extends CityEvent | LocationEvent>(
  history: readonly PastEvent<E>[],
  at: number,
): Change<E> {
  const [event, actor] = history[at] ?? [];
  if (event === undefined || actor === undefined) throw new Error(`There is no event ${at}`);
  const recorded = {
    ...event,
    id: `event-${at}`,
    stream: 'stream',
    revision: BigInt(at),
    position: BigInt(at + 1),
    metadata: { time: '', actor, correlationId: 'request', causationId: 'command' },
  } as Recorded<E>;
  if (!isChange(recorded)) throw new Error(`Event ${at} is no change`);
  return recorded as Change<E>;
}

const inCity = (
  history: readonly PastEvent<CityEvent>[],
  type: 'revert' | 'reapply',
  at: number,
  options: { readonly actor?: Actor; readonly isReviewed?: boolean; readonly reason?: string } = {},
) =>
  cityDecider.decide(
    given(cityDecider, history),
    {
      type,
      change: changeAt(history, at),
      isReviewed: options.isReviewed ?? false,
      reason: options.reason ?? null,
    },
    options.actor ?? mira,
    { now: new Date(0) },
  );
/** A history followed by the events of a command. */
const after = <E>(history: readonly PastEvent<never>[] | readonly E[], events: readonly unknown[]) =>
  [...history, ...events.map((event) => [event, 'mira'])] as E[];

const cityFields = {
  name: 'Porto',
  country: 'Portugal',
  imageUrl: 'https://example.org/p.jpg',
  coordinates: null,
};
const submitted: PastEvent<CityEvent> = [
  { type: 'city-submitted.v1', data: { cityId: 'c1', ...cityFields } },
  'tess',
];
const approvedAtOnce: PastEvent<CityEvent> = [
  { type: 'city-approved.v1', data: { cityId: 'c1', review: 'after' } },
  'tess',
];
const edited = (
  changes: Extract<CityEvent, { type: 'city-edited.v1' }>['data']['changes'],
): PastEvent<CityEvent> => [
  { type: 'city-edited.v1', data: { cityId: 'c1', changes, review: 'after' } },
  'anna',
];
const renamed = edited({
  name: { from: 'Porto', to: 'Oporto' },
  country: { from: 'Portugal', to: 'Spain' },
});

describe('a city’s edit', () => {
  const history = [submitted, approvedAtOnce, renamed];

  it('can be reverted', () => {
    expect(inCity(history, 'revert', 2)).toEqual([
      {
        type: 'city-edited.v1',
        data: {
          cityId: 'c1',
          changes: { name: { from: 'Oporto', to: 'Porto' }, country: { from: 'Spain', to: 'Portugal' } },
          reverts: 'event-2',
        },
      },
    ]);
  });
  it('is reverted except in fields that were changed since', () => {
    const since = edited({ name: { from: 'Oporto', to: 'Invicta' } });
    expect(inCity([...history, since], 'revert', 2)[0]?.data).toMatchObject({
      changes: { country: { from: 'Spain', to: 'Portugal' } },
    });
    const both = edited({ country: { from: 'Spain', to: 'France' } });
    expect(inCity([...history, since, both], 'revert', 2)[0]?.data).toMatchObject({ changes: {} });
  });
  it('is reverted once, and applies again after the revert is undone', () => {
    const reverted = after<PastEvent<CityEvent>>(history, inCity(history, 'revert', 2));
    expect(given(cityDecider, reverted)?.fields).toEqual(cityFields);
    expect(inCity(reverted, 'revert', 2)).toEqual([]);
    const again = inCity(reverted, 'reapply', 2);
    expect(again[0]?.data).toMatchObject({ reapplies: 'event-2' });
    const applied = after<PastEvent<CityEvent>>(reverted, again);
    expect(given(cityDecider, applied)?.fields).toMatchObject({ name: 'Oporto', country: 'Spain' });
    expect(inCity(applied, 'reapply', 2)).toEqual([]);
    expect(inCity(applied, 'revert', 2)).toHaveLength(1);
  });
  it('cannot be reverted once it was reviewed', () => {
    expect(outcomeOf(() => inCity(history, 'revert', 2, { isReviewed: true }))).toBe('already-decided');
  });
  it('cannot be reverted by the moderator who made it', () => {
    const actor = { ...mira, userId: 'anna' };
    expect(outcomeOf(() => inCity(history, 'revert', 2, { actor }))).toBe('forbidden');
    expect(inCity(history, 'revert', 2, { actor: { ...actor, isAdmin: true } })).toHaveLength(1);
  });
});

describe('a trusted person’s city', () => {
  const history = [submitted, approvedAtOnce];

  it('is declined with the reason', () => {
    expect(inCity(history, 'revert', 1, { reason: 'advertising' })).toEqual([
      { type: 'city-reopened.v1', data: { cityId: 'c1', reverts: 'event-1' } },
      { type: 'city-rejected.v1', data: { cityId: 'c1', reason: 'advertising' } },
    ]);
  });
  it('is approved again after the revert is undone', () => {
    const declined = after<PastEvent<CityEvent>>(history, inCity(history, 'revert', 1));
    expect(given(cityDecider, declined)).toMatchObject({ status: 'rejected' });
    expect(outcomeOf(() => inCity(declined, 'revert', 1))).toEqual([]);
    const back = after<PastEvent<CityEvent>>(declined, inCity(declined, 'reapply', 1));
    expect(given(cityDecider, back)).toMatchObject({ status: 'approved' });
  });
  it('is declined and approved again only as long as nothing else happened to it', () => {
    const reopened: PastEvent<CityEvent> = [{ type: 'city-reopened.v1', data: { cityId: 'c1' } }, 'mira'];
    const withdrawn: PastEvent<CityEvent> = [{ type: 'city-withdrawn.v1', data: { cityId: 'c1' } }, 'tess'];
    expect(outcomeOf(() => inCity([...history, reopened, withdrawn], 'revert', 1))).toBe('already-decided');
    const declined = after<PastEvent<CityEvent>>(history, inCity(history, 'revert', 1));
    expect(outcomeOf(() => inCity([...declined, reopened], 'reapply', 1))).toBe('already-decided');
  });
  it('keeps the reason of a rejection if its revert names none', () => {
    const rejected: PastEvent<CityEvent> = [
      { type: 'city-rejected.v1', data: { cityId: 'c1', reason: 'twice' } },
      'mira',
    ];
    expect(inCity([...history, rejected], 'revert', 1)[1]?.data).toMatchObject({ reason: 'twice' });
  });
});

type Past = PastEvent<LocationEvent>;
const ids = { locationId: 'l1', cityId: 'c1' };
const place: Past = [{ type: 'location-submitted.v1', data: { locationId: 'l1', ...fields } }, 'tess'];
const placeApproved: Past = [{ type: 'location-approved.v1', data: { ...ids, review: 'after' } }, 'tess'];
const cityOf = (status: Status, id = 'c1'): City => ({
  ...lifeOf(status, 'anna'),
  id,
  fields: cityFields,
  reverts: noReverts,
  resubmissions: 0,
  wasApproved: false,
});
const factsOf = (target = cityOf('approved'), city = cityOf('approved')): LocationFacts => ({
  city,
  target,
  proposal: {},
  waitingIsLimited: true,
  now: new Date(0),
});
const inLocation = (history: readonly Past[], type: 'revert' | 'reapply', at: number, facts = factsOf()) =>
  locationDecider.decide(
    given(locationDecider, history),
    { type, change: changeAt(history, at), isReviewed: false, reason: null },
    mira,
    facts,
  );

describe('a trusted person’s place', () => {
  const history = [place, placeApproved];

  it('is declined, and approved again after the revert is undone, if its city is approved', () => {
    const declined = after<Past>(history, inLocation(history, 'revert', 1));
    expect(given(locationDecider, declined)).toMatchObject({ status: 'rejected' });
    const back = inLocation(declined, 'reapply', 1);
    expect(given(locationDecider, after<Past>(declined, back))).toMatchObject({ status: 'approved' });
    const closed = factsOf(cityOf('pending'), cityOf('pending'));
    expect(outcomeOf(() => inLocation(declined, 'reapply', 1, closed))).toBe('approve-city-first');
  });
});

describe('a trusted person’s edit', () => {
  const changes = { name: { from: 'Ribeira', to: 'Cais' }, cityId: { from: 'c1', to: 'c2' } };
  const edit = { ...ids, editId: 'e1' };
  const history: Past[] = [
    place,
    placeApproved,
    [{ type: 'location-edit-proposed.v1', data: { ...edit, changes } }, 'tess'],
    [
      { type: 'location-edit-approved.v1', data: { ...edit, changes, forced: false, review: 'after' } },
      'tess',
    ],
  ];

  it('is undone and declined, and applied again after the revert is undone', () => {
    const events = inLocation(history, 'revert', 3);
    expect(events).toMatchObject([
      { type: 'location-edit-reopened.v1', data: { reverts: 'event-3', cityId: 'c2' } },
      { type: 'location-edit-rejected.v1', data: { editId: 'e1', cityId: 'c1' } },
    ]);
    const reverted = after<Past>(history, events);
    expect(given(locationDecider, reverted)?.fields).toEqual(fields);
    expect(given(locationDecider, reverted)?.edits.decided.get('e1')?.status).toBe('rejected');
    const again = after<Past>(reverted, inLocation(reverted, 'reapply', 3));
    expect(given(locationDecider, again)?.fields).toMatchObject({ name: 'Cais', cityId: 'c2' });
    expect(given(locationDecider, again)?.edits.decided.get('e1')?.status).toBe('approved');
  });
  it('is not applied again after it was decided otherwise', () => {
    const declined = after<Past>(history, inLocation(history, 'revert', 3));
    const waiting: Past = [{ type: 'location-edit-reopened.v1', data: { ...edit, changes: {} } }, 'mira'];
    expect(outcomeOf(() => inLocation([...declined, waiting], 'reapply', 3))).toBe('already-decided');
  });
  it('leaves the place in its city if the earlier city no longer exists', () => {
    for (const status of ['deleted', 'rejected', 'pending'] as const) {
      const [reopened] = inLocation(history, 'revert', 3, factsOf(cityOf(status)));
      expect(reopened?.data).toHaveProperty('changes', { name: { from: 'Cais', to: 'Ribeira' } });
    }
  });
});

describe('a featured photo', () => {
  const featured = (photoId: string, by = 'anna'): Past => [
    { type: 'photo-featured.v1', data: { ...ids, photoId, review: 'after' } },
    by,
  ];
  const chosenByOwner: Past = [{ type: 'photo-featured.v1', data: { ...ids, photoId: 'own' } }, 'tess'];
  const photoAfter = (history: readonly Past[]) => given(locationDecider, history)?.featuredPhotoId;
  const reverting = (history: readonly Past[], at: number) =>
    after<Past>(history, inLocation(history, 'revert', at));

  it('is replaced by the previous one, or by none', () => {
    expect(photoAfter(reverting([place, placeApproved, chosenByOwner, featured('p1')], 3))).toBe('own');
    expect(photoAfter(reverting([place, placeApproved, featured('p1')], 2))).toBeNull();
  });
  it('stays if it was chosen since', () => {
    const history = [place, placeApproved, chosenByOwner, featured('p1'), featured('p2')];
    const first = reverting(history, 3);
    expect(photoAfter(first)).toBe('p2');
    // The choice before the second one was reverted, so it is skipped.
    expect(photoAfter(reverting(first, 4))).toBe('own');
  });
  it('is chosen again after the revert is undone, unless another was chosen since', () => {
    const reverted = reverting([place, placeApproved, chosenByOwner, featured('p1')], 3);
    const again = (history: readonly Past[]) => after<Past>(history, inLocation(history, 'reapply', 3));
    expect(photoAfter(again(reverted))).toBe('p1');
    expect(photoAfter(again([...reverted, featured('p3')]))).toBe('p3');
  });
  it('is remembered for a limited number of choices', () => {
    const many = Array.from({ length: 1000 }, (_, at) => featured(`p${at}`));
    expect(given(locationDecider, [place, placeApproved, ...many])?.featured).toHaveLength(20);
  });
});

describe('reviewing a change', () => {
  const change = changeAt<CityEvent>([submitted, renamed], 1);
  const entity = { fields: cityFields };
  const facts = { change, entityType: 'city', entityId: 'c1', entity, reverted: undefined } as const;
  const data = { changeId: change.id, entityType: 'city', entityId: 'c1' } as const;
  const seen = { reviewed: true, position: 5n };
  const outcome = (reviewed: boolean, type: ChangeCommand['type'], known: object = {}, actor = mira) =>
    outcomeOf(() => changeDecider.decide({ ...seen, reviewed }, { type }, actor, { ...facts, ...known }));

  it('is done once, and can be taken back', () => {
    expect(outcome(false, 'review')).toEqual(['change-reviewed.v1']);
    expect(outcome(true, 'review')).toEqual([]);
    expect(outcome(true, 'reopen')).toEqual(['change-review-reopened.v1']);
    expect(outcome(false, 'reopen')).toEqual([]);
    const history = [[{ type: 'change-reviewed.v1', data }, 'mira']] as const;
    expect(given(changeDecider, history).reviewed).toBe(true);
  });
  it('is refused for a change that was reverted', () => {
    expect(outcome(false, 'review', { reverted: { is: 'reverted', position: 9n } })).toBe('already-decided');
  });
  it('is needed again for a change that was reapplied since', () => {
    expect(outcome(true, 'review', { reverted: { is: 'reapplied', position: 9n } })).toEqual([
      'change-reviewed.v1',
    ]);
    expect(outcome(true, 'review', { reverted: { is: 'reapplied', position: 3n } })).toEqual([]);
  });
  it('is refused to the person who made the change', () => {
    const own = { ...change, metadata: { ...change.metadata, actor: 'mira' } };
    expect(outcome(false, 'review', { change: own })).toBe('forbidden');
  });
});
