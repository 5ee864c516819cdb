import { describe, expect, it } from 'vitest';

import type { CityEvent } from '#contracts/city/events';
import type { LocationEvent } from '#contracts/location/events';
import type { PhotoEvent } from '#contracts/photo/events';
import { ordinaryPerson } from '#contracts/shared/person';
import { ribeira as fields } from '#contracts/testing/location';

import { cityDecider, type CityCommand, type CityState } from '../city/decider.ts';
import type { Actor } from '#platform/commands/decider';
import {
  admin,
  anna,
  ben,
  expectRefusal,
  given,
  moderator,
  outcomeOf,
  trusted,
  type PastEvent,
} from './given.test-helper.ts';
import { locationDecider, type LocationCommand } from '../location/decider.ts';
import { photoDecider, type PhotoState } from '../photo/decider.ts';

/** Items of trusted people apply at once. Moderators may not decide about their own contributions. */

const cityId = 'c1';
const cityFields = {
  name: 'Porto',
  country: 'Portugal',
  imageUrl: 'https://example.org/porto.jpg',
  coordinates: null,
};
const cityBy = (userId: string): PastEvent<CityEvent> => [
  { type: 'city-submitted.v1', data: { cityId, ...cityFields } },
  userId,
];
const cityApproved: PastEvent<CityEvent> = [{ type: 'city-approved.v1', data: { cityId } }, 'admin'];
const cityRejected: PastEvent<CityEvent> = [
  { type: 'city-rejected.v1', data: { cityId, reason: null } },
  'admin',
];
const decideCity = (history: readonly PastEvent<CityEvent>[], command: CityCommand, actor: Actor) =>
  cityDecider.decide(given(cityDecider, history), command, actor, { now: new Date(0) });
const openCity = given(cityDecider, [cityBy('anna'), cityApproved]);

const ids = { locationId: 'l1', cityId };
const placeBy = (userId: string): PastEvent<LocationEvent> => [
  { type: 'location-submitted.v1', data: { locationId: 'l1', ...fields } },
  userId,
];
const approved: PastEvent<LocationEvent> = [{ type: 'location-approved.v1', data: ids }, 'admin'];
const rejected: PastEvent<LocationEvent> = [
  { type: 'location-rejected.v1', data: { ...ids, reason: null } },
  'admin',
];
const renaming = { name: { from: 'Ribeira', to: 'Quay' } };
const renamedSince: PastEvent<LocationEvent> = [
  { type: 'location-edited.v1', data: { ...ids, changes: renaming } },
  'admin',
];
const proposedBy = (userId: string): PastEvent<LocationEvent> => [
  { type: 'location-edit-proposed.v1', data: { ...ids, editId: 'e1', changes: renaming } },
  userId,
];
const submit = { type: 'submit', locationId: 'l1', fields } as const;
const decideIn = (
  city: CityState,
  history: readonly PastEvent<LocationEvent>[],
  command: LocationCommand,
  actor: Actor,
) => {
  const facts = { city, target: city, proposal: renaming, waitingIsLimited: true, now: new Date(0) };
  return locationDecider.decide(given(locationDecider, history), command, actor, facts);
};
const decide = (history: readonly PastEvent<LocationEvent>[], command: LocationCommand, actor: Actor) =>
  decideIn(openCity, history, command, actor);

const decisions = [
  { type: 'approve' },
  { type: 'reject', reason: null },
  { type: 'reopen' },
] as const satisfies readonly (CityCommand & LocationCommand)[];

describe('submitting as a trusted person', () => {
  it('approves a city at once, for review afterwards', () => {
    const command = { type: 'submit', cityId, fields: cityFields } as const;
    expect(decideCity([], command, trusted)).toEqual([
      cityBy('')[0],
      { type: 'city-approved.v1', data: { cityId, review: 'after' } },
    ]);
    expect(decideCity([], command, moderator)).toEqual([cityBy('')[0]]);
    expect(decideCity([], command, admin)).toEqual([cityBy('')[0], cityApproved[0]]);
  });
  it('approves a location at once in an approved city, but lets it wait in a pending one', () => {
    expect(decide([], submit, trusted)).toEqual([
      placeBy('')[0],
      { type: 'location-approved.v1', data: { ...ids, review: 'after' } },
    ]);
    const own = given(cityDecider, [cityBy(trusted.userId)]);
    expect(decideIn(own, [], submit, trusted)).toEqual([placeBy('')[0]]);
    expect(decide([], submit, moderator)).toEqual([placeBy('')[0]]);
  });
  it('proposes and approves an edit in one append', () => {
    const edit = { type: 'edit', editId: 'e1', wanted: { name: 'Quay' } } as const;
    const data = { ...ids, editId: 'e1', changes: renaming };
    expect(decide([placeBy('anna'), approved], edit, trusted)).toEqual([
      { type: 'location-edit-proposed.v1', data },
      { type: 'location-edit-approved.v1', data: { ...data, forced: false, review: 'after' } },
    ]);
    expect(decide([placeBy('anna'), approved], edit, moderator)).toHaveLength(1);
  });
  it('lets an edit wait if a field that it changes has changed since the person saw it', () => {
    const edit = { type: 'edit', editId: 'e1', wanted: { name: 'Mine' }, base: fields } as const;
    const types = outcomeOf(() => decide([placeBy('anna'), approved, renamedSince], edit, trusted));
    expect(types).toEqual(['location-edit-proposed.v1']);
  });
});

describe('a moderator', () => {
  it.each(decisions)('cannot $type their own city or location, whatever its state', (command) => {
    const [city, place] = [cityBy(moderator.userId), placeBy(moderator.userId)];
    for (const history of [[city], [city, cityApproved], [city, cityRejected]]) {
      expectRefusal(() => decideCity(history, command, moderator), 'forbidden');
    }
    for (const history of [[place], [place, approved], [place, rejected]]) {
      expectRefusal(() => decide(history, command, moderator), 'forbidden');
    }
    expect(() => decideCity([cityBy('anna')], command, moderator)).not.toThrow();
    expect(() => decide([placeBy('anna')], command, moderator)).not.toThrow();
    expect(() => decideCity([cityBy('admin')], command, admin)).not.toThrow();
    expect(() => decide([placeBy('admin')], command, admin)).not.toThrow();
  });
  it('edits pending entities directly, and proposes edits of public ones', () => {
    const edit = { type: 'edit', editId: 'e1', wanted: { name: 'Quay' } } as const;
    const edited = [{ type: 'location-edited.v1', data: { ...ids, changes: renaming } }];
    expect(decide([placeBy('anna')], edit, moderator)).toEqual(edited);
    expectRefusal(() => decide([placeBy('anna')], edit, trusted), 'location-not-found');
    expectRefusal(() => decide([placeBy('anna'), rejected], edit, moderator), 'already-decided');
    expect(outcomeOf(() => decide([placeBy('anna'), approved], edit, moderator))).toEqual([
      'location-edit-proposed.v1',
    ]);
  });
  it('cannot decide about their own edit', () => {
    for (const command of [
      { type: 'approve-edit', editId: 'e1', force: false },
      { type: 'reject-edit', editId: 'e1', reason: null },
    ] as const) {
      const after = (by: string) => [placeBy('anna'), approved, proposedBy(by)];
      expectRefusal(() => decide(after(moderator.userId), command, moderator), 'forbidden');
      expect(decide(after('ben'), command, moderator)).toHaveLength(1);
    }
  });
  it('adds places to approved cities and to their own pending one, but not to other people’s pending ones', () => {
    const waiting = given(cityDecider, [cityBy('anna')]);
    expectRefusal(() => decideIn(waiting, [], submit, moderator), 'approve-city-first');
    const own = given(cityDecider, [cityBy(moderator.userId)]);
    expect(decideIn(own, [], submit, moderator)).toHaveLength(1);
  });
});

it('a featured photo is reviewed, unless its uploader, the place’s submitter or the administrator chose it', () => {
  const added: PastEvent<PhotoEvent> = [
    {
      type: 'photo-added.v1',
      data: {
        photoId: 'p1',
        locationId: 'l1',
        sha256: 'a'.repeat(64),
        fileName: 'quay.jpg',
        fileSize: 1,
        mimeType: 'image/jpeg',
        width: 4,
        height: 3,
        placeholder: '',
        renditions: [320],
      },
    },
    'petra',
  ];
  const photo: PhotoState = given(photoDecider, [added]);
  const reviewFor = (actor: Actor) => {
    const [event] = decide([placeBy('anna'), approved], { type: 'feature-photo', photo }, actor);
    return event?.type === 'photo-featured.v1' ? event.data.review : 'nothing was featured';
  };
  for (const actor of [ben, trusted, moderator]) expect(reviewFor(actor)).toBe('after');
  for (const actor of [anna, ordinaryPerson('petra'), admin]) expect(reviewFor(actor)).toBeUndefined();
});
