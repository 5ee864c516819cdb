import { expect, test } from 'vitest';

import type { PersonDocument } from '#contracts/account/read-models';

import { account, city, edit, idOf, location, photo, report } from '../testing/events.ts';
import { given } from '../testing/given.ts';
import type { GivenEvent } from '../testing/world.ts';
import { people } from './people.ts';

const by = (actor: string, event: ReturnType<typeof city.approved>): GivenEvent => [event, { actor }];
const nothing = { submitted: 0, approved: 0, declined: 0, waiting: 0, photos: 0, reportsUpheld: 0 };
const numbersOf = async (id: string, events: readonly GivenEvent[]) => {
  await using then = await given(people, ...events);
  const found = await then.get<PersonDocument>('people', id);
  if (found === undefined) return undefined;
  const { id: _, ...numbers } = found;
  return numbers;
};

const changes = { name: { from: 'forum', to: 'Forum' } };
const sentByAnn: readonly GivenEvent[] = [
  account.registered('ann'),
  by('ann', city.submitted('rome')),
  by('ann', location.submitted('forum', 'rome')),
  by('eve', city.approved('rome')),
  by('ann', edit.proposed('e1', 'forum', 'rome', changes)),
];

test('a registered person starts with no submissions; a sender is counted even without a registration', async () => {
  expect(await numbersOf('ann', [account.registered('ann')])).toEqual(nothing);
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

test('counts an existing photo for the person who uploaded it last', async () => {
  const events = [
    ...sentByAnn,
    by('ann', photo.added('p1', 'forum')),
    by('ann', photo.added('p2', 'forum')),
    by('ann', photo.deleted('p1', 'forum')),
  ];
  expect(await numbersOf('ann', events)).toMatchObject({ photos: 1 });
  const again = [...events, by('bob', photo.added('p1', 'forum'))];
  expect(await numbersOf('ann', again)).toMatchObject({ photos: 1 });
  expect(await numbersOf('bob', again)).toMatchObject({ photos: 1 });
});

test('counts a report once it is upheld, and no longer when the decision is undone', async () => {
  const made = [
    by('ann', report.made('photo', 'p1', 'gone')),
    by('bob', report.made('photo', 'p1', 'wrong')),
    by('ann', report.made('photo', 'p2', 'gone')),
  ];
  const upheld = [...made, by('eve', report.upheld('photo', 'p1'))];
  expect(await numbersOf('ann', made)).toEqual(nothing);
  expect(await numbersOf('ann', upheld)).toEqual({ ...nothing, reportsUpheld: 1 });
  expect(await numbersOf('bob', upheld)).toEqual({ ...nothing, reportsUpheld: 1 });
  const again = [...upheld, by('ann', report.made('photo', 'p1', 'other'))];
  const dismissed = [...again, by('eve', report.dismissed('photo', 'p1'))];
  expect(await numbersOf('ann', dismissed)).toMatchObject({ reportsUpheld: 1 });
  // Only the latest decision is undone: the report that it closed is open again.
  const reopened = [...dismissed, by('eve', report.reopened('photo', 'p1'))];
  expect(await numbersOf('ann', reopened)).toMatchObject({ reportsUpheld: 1 });
  const upheldAgain = [...reopened, by('eve', report.upheld('photo', 'p1'))];
  expect(await numbersOf('ann', upheldAgain)).toMatchObject({ reportsUpheld: 2 });
  const takenBack = [...upheld, by('eve', report.reopened('photo', 'p1'))];
  expect(await numbersOf('ann', takenBack)).toEqual(nothing);
  expect(await numbersOf('bob', takenBack)).toEqual(nothing);
});

test('has no numbers of an erased account, whatever happens to its submissions', async () => {
  const erased = [...sentByAnn, account.erased('ann'), by('eve', location.approved('forum', 'rome'))];
  expect(await numbersOf('ann', erased)).toBeUndefined();
});
