import { expect, test } from 'vitest';

import type { PersonDocument } from '#contracts/account/read-models';

import { account, city, edit, idOf, location, merging, opinion, photo } from '../testing/events.ts';
import { given } from '../testing/given.ts';
import { timeAt, type GivenEvent } from '../testing/world.ts';
import { places } from '../places.ts';

const by = (actor: string, event: ReturnType<typeof city.approved>): GivenEvent => [event, { actor }];
const nothing = { submitted: 0, approved: 0, declined: 0, waiting: 0 };
const numbersOf = async (id: string, events: readonly GivenEvent[]) => {
  await using then = await given(places, ...events);
  const found = await then.get<PersonDocument>('people', id);
  if (found === undefined) return undefined;
  const { submitted, approved, declined, waiting } = found;
  return { submitted, approved, declined, waiting };
};

const changes = { name: { from: 'forum', to: 'Forum' } };
const sentByAnn: readonly GivenEvent[] = [
  account.registered('ann'),
  by('ann', city.submitted('rome')),
  by('ann', location.submitted('forum', 'rome')),
  by('eve', city.approved('rome')),
  by('ann', edit.proposed('e1', 'forum', 'rome', changes)),
];

test('a sender is counted even without a registration, a person who sent in nothing has no document', async () => {
  expect(await numbersOf('ann', [account.registered('ann')])).toBeUndefined();
  const events = [by('ann', city.submitted('rome')), by('system', city.submitted('oslo'))];
  expect(await numbersOf('ann', events)).toEqual({ ...nothing, submitted: 1, waiting: 1 });
  expect(await numbersOf('system', events)).toBeUndefined();
});

test('cities, locations and edits are counted by their outcome', async () => {
  expect(await numbersOf('ann', sentByAnn)).toEqual({ ...nothing, submitted: 3, approved: 1, waiting: 2 });
  const decided = [
    ...sentByAnn,
    by('eve', location.rejected('forum', 'rome', 'why')),
    by('eve', edit.approved('e1', 'forum', 'rome', changes)),
  ];
  expect(await numbersOf('ann', decided)).toEqual({ ...nothing, submitted: 3, approved: 2, declined: 1 });
  expect(await numbersOf('eve', decided)).toBeUndefined();
  const undone = [...decided, by('eve', location.reopened('forum', 'rome', idOf('any')))];
  expect(await numbersOf('ann', undone)).toEqual({ ...nothing, submitted: 3, approved: 2, waiting: 1 });
  const withdrawn = [...sentByAnn, by('ann', location.withdrawn('forum', 'rome'))];
  expect(await numbersOf('ann', withdrawn)).toEqual({ ...nothing, submitted: 3, approved: 1, waiting: 1 });
});

test('does not count a deleted item until it is restored', async () => {
  const deleted = [...sentByAnn, by('eve', city.deleted('rome'))];
  expect(await numbersOf('ann', deleted)).toEqual({ ...nothing, submitted: 3, waiting: 2 });
  const back = [...deleted, by('eve', city.restored('rome', idOf('any')))];
  expect(await numbersOf('ann', back)).toMatchObject({ submitted: 3, approved: 1, waiting: 2 });
});

test('an approved place that is merged into another stays approved for its sender', async () => {
  const merged = [
    ...sentByAnn,
    by('eve', location.approved('forum', 'rome')),
    by('bob', location.submitted('square', 'rome')),
    by('eve', location.approved('square', 'rome')),
    by('eve', merging.merged('forum', 'rome', 'square')),
  ];
  expect(await numbersOf('ann', merged)).toEqual({ submitted: 3, approved: 2, declined: 0, waiting: 1 });
  expect(await numbersOf('bob', merged)).toMatchObject({ approved: 1 });
});

test('a place that waited when it was merged counts as declined, until it is parted', async () => {
  const merged = [
    ...sentByAnn,
    by('bob', location.submitted('square', 'rome')),
    by('eve', location.approved('square', 'rome')),
    by('eve', merging.merged('forum', 'rome', 'square')),
  ];
  expect(await numbersOf('ann', merged)).toEqual({ submitted: 3, approved: 1, declined: 1, waiting: 1 });
  const parted = [...merged, by('eve', merging.parted('forum', 'rome', 'square'))];
  expect(await numbersOf('ann', parted)).toEqual({ submitted: 3, approved: 1, declined: 0, waiting: 2 });
});

test('has no numbers of an erased account, whatever happens to its submissions', async () => {
  const erased = [...sentByAnn, account.erased('ann'), by('eve', location.approved('forum', 'rome'))];
  expect(await numbersOf('ann', erased)).toEqual(nothing);
});

test('a person who adds something is a contributor, with the latest time', async () => {
  await using then = await given(
    places,
    account.registered('zoe'),
    [city.submitted('rome'), { actor: 'ann' }],
    [location.submitted('forum', 'rome'), { actor: 'system' }],
    [photo.added('p1', 'forum'), { actor: 'bob' }],
    [opinion.rated('forum', 'ann', 4), { actor: 'ann' }],
    [city.approved('rome'), { actor: 'eve' }],
  );
  const people = await then.reader.find('people', { filter: {}, limit: 10 });
  expect(people).toMatchObject([
    { id: 'ann', lastAt: timeAt(4), hour: timeAt(0) },
    { id: 'bob', lastAt: timeAt(3), hour: timeAt(0) },
  ]);
});

test('an event with an earlier time does not set the time back', async () => {
  await using then = await given(
    places,
    [city.submitted('rome'), { time: timeAt(9) }],
    [opinion.rated('forum', 'ann', 4), { time: timeAt(8) }],
  );
  expect(await then.get('people', 'ann')).toMatchObject({ id: 'ann', lastAt: timeAt(9) });
});

test('each hour has the number of people whose latest contribution was in it', async () => {
  const at = (hour: number) => timeAt(hour * 60 + 5);
  await using then = await given(
    places,
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
