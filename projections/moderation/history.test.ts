import { expect, test } from 'vitest';

import type { HistoryDocument } from '#contracts/moderation/read-models-history';
import type { Filter } from '#platform/read-store/port';
import { account, city, edit, location, opinion, photo } from '../testing/events.ts';
import { eventId, given } from '../testing/given.ts';
import { timeAt } from '../testing/world.ts';
import { history } from './history.ts';

test('every event is an entry of its city or location, in order, except for ratings and favourites', async () => {
  await using then = await given(
    history,
    account.registered('ann'),
    city.submitted('rome'),
    location.submitted('forum', 'rome'),
    city.approved('rome'),
    photo.added('p1', 'forum'),
    opinion.rated('forum', 'ann', 4),
    opinion.favorited('forum', 'ann'),
    opinion.unfavorited('forum', 'ann'),
    photo.featured('p1', 'forum', 'rome'),
    account.erased('ann'),
  );
  const typesOf = async (entity: string) => {
    const entries = await then.reader.find<HistoryDocument>('events', {
      filter: { entity },
      sort: [['position', 1]],
      limit: 20,
    });
    return entries.map(({ type }) => type);
  };
  expect(await typesOf('city:rome')).toEqual(['city-submitted.v1', 'city-approved.v1']);
  expect(await typesOf('location:forum')).toEqual([
    'location-submitted.v1',
    'photo-added.v1',
    'photo-featured.v1',
  ]);
});

test('an entry contains the actor, the time, old and new values, and the reason', async () => {
  const changes = { name: { from: 'forum', to: 'Forum' } };
  await using then = await given(history, edit.proposed('e1', 'forum', 'rome', changes), [
    location.rejected('forum', 'rome', 'Too near'),
    { actor: 'eve', correlationId: 'r', causationId: 'c' },
  ]);
  expect(await then.get('events', eventId(0))).toMatchObject({ changes, reason: null });
  expect(await then.get('events', eventId(1))).toEqual({
    id: eventId(1),
    position: 2,
    stream: 'location-forum',
    revision: 1,
    type: 'location-rejected.v1',
    time: timeAt(1),
    at: Date.parse(timeAt(1)),
    actor: 'eve',
    entityType: 'location',
    entityId: 'forum',
    entity: 'location:forum',
    subject: null,
    reason: 'Too near',
    changes: null,
    seen: null,
    correlationId: 'r',
    causationId: 'c',
    decides: { kind: 'location', id: 'forum' },
    forLocationsOf: null,
    forLocation: null,
    series: null,
    movedTo: null,
    movedFrom: null,
  });
});

test('an index finds the previous choice of a location’s photo, however many events lie between', async () => {
  await using then = await given(
    history,
    photo.featured('p1', 'forum', 'rome'),
    photo.featured('p2', 'arch', 'rome'),
    edit.proposed('e1', 'forum', 'rome', { name: { from: 'forum', to: 'Forum' } }),
    photo.featured('p3', 'forum', 'rome'),
  );
  const choices = await then.reader.find<HistoryDocument>('events', {
    filter: { series: 'featured:forum', position: { lt: 4 } },
    sort: [['position', 1]],
    backwards: true,
    limit: 9,
  });
  expect(choices.map(({ subject }) => subject)).toEqual(['p1']);
});

test('closing and restoring a city belong to its locations’ history, and moves name the new city', async () => {
  const move = { cityId: { from: 'rome', to: 'oslo' } };
  await using then = await given(
    history,
    city.submitted('rome'),
    city.rejected('rome'),
    city.reopened('rome', ''),
    city.approved('rome'),
    location.submitted('forum', 'rome'),
    city.deleted('rome'),
    city.restored('rome', ''),
    location.edited('forum', 'rome', move),
    edit.proposed('e1', 'forum', 'oslo', { cityId: { from: 'oslo', to: 'rome' } }),
    edit.approved('e1', 'forum', 'oslo', { cityId: { from: 'oslo', to: 'rome' } }),
    city.withdrawn('rome'),
  );
  const find = (filter: Filter) =>
    then.reader.find<HistoryDocument>('events', {
      filter,
      limit: 20,
      sort: [['position', 1]],
      backwards: true,
    });
  expect((await find({ series: 'moves:forum' })).map(({ movedTo }) => movedTo)).toEqual([
    'rome',
    'oslo',
    'rome',
  ]);
  const forLocations = await then.reader.find<HistoryDocument>('events', {
    filter: { forLocationsOf: 'city:rome' },
    sort: [['position', 1]],
    limit: 20,
  });
  expect(forLocations.map(({ type }) => type)).toEqual([
    'city-rejected.v1',
    'city-reopened.v1',
    'city-deleted.v1',
    'city-restored.v1',
    'city-withdrawn.v1',
  ]);
});

test('events of a first-release cascade have no entry', async () => {
  await using then = await given(history, [location.deleted('forum', 'rome'), { cascadeId: 'root' }]);
  expect(await then.get('events', eventId(0))).toBeUndefined();
});
