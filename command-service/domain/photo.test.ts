import { describe, expect, it } from 'vitest';

import type { PhotoEvent } from '#contracts/events/photo';
import type { Status } from '#contracts/vocabulary';

import type { City } from './city.ts';
import { system, type Actor } from './decider.ts';
import {
  admin,
  anna,
  ben,
  eventIdAt,
  given,
  outcomeOf,
  type Outcome,
  type Told,
} from './given.test-helper.ts';
import type { Location } from './location.ts';
import { photoDecider, type PhotoCommand, type PhotoFacts } from './photo.ts';

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
const added: Told<PhotoEvent> = [{ type: 'photo-added.v1', data }, 'anna'];
const deleted: Told<PhotoEvent> = [{ type: 'photo-deleted.v1', data: ids }, 'anna'];
const deletedBy = (root: string): Told<PhotoEvent> => [deleted[0], 'system', root];
const restored = (undoes: string): Told<PhotoEvent> => [
  { type: 'photo-restored.v1', data: { ...ids, undoes } },
  'system',
];

const city = (status: Status): City => ({
  id: 'c1',
  status,
  fields: { name: 'Porto', country: 'Portugal', imageUrl: '/pictures/porto/1600.webp' },
  submittedBy: 'carl',
  endedBy: null,
  beforeDeletion: null,
});
const location = (status: Status): Location => ({
  id: 'l1',
  status,
  fields: {
    name: 'Ribeira',
    description: 'Quay',
    cityId: 'c1',
    category: 'viewpoint',
    address: null,
    bestTimeToVisit: null,
  },
  submittedBy: 'ben',
  endedBy: null,
  beforeDeletion: null,
  featuredPhotoId: null,
  edits: new Map(),
});
const open: PhotoFacts = { location: location('approved'), city: city('approved') };
const hidden: PhotoFacts = { location: location('pending'), city: city('approved') };
const gone: PhotoFacts = { location: location('deleted'), city: city('approved') };
const nowhere: PhotoFacts = { location: undefined, city: undefined };

const outcome = (history: readonly Told<PhotoEvent>[], command: PhotoCommand, actor: Actor, facts = open) =>
  outcomeOf(() => photoDecider.decide(given(photoDecider, history), command, actor, facts));

describe('every command in every state', () => {
  const states = {
    none: [],
    present: [added],
    deleted: [added, deleted],
    taken: [added, deletedBy('root')],
    restored: [added, deletedBy('root'), restored('root')],
    again: [added, deleted, added],
  } satisfies Record<string, readonly Told<PhotoEvent>[]>;
  type State = keyof typeof states;
  const adds: Outcome = ['photo-added.v1'];
  const deletes: Outcome = ['photo-deleted.v1'];
  const here = 'photo-already-here';
  const missing = 'photo-not-found';

  const rows: ReadonlyArray<readonly [PhotoCommand, Actor, Record<State, Outcome>]> = [
    [
      { type: 'add', data },
      ben,
      { none: adds, present: here, deleted: adds, taken: adds, restored: here, again: here },
    ],
    [
      { type: 'delete' },
      anna,
      {
        none: missing,
        present: deletes,
        deleted: missing,
        taken: missing,
        restored: deletes,
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
        taken: missing,
        restored: deletes,
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
        taken: missing,
        restored: 'forbidden',
        again: 'forbidden',
      },
    ],
    [
      { type: 'cascade-delete' },
      system,
      { none: missing, present: deletes, deleted: [], taken: [], restored: deletes, again: deletes },
    ],
    [
      { type: 'cascade-restore', undoes: 'root' },
      system,
      { none: missing, present: [], deleted: [], taken: ['photo-restored.v1'], restored: [], again: [] },
    ],
  ];
  for (const [command, actor, outcomes] of rows) {
    it.each(Object.keys(states) as State[])(`${command.type} by ${actor.userId}: %s`, (state) => {
      expect(outcome(states[state], command, actor)).toEqual(outcomes[state]);
    });
  }
});

describe('a photo', () => {
  it('is added to what the uploader sees: a public location, or an own one that waits', () => {
    expect(outcome([], { type: 'add', data }, anna, hidden)).toBe('location-not-found');
    expect(outcome([], { type: 'add', data }, ben, hidden)).toEqual(['photo-added.v1']);
    expect(outcome([], { type: 'add', data }, admin, hidden)).toEqual(['photo-added.v1']);
    expect(outcome([], { type: 'add', data }, admin, gone)).toBe('location-not-found');
    expect(outcome([], { type: 'add', data }, admin, nowhere)).toBe('location-not-found');
  });
  it('of a hidden location is found by nobody who may not see that', () => {
    expect(outcome([added], { type: 'delete' }, anna, hidden)).toBe('photo-not-found');
    expect(outcome([added], { type: 'delete' }, ben, hidden)).toBe('forbidden');
    expect(outcome([added], { type: 'delete' }, admin, hidden)).toEqual(['photo-deleted.v1']);
  });
  it('goes with its location although that is gone already', () => {
    expect(outcome([added], { type: 'cascade-delete' }, system, gone)).toEqual(['photo-deleted.v1']);
  });
  it('returns only with what took it along', () => {
    const command = { type: 'cascade-restore', undoes: 'root' } as const;
    expect(
      photoDecider.decide(given(photoDecider, [added, deletedBy('root')]), command, system, open),
    ).toEqual([restored('root')[0]]);
    expect(outcome([added, deletedBy('another')], command, system)).toEqual([]);
  });
  it('belongs to whoever brought it last', () => {
    const broughtByBen: Told<PhotoEvent> = [added[0], 'ben'];
    expect(given(photoDecider, [added, deleted, broughtByBen])).toEqual({
      id: 'p1',
      locationId: 'l1',
      uploadedBy: 'ben',
      present: true,
      endedBy: null,
    });
    expect(given(photoDecider, [added, deleted])).toMatchObject({ present: false, endedBy: eventIdAt(1) });
  });
});
