import { expect, test } from 'vitest';

import type { ReportDocument } from '#contracts/report/read-models';

import { idOf, report } from '../testing/events.ts';
import { given } from '../testing/given.ts';
import { timeAt, type GivenEvent } from '../testing/world.ts';
import { reports } from './reports.ts';

const two = [
  [report.made('location', 'forum', 'gone'), { actor: 'ann' }],
  [report.made('location', 'forum', 'wrong'), { actor: 'bob' }],
  [report.made('location', 'garden', 'gone'), { actor: 'ann' }],
] as const satisfies readonly GivenEvent[];

async function statusesAfter(...events: readonly GivenEvent[]): Promise<Record<string, string>> {
  await using then = await given(reports, ...events);
  const all = await then.reader.find<ReportDocument>('reports', { limit: 50 });
  return Object.fromEntries(all.map(({ entityId, reason, status }) => [`${entityId} ${reason}`, status]));
}

test('a report names its maker, its item and its reason', async () => {
  await using then = await given(reports, ...two);
  expect(await then.get('reports', idOf('forum gone'))).toEqual({
    id: idOf('forum gone'),
    entityType: 'location',
    entityId: 'forum',
    thing: 'location-forum',
    userId: 'ann',
    reason: 'gone',
    status: 'open',
    createdAt: timeAt(0),
    decidedAt: null,
    decidedBy: null,
    decisionPosition: null,
    latest: true,
    wasDecided: false,
    revision: 0,
  });
});

test('a decision closes all open reports on the item', async () => {
  expect(await statusesAfter(...two, report.upheld('location', 'forum'))).toEqual({
    'forum gone': 'upheld',
    'forum wrong': 'upheld',
    'garden gone': 'open',
  });
  await using then = await given(reports, ...two, [report.dismissed('location', 'forum'), { actor: 'mira' }]);
  expect(await then.get('reports', idOf('forum wrong'))).toMatchObject({
    status: 'dismissed',
    decidedAt: timeAt(3),
    decidedBy: 'mira',
    decisionPosition: 4,
    wasDecided: true,
  });
});

test('undoing a decision does not reopen the reports of people who have reported the item again', async () => {
  const again = [report.made('location', 'forum', 'other'), { actor: 'ann' }] as const;
  const reopened = report.reopened('location', 'forum');
  expect(await statusesAfter(...two, report.dismissed('location', 'forum'), again, reopened)).toEqual({
    'forum gone': 'dismissed',
    'forum wrong': 'open',
    'forum other': 'open',
    'garden gone': 'open',
  });
});

test('undoing a decision reopens only the reports that it closed', async () => {
  const decidedTwice = [
    ...two,
    report.dismissed('location', 'forum'),
    report.made('location', 'forum', 'other'),
    report.upheld('location', 'forum'),
  ] as const;
  expect(await statusesAfter(...decidedTwice)).toMatchObject({
    'forum gone': 'dismissed',
    'forum other': 'upheld',
  });
  const reopened = [...decidedTwice, report.reopened('location', 'forum')] as const;
  expect(await statusesAfter(...reopened)).toEqual({
    'forum gone': 'dismissed',
    'forum wrong': 'dismissed',
    'garden gone': 'open',
    'forum other': 'open',
  });
  expect(await statusesAfter(...reopened, report.dismissed('location', 'forum'))).toMatchObject({
    'forum gone': 'dismissed',
    'forum other': 'dismissed',
  });
});
