import { expect, test } from 'vitest';

import { account, city, location, opinion, photo } from '../testing/events.ts';
import { given } from '../testing/given.ts';
import { timeAt } from '../testing/world.ts';
import { people as model } from './people.ts';

test('a person who adds something is a contributor, with the latest time', async () => {
  await using then = await given(
    model,
    account.registered('zoe'),
    [city.submitted('rome'), { actor: 'ann' }],
    [photo.added('p1', 'forum'), { actor: 'bob' }],
    [opinion.rated('forum', 'ann', 4), { actor: 'ann' }],
    [city.approved('rome'), { actor: 'eve' }],
    [location.submitted('forum', 'rome'), { actor: 'system' }],
  );
  const people = await then.reader.find('contributors', { filter: {}, limit: 10 });
  expect(people).toEqual([
    { id: 'ann', lastAt: timeAt(3), hour: timeAt(0) },
    { id: 'bob', lastAt: timeAt(2), hour: timeAt(0) },
  ]);
});

test('an event with an earlier time does not set the time back', async () => {
  await using then = await given(
    model,
    [city.submitted('rome'), { time: timeAt(9) }],
    [opinion.rated('forum', 'ann', 4), { time: timeAt(8) }],
  );
  expect(await then.get('contributors', 'ann')).toMatchObject({ id: 'ann', lastAt: timeAt(9) });
});

test('each hour has the number of people whose latest contribution was in it', async () => {
  const at = (hour: number) => timeAt(hour * 60 + 5);
  await using then = await given(
    model,
    [city.submitted('rome'), { actor: 'ann', time: at(1) }],
    [opinion.rated('forum', 'bob', 4), { actor: 'bob', time: at(1) }],
    [opinion.rated('forum', 'ann', 2), { actor: 'ann', time: at(1) }],
    [opinion.rated('forum', 'ann', 3), { actor: 'ann', time: at(5) }],
    [opinion.rated('forum', 'system', 3), { actor: 'system', time: at(7) }],
  );
  const hours = await then.reader.find('hours', { filter: {}, limit: 10 });
  expect(hours).toMatchObject([
    { at: timeAt(60), people: 1 },
    { at: timeAt(300), people: 1 },
  ]);
});
