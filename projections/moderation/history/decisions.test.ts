import { expect, test } from 'vitest';

import type { DomainEvent } from '#contracts/events';
import type { HistoryDocument, ItemDocument } from '#contracts/moderation/read-models-history';
import { account, city, edit, location, opinion, photo } from '../../testing/events.ts';
import { eventId, given, type Then } from '../../testing/given.ts';
import { history } from '../history.ts';

const lastOf = async (then: Then, id: string, collection = 'items') =>
  (await then.get<ItemDocument>(collection, id))?.last;

test('each event is an entry, except opinions, registrations and the first release’s cascades', async () => {
  await using then = await given(
    history,
    account.registered('ann'),
    city.submitted('rome'),
    [city.approved('rome'), { actor: 'eve', correlationId: 'batch' }],
    location.submitted('forum', 'rome'),
    photo.added('p1', 'forum'),
    opinion.rated('forum', 'ann', 4),
    opinion.favorited('forum', 'ann'),
    photo.featured('p1', 'forum', 'rome'),
    edit.proposed('e1', 'forum', 'rome', { name: { from: 'forum', to: 'Forum' } }),
    [edit.rejected('e1', 'forum', 'rome', 'No'), { actor: 'eve' }],
    [photo.deleted('p1', 'forum'), { cascadeId: 'rome' }],
    account.erased('ann'),
  );
  const found = await then.reader.find<HistoryDocument>('events', {
    sort: [
      ['at', 1],
      ['position', 1],
    ],
    backwards: true,
    limit: 100,
  });
  expect(found.map(({ type, entityType, entityId }) => [type, entityType, entityId])).toEqual([
    ['account-erased.v1', 'account', 'ann'],
    ['location-edit-rejected.v1', 'location', 'forum'],
    ['location-edit-proposed.v1', 'location', 'forum'],
    ['photo-featured.v1', 'location', 'forum'],
    ['photo-added.v1', 'photo', 'p1'],
    ['location-submitted.v1', 'location', 'forum'],
    ['city-approved.v1', 'city', 'rome'],
    ['city-submitted.v1', 'city', 'rome'],
  ]);
  expect(found.at(6)).toMatchObject({
    id: eventId(2),
    correlationId: 'batch',
    decides: { kind: 'city', id: 'rome' },
  });
  expect(found.at(1)).toMatchObject({ reason: 'No', decides: { kind: 'edit', id: 'e1' } });
});

test('an item has its latest decision, until it is undone or the owner acts', async () => {
  const events = [
    city.submitted('rome'),
    city.approved('rome'),
    city.edited('rome', { name: { from: 'rome', to: 'Rome' } }),
  ];
  await using decided = await given(history, ...events);
  expect(await lastOf(decided, 'city:rome')).toBe(2);
  await using reopened = await given(history, ...events, city.reopened('rome', ''));
  expect(await lastOf(reopened, 'city:rome')).toBeNull();
  await using withdrawn = await given(history, ...events, city.reopened('rome', ''), city.withdrawn('rome'));
  expect(await lastOf(withdrawn, 'city:rome')).toBeNull();
});

test('an item approved in the same append that submits it has no decision', async () => {
  const own = { actor: 'admin', causationId: 'one command' };
  await using then = await given(
    history,
    [location.submitted('forum', 'rome'), own],
    [location.approved('forum', 'rome'), own],
    [location.submitted('baths', 'rome'), { causationId: 'another command' }],
    [location.approved('baths', 'rome'), own],
  );
  expect(await lastOf(then, 'location:forum')).toBeNull();
  expect(await lastOf(then, 'location:baths')).toBe(4);
});

test('removal of a photo is a decision if a moderator does it, but not if its uploader does', async () => {
  const uploaded = [photo.added('p1', 'forum'), { actor: 'ann' }] as const;
  await using own = await given(history, uploaded, [photo.deleted('p1', 'forum'), { actor: 'ann' }]);
  expect(await lastOf(own, 'photo:p1')).toBeNull();
  await using removed = await given(history, uploaded, [photo.deleted('p1', 'forum'), { actor: 'eve' }]);
  expect(await lastOf(removed, 'photo:p1')).toBe(2);
});

const changed: DomainEvent = {
  type: 'city-edited.v1',
  data: { cityId: 'rome', changes: { name: { from: 'rome', to: 'Rom' } }, review: 'after' },
};
const change = { changeId: 'c', entityType: 'city', entityId: 'rome' } as const;
const revert: DomainEvent = {
  type: 'city-edited.v1',
  data: { cityId: 'rome', changes: { name: { from: 'Rom', to: 'rome' } }, reverts: 'c' },
};
const reapply: DomainEvent = {
  type: 'city-edited.v1',
  data: { cityId: 'rome', changes: { name: { from: 'rome', to: 'Rom' } }, reapplies: 'c' },
};

test('a change is decided by a review and by a revert, not by undoing these', async () => {
  const events = [
    city.submitted('rome'),
    city.approved('rome'),
    [changed, { id: 'c', actor: 'ann' }],
  ] as const;
  await using waiting = await given(history, ...events);
  expect(await waiting.get('changes', 'c')).toMatchObject({ owner: 'ann', last: null });
  const decisions = [
    { type: 'change-reviewed.v1', data: change },
    { type: 'change-review-reopened.v1', data: change },
    revert,
    reapply,
  ] as const satisfies readonly DomainEvent[];
  for (const [at, last] of [4, null, 6, null].entries()) {
    await using then = await given(history, ...events, ...decisions.slice(0, at + 1));
    expect(await lastOf(then, 'c', 'changes')).toBe(last);
    expect(await lastOf(then, 'city:rome')).toBe(2);
  }
});

test('declining a trusted person’s submission is a decision on the change, not on the place', async () => {
  const sent = { actor: 'ann', causationId: 'sent' };
  const reverted = { actor: 'eve', causationId: 'reverted' };
  const ids = { locationId: 'forum', cityId: 'rome' };
  await using then = await given(
    history,
    [location.submitted('forum', 'rome'), sent],
    [
      { type: 'location-approved.v1', data: { ...ids, review: 'after' } },
      { ...sent, id: 'c' },
    ],
    [{ type: 'location-reopened.v1', data: { ...ids, reverts: 'c' } }, reverted],
    [location.rejected('forum', 'rome', 'No'), reverted],
  );
  expect(await lastOf(then, 'location:forum')).toBeNull();
  expect(await lastOf(then, 'c', 'changes')).toBe(3);
});

test('all reports on one item are decided together', async () => {
  const reported = { entityType: 'photo', entityId: 'p1' } as const;
  await using then = await given(
    history,
    { type: 'content-reported.v1', data: { ...reported, reportId: 'r1', reason: 'wrong' } },
    { type: 'reports-upheld.v1', data: reported },
    { type: 'content-reported.v1', data: { ...reported, reportId: 'r2', reason: 'gone' } },
  );
  expect(await lastOf(then, 'report:photo-p1')).toBe(2);
  expect(await then.get('events', eventId(0))).toMatchObject({ ...reported, reason: 'wrong', decides: null });
});
