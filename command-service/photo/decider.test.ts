import { describe, expect, it } from 'vitest';

import type { PhotoEvent } from '#contracts/photo/events';
import { noDetails } from '#contracts/photo/photo-details';
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
import { photoDecider, type Description, type PhotoCommand, type PhotoFacts } from './decider.ts';

const ids = { photoId: 'p1', locationId: 'l1' };
const data = {
  ...ids,
  sha256: 'a'.repeat(64),
  fileName: 'quay.jpg',
  fileSize: 1234,
  mimeType: 'image/jpeg',
  width: 1600,
  height: 1067,
  placeholder: '#123456',
  renditions: [320, 1600],
};
const added: PastEvent<PhotoEvent> = [{ type: 'photo-added.v1', data }, 'anna'];
const deleted: PastEvent<PhotoEvent> = [{ type: 'photo-deleted.v2', data: { ...ids, reason: null } }, 'anna'];
const restored: PastEvent<PhotoEvent> = [{ type: 'photo-restored.v1', data: ids }, 'admin'];
/** The events that the first release recorded when the photo's location or city was deleted and restored. */
const deletedInCascade: PastEvent<PhotoEvent> = [deleted[0], 'system', 'root'];
const restoredInCascade: PastEvent<PhotoEvent> = [restored[0], 'system', 'root'];

const city = (status: Status): City => ({
  ...lifeOf(status, 'carl'),
  id: 'c1',
  fields: { name: 'Porto', country: 'Portugal', imageUrl: '/pictures/porto/1600.webp', coordinates: null },
  reverts: noReverts,
  resubmissions: 0,
  wasApproved: false,
});
const location = (status: Status): Location => ({
  ...lifeOf(status, 'ben'),
  id: 'l1',
  fields: ribeira,
  featuredPhotoId: null,
  featured: [],
  edits: noEdits,
  reverts: noReverts,
  resubmissions: 0,
  wasApproved: false,
  merged: null,
});
const open: PhotoFacts = { location: location('approved'), city: city('approved') };
const hidden: PhotoFacts = { location: location('pending'), city: city('approved') };
const gone: PhotoFacts = { location: location('deleted'), city: city('approved') };
const gonePlace: PhotoFacts = { location: location('approved'), city: city('deleted') };
const nowhere: PhotoFacts = { location: undefined, city: undefined };

const outcome = (
  history: readonly PastEvent<PhotoEvent>[],
  command: PhotoCommand,
  actor: Actor,
  facts = open,
) => outcomeOf(() => photoDecider.decide(given(photoDecider, history), command, actor, facts));

describe('every command in every state', () => {
  const states = {
    none: [],
    present: [added],
    deleted: [added, deleted],
    restored: [added, deleted, restored],
    cascaded: [added, deletedInCascade],
    uncascaded: [added, deleted, restoredInCascade],
    again: [added, deleted, added],
  } satisfies Record<string, readonly PastEvent<PhotoEvent>[]>;
  type State = keyof typeof states;
  const adds: Outcome = ['photo-added.v1'];
  const deletes: Outcome = ['photo-deleted.v2'];
  const describes: PhotoCommand = { type: 'describe', wanted: { caption: 'The quay' } };
  const describing: Outcome = ['photo-described.v1'];
  const here = 'photo-already-here';
  const missing = 'photo-not-found';

  const rows: ReadonlyArray<readonly [PhotoCommand, Actor, Record<State, Outcome>]> = [
    [
      { type: 'add', data },
      ben,
      {
        none: adds,
        present: here,
        deleted: adds,
        restored: here,
        cascaded: here,
        uncascaded: adds,
        again: here,
      },
    ],
    [
      { type: 'delete' },
      anna,
      {
        none: missing,
        present: deletes,
        deleted: missing,
        restored: deletes,
        cascaded: deletes,
        uncascaded: missing,
        again: deletes,
      },
    ],
    [
      { type: 'delete' },
      admin,
      {
        none: missing,
        present: deletes,
        deleted: missing,
        restored: deletes,
        cascaded: deletes,
        uncascaded: missing,
        again: deletes,
      },
    ],
    [
      { type: 'delete' },
      ben,
      {
        none: missing,
        present: 'forbidden',
        deleted: missing,
        restored: 'forbidden',
        cascaded: 'forbidden',
        uncascaded: missing,
        again: 'forbidden',
      },
    ],
    ...[anna, admin].map(
      (actor) =>
        [
          describes,
          actor,
          {
            none: missing,
            present: describing,
            deleted: missing,
            restored: describing,
            cascaded: describing,
            uncascaded: missing,
            again: describing,
          },
        ] as const,
    ),
    [
      describes,
      ben,
      {
        none: missing,
        present: 'forbidden',
        deleted: missing,
        restored: 'forbidden',
        cascaded: 'forbidden',
        uncascaded: missing,
        again: 'forbidden',
      },
    ],
  ];
  for (const [command, actor, outcomes] of rows) {
    it.each(Object.keys(states) as State[])(`${command.type} by ${actor.userId}: %s`, (state) => {
      expect(outcome(states[state], command, actor)).toEqual(outcomes[state]);
    });
  }
});

describe('a photo', () => {
  it('can be added to a public location, and to the person’s own pending one', () => {
    expect(outcome([], { type: 'add', data }, anna, hidden)).toBe('location-not-found');
    expect(outcome([], { type: 'add', data }, ben, hidden)).toEqual(['photo-added.v1']);
    expect(outcome([], { type: 'add', data }, admin, hidden)).toEqual(['photo-added.v1']);
    expect(outcome([], { type: 'add', data }, admin, gone)).toBe('location-not-found');
    expect(outcome([], { type: 'add', data }, admin, nowhere)).toBe('location-not-found');
  });
  it('of a hidden location is refused to people who may not see it', () => {
    expect(outcome([added], { type: 'delete' }, anna, hidden)).toBe('photo-not-found');
    expect(outcome([added], { type: 'delete' }, ben, hidden)).toBe('forbidden');
    expect(outcome([added], { type: 'delete' }, admin, hidden)).toEqual(['photo-deleted.v2']);
  });
  it('is refused to everybody while its location or city is deleted', () => {
    for (const facts of [gone, gonePlace]) {
      for (const actor of [anna, ben, admin]) {
        expect(outcome([added], { type: 'delete' }, actor, facts)).toBe('photo-not-found');
        expect(outcome([added], { type: 'add', data }, actor, facts)).toBe('location-not-found');
      }
    }
  });
  it('belongs to the person who added it last', () => {
    const broughtByBen: PastEvent<PhotoEvent> = [added[0], 'ben'];
    expect(given(photoDecider, [added, deleted, broughtByBen])).toMatchObject({
      id: 'p1',
      locationId: 'l1',
      uploadedBy: 'ben',
      sha256: data.sha256,
      caption: null,
      details: null,
      lastDetails: null,
      descriptions: 0,
      present: true,
    });
    expect(given(photoDecider, [added, deleted])).toMatchObject({ present: false });
  });
});

describe('the description of a photo', () => {
  const details = { ...noDetails, camera: 'Fujifilm X-T5' };
  const withDetails: PastEvent<PhotoEvent> = [
    { type: 'photo-added.v1', data: { ...data, caption: 'The quay', details } },
    'anna',
  ];
  const describe = (history: readonly PastEvent<PhotoEvent>[], wanted: Description) =>
    photoDecider.decide(given(photoDecider, history), { type: 'describe', wanted }, anna, open);
  const described = (changes: Description): PastEvent<PhotoEvent> => [
    { type: 'photo-described.v1', data: { ...ids, ...changes } },
    'anna',
  ];

  it('changes only if there are new values', () => {
    expect(describe([withDetails], { caption: 'Stairs', details })).toEqual([
      described({ caption: 'Stairs' })[0],
    ]);
    expect(describe([withDetails], { caption: 'The quay', details: null })).toEqual([
      described({ details: null })[0],
    ]);
    expect(describe([withDetails], { caption: null })).toEqual([described({ caption: null })[0]]);
  });
  it('does not change if the values are the same or missing', () => {
    const reordered = Object.fromEntries(Object.entries(details).toReversed()) as typeof details;
    expect(describe([withDetails], { caption: 'The quay', details: reordered })).toEqual([]);
    expect(describe([withDetails], {})).toEqual([]);
    expect(describe([added], { caption: null, details: null })).toEqual([]);
  });
  it('remembers the details that were shared last', () => {
    const history = [withDetails, described({ details: null }), described({ caption: 'Stairs' })];
    expect(given(photoDecider, history)).toMatchObject({
      caption: 'Stairs',
      details: null,
      lastDetails: details,
      descriptions: 2,
    });
  });
  it('can change at most a hundred times, until the photo is uploaded again', () => {
    const changes = Array.from({ length: 100 }, (_, index) => described({ caption: String(index) }));
    const wanted: PhotoCommand = { type: 'describe', wanted: { caption: 'Once more' } };
    expect(outcome([withDetails, ...changes.slice(1)], wanted, anna)).toEqual(['photo-described.v1']);
    expect(outcome([withDetails, ...changes], wanted, anna)).toBe('described-too-often');
    expect(outcome([withDetails, ...changes, deleted, withDetails], wanted, anna)).toEqual([
      'photo-described.v1',
    ]);
  });
});
