import { describe, expect, it } from 'vitest';

import type { PhotoEvent } from '#contracts/photo/events';
import { ordinaryPerson } from '#contracts/shared/person';
import type { Status } from '#contracts/shared/statuses';
import { ribeira } from '#contracts/testing/location';

import { system, type Actor } from '#platform/commands/decider';
import { admin, anna, ben, given, lifeOf, outcomeOf, type PastEvent } from '../shared/given.test-helper.ts';
import { noEdits } from '../location/edits.ts';
import { photoDecider, type PhotoCommand, type PhotoFacts } from './decider.ts';
import { noReverts } from '../shared/reverts.ts';

const mira: Actor = { ...ordinaryPerson('mira'), canModerate: true };
const ids = { photoId: 'p1', locationId: 'l1' };
const picture = {
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
const added = (review?: 'after' | 'before', by = 'anna'): PastEvent<PhotoEvent> => [
  { type: 'photo-added.v1', data: { ...picture, ...(review && { review }) } },
  by,
];
const reviewed: PastEvent<PhotoEvent> = [
  { type: 'photo-reviewed.v1', data: { ...ids, uploadedBy: 'anna' } },
  'mira',
];
const reopened: PastEvent<PhotoEvent> = [{ type: 'photo-review-reopened.v1', data: ids }, 'mira'];
const removed: PastEvent<PhotoEvent> = [
  { type: 'photo-deleted.v2', data: { ...ids, reason: 'blurred' } },
  'mira',
];
const deleted: PastEvent<PhotoEvent> = [{ type: 'photo-deleted.v2', data: { ...ids, reason: null } }, 'anna'];
const restored: PastEvent<PhotoEvent> = [{ type: 'photo-restored.v1', data: ids }, 'admin'];

const facts = (status: Status = 'approved', isReported = false): PhotoFacts => ({
  location: {
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
  },
  city: {
    ...lifeOf('approved', 'ben'),
    id: 'c1',
    fields: { name: 'Porto', country: 'Portugal', imageUrl: '/pictures/porto/1600.webp', coordinates: null },
    reverts: noReverts,
    resubmissions: 0,
    wasApproved: false,
  },
  isReported,
});

type History = readonly PastEvent<PhotoEvent>[];
const outcome = (history: History, command: PhotoCommand, actor: Actor = mira, known = facts()) =>
  outcomeOf(() => photoDecider.decide(given(photoDecider, history), command, actor, known));
const review: PhotoCommand = { type: 'review' };
const reopen: PhotoCommand = { type: 'reopen-review' };
const remove: PhotoCommand = { type: 'remove', reason: 'blurred' };
const day = 24 * 60 * 60 * 1000;
/** A restoration that many days after the first events, which are within seconds of the start of 1970. */
const restoreAfter = (days: number): PhotoCommand => ({ type: 'restore', now: new Date(days * day) });

describe('the hash of a photo', () => {
  const hash: PhotoCommand = { type: 'hash', differenceHash: 'f0e1c3870f1e3c78' };
  const hashed: PastEvent<PhotoEvent> = [
    { type: 'photo-hashed.v1', data: { ...ids, differenceHash: null } },
    'system',
  ];
  const withHash: PastEvent<PhotoEvent> = [
    { type: 'photo-added.v1', data: { ...picture, review: 'after', differenceHash: 'f0e1c3870f1e3c78' } },
    'anna',
  ];

  it('is added once to a photo of an earlier release that waits', () => {
    expect(outcome([added('after')], hash, system)).toEqual(['photo-hashed.v1']);
    expect(outcome([added('after'), hashed], hash, system)).toEqual([]);
    expect(outcome([withHash], hash, system)).toEqual([]);
    expect(outcome([added('after'), reviewed, reopened], hash, system)).toEqual(['photo-hashed.v1']);
    expect(outcome([added('after'), hashed, deleted, added('after')], hash, system)).toEqual([
      'photo-hashed.v1',
    ]);
  });
  it('is not added to a photo that waits for no review', () => {
    for (const history of [[added()], [added('after'), reviewed], [added('after'), removed]])
      expect(outcome(history, hash, system)).toEqual([]);
  });
  it('changes nothing that a moderator has seen', () => {
    const history = [added('after'), hashed];
    const state = given(photoDecider, history.slice(0, 1));
    const known = { ...facts(), seen: { state, current: 1 } };
    expect(outcome(history, review, mira, known)).toEqual(['photo-reviewed.v1']);
    expect(outcome(history, remove, mira, known)).toEqual(['photo-deleted.v2']);
  });
});

describe('the review of a photo', () => {
  it.each(['after', 'before'] as const)('(%s it appears) is done once', (when) => {
    expect(outcome([added(when)], review)).toEqual(['photo-reviewed.v1']);
    expect(outcome([added(when), reviewed], review)).toEqual([]);
    expect(outcome([added(when), reviewed, reopened], review)).toEqual(['photo-reviewed.v1']);
  });
  it('causes no event for a photo that needs no review', () => {
    expect(outcome([added()], review)).toEqual([]);
  });
  it('is needed again if the uploader uploads the photo again', () => {
    expect(outcome([added('after'), reviewed, deleted, added('after')], review)).toEqual([
      'photo-reviewed.v1',
    ]);
  });
  it('is needed again after a removal is undone, if it was needed before', () => {
    expect(outcome([added('after'), removed, restored], review)).toEqual(['photo-reviewed.v1']);
    expect(outcome([added('after'), reviewed, removed, restored], review)).toEqual([]);
  });
  it('can be reopened only after it was done', () => {
    expect(outcome([added('after'), reviewed], reopen)).toEqual(['photo-review-reopened.v1']);
    expect(outcome([added('after')], reopen)).toEqual([]);
  });
  it("is refused to the photo's uploader, unless that is the administrator", () => {
    for (const command of [review, reopen, remove]) {
      expect(outcome([added('after', 'mira')], command)).toBe('forbidden');
    }
    expect(outcome([added('after', 'admin')], review, admin)).toEqual(['photo-reviewed.v1']);
  });
  it('finds no photo if the uploader has deleted it or its place is deleted', () => {
    for (const command of [review, reopen, remove]) {
      expect(outcome([added('after'), deleted], command)).toBe('photo-not-found');
      expect(outcome([added('after')], command, mira, facts('deleted'))).toBe('photo-not-found');
      expect(outcome([], command)).toBe('photo-not-found');
    }
  });
});

describe('a new caption', () => {
  const caption = (text: string | null): PhotoCommand => ({ type: 'describe', wanted: { caption: text } });
  const again: readonly string[] = ['photo-described.v1', 'photo-review-reopened.v1'];
  it.each(['after', 'before'] as const)(
    'of a photo that is reviewed (%s it appears) is reviewed too',
    (when) => {
      const history = [added(when), reviewed];
      expect(outcome(history, caption('Look here'), anna)).toEqual(again);
      expect(outcome([...history, reopened], caption('Look here'), anna)).toEqual(['photo-described.v1']);
    },
  );
  it('is not reviewed if it is empty, a trusted person wrote it, or the photo needs no review', () => {
    const described = ['photo-described.v1'];
    const earlier: PastEvent<PhotoEvent> = [
      { type: 'photo-described.v1', data: { ...ids, caption: 'Quay' } },
      'anna',
    ];
    expect(outcome([added('after'), earlier, reviewed], caption(null), anna)).toEqual(described);
    expect(outcome([added('after'), reviewed], caption('Quay'), admin)).toEqual(described);
    expect(outcome([added('after'), reviewed], caption('Quay'), { ...anna, isTrusted: true })).toEqual(
      described,
    );
    expect(outcome([added()], caption('Quay'), anna)).toEqual(described);
  });
});

describe('removing a photo', () => {
  it('records the reason in its event', () => {
    const state = given(photoDecider, [added('after')]);
    expect(photoDecider.decide(state, remove, mira, facts())).toEqual([
      { type: 'photo-deleted.v2', data: { ...ids, reason: 'blurred' } },
    ]);
  });
  it('is done once; after that the opposite decision is refused', () => {
    expect(outcome([added('after'), removed], remove)).toEqual([]);
    expect(outcome([added('after'), removed], review)).toBe('already-decided');
    expect(outcome([added('after'), removed], reopen)).toBe('already-decided');
  });
  it('needs a report if the photo was accepted', () => {
    expect(outcome([added('after'), reviewed], remove)).toBe('already-decided');
    expect(outcome([added('after'), reviewed], remove, mira, facts('approved', true))).toEqual([
      'photo-deleted.v2',
    ]);
  });
  it('is possible for a photo that needed no review', () => {
    expect(outcome([added()], remove)).toEqual(['photo-deleted.v2']);
  });
});

describe('restoring a photo', () => {
  it('is possible for 30 days', () => {
    expect(outcome([added('after'), removed], restoreAfter(30), admin)).toEqual(['photo-restored.v1']);
    expect(outcome([added('after'), removed], restoreAfter(31), admin)).toBe('restore-too-late');
  });
  it('does not change a photo that is present', () => {
    expect(outcome([added('after')], restoreAfter(31), admin)).toEqual([]);
  });
  it("is allowed to moderators after a moderator's removal, and only to the administrator after the uploader's", () => {
    expect(outcome([added(), removed], restoreAfter(1))).toEqual(['photo-restored.v1']);
    expect(outcome([added(), deleted], restoreAfter(1))).toBe('administrator-decides');
    expect(outcome([added(), deleted], restoreAfter(1), admin)).toEqual(['photo-restored.v1']);
    expect(outcome([added(undefined, 'mira'), removed], restoreAfter(1))).toBe('forbidden');
  });
  it('is refused if the place is deleted', () => {
    expect(outcome([added(), removed], restoreAfter(1), admin, facts('deleted'))).toBe(
      'restore-location-first',
    );
  });
});

describe('a photo that waits for review before it appears', () => {
  it('can be seen and deleted by its uploader and the administrator', () => {
    expect(outcome([added('before')], { type: 'delete' }, anna)).toEqual(['photo-deleted.v2']);
    expect(outcome([added('before')], { type: 'delete' }, admin)).toEqual(['photo-deleted.v2']);
  });
  it('is not found by other people until it is reviewed', () => {
    expect(outcome([added('before')], { type: 'delete' }, ben)).toBe('photo-not-found');
    expect(outcome([added('before'), reviewed], { type: 'delete' }, ben)).toBe('forbidden');
    expect(outcome([added('after')], { type: 'delete' }, ben)).toBe('forbidden');
  });
});
