import { expect, test } from 'vitest';

import type { HistoryDocument } from '../read-store/models.ts';
import { account, city, edit, location, opinion, photo } from '../testing/events.ts';
import { eventId, given } from '../testing/given.ts';
import { timeAt } from '../testing/world.ts';
import { history } from './history.ts';

test('every event is an entry of its city or location, in order', async () => {
  await using then = await given(
    history,
    account.registered('ann'),
    city.submitted('rome'),
    location.submitted('forum', 'rome'),
    city.approved('rome'),
    photo.added('p1', 'forum'),
    opinion.rated('forum', 'ann', 4),
    photo.featured('p1', 'forum', 'rome'),
    account.erased('ann'),
  );
  const typesOf = async (entity: string) => {
    const entries = await then.reader.find<HistoryDocument>('entries', {
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
    'location-rated.v1',
    'photo-featured.v1',
  ]);
});

test('an entry says who, when, what from and to, why, and in which cascade', async () => {
  const changes = { name: { from: 'forum', to: 'Forum' } };
  await using then = await given(history, edit.proposed('e1', 'forum', 'rome', changes), [
    location.rejected('forum', 'rome', 'Too near'),
    { actor: 'eve', correlationId: 'r', causationId: 'c', cascadeId: 'root' },
  ]);
  expect(await then.get('entries', eventId(0))).toMatchObject({ changes, reason: null, cascadeId: null });
  expect(await then.get('entries', eventId(1))).toEqual({
    id: eventId(1),
    entity: 'location:forum',
    position: 2,
    revision: 1,
    type: 'location-rejected.v1',
    time: timeAt(1),
    actor: 'eve',
    reason: 'Too near',
    changes: null,
    correlationId: 'r',
    causationId: 'c',
    cascadeId: 'root',
  });
});
