import { expect, test } from 'vitest';

import { city, edit, location } from '../testing/events.ts';
import { eventId, given } from '../testing/given.ts';
import { timeAt } from '../testing/world.ts';
import { places } from '../places.ts';

const changes = { name: { from: 'forum', to: 'Forum' } };
const proposed = [
  city.submitted('rome'),
  city.approved('rome'),
  location.submitted('forum', 'rome'),
  location.approved('forum', 'rome'),
  [edit.proposed('e1', 'forum', 'rome', changes), { actor: 'bob' }],
] as const;

test('a proposal is pending', async () => {
  await using then = await given(places, ...proposed);
  expect(await then.get('edits', 'e1')).toEqual({
    id: 'e1',
    locationId: 'forum',
    originId: 'forum',
    cityId: 'rome',
    userId: 'bob',
    changes,
    status: 'pending',
    reason: null,
    reviewedBy: null,
    reviewedAt: null,
    createdAt: timeAt(4),
    waiting: true,
  });
});

test.each([
  ['approved', edit.approved('e1', 'forum', 'rome', changes), 'eve', null],
  ['rejected', edit.rejected('e1', 'forum', 'rome', 'Not so'), 'eve', 'Not so'],
  ['withdrawn', edit.withdrawn('e1', 'forum', 'rome'), null, null],
])('%s, it waits no more', async (status, event, reviewedBy, reason) => {
  await using then = await given(places, ...proposed, [event, { actor: 'eve' }]);
  expect(await then.get('edits', 'e1')).toMatchObject({
    status,
    reviewedBy,
    reason,
    reviewedAt: timeAt(5),
    waiting: false,
  });
});

test('an edit waits for review only while its location is approved', async () => {
  const reopened = [...proposed, location.reopened('forum', 'rome', eventId(3))];
  await using then = await given(places, ...reopened);
  expect(await then.get('edits', 'e1')).toMatchObject({ waiting: false });
  await using back = await given(places, ...reopened, location.approved('forum', 'rome'));
  expect(await back.get('edits', 'e1')).toMatchObject({ waiting: true });
});

test('an edit moves with its location', async () => {
  const moved = location.edited('forum', 'rome', { cityId: { from: 'rome', to: 'oslo' } });
  const oslo = [city.submitted('oslo'), city.approved('oslo')];
  await using then = await given(places, ...proposed, ...oslo, moved);
  expect(await then.get('edits', 'e1')).toMatchObject({ cityId: 'oslo', waiting: true });
});
