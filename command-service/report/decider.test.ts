import { describe, expect, it } from 'vitest';

import type { ReportEvent } from '#contracts/report/events';
import { limits } from '#contracts/shared/limits';
import { ordinaryPerson } from '#contracts/shared/person';

import type { Actor } from '#platform/commands/decider';
import { admin, anna, ben, given, outcomeOf, type PastEvent } from '../shared/given.test-helper.ts';
import { isReported, reportsDecider, type ReportsCommand } from './decider.ts';

const mira: Actor = { ...ordinaryPerson('mira'), canModerate: true };
const target = { entityType: 'photo', entityId: 'p1' } as const;
const facts = { ...target, owners: ['olga'], isLimited: true };

const reported = (by: string, reportId = `by-${by}`): PastEvent<ReportEvent> => [
  { type: 'content-reported.v1', data: { ...target, reportId, reason: 'wrong' } },
  by,
];
const upheld: PastEvent<ReportEvent> = [{ type: 'reports-upheld.v1', data: target }, 'mira'];
const dismissed: PastEvent<ReportEvent> = [{ type: 'reports-dismissed.v1', data: target }, 'mira'];
const reopened: PastEvent<ReportEvent> = [{ type: 'reports-reopened.v1', data: target }, 'mira'];

const report: ReportsCommand = { type: 'report', reportId: 'new', reason: 'gone' };
const [uphold, dismiss, reopen] = [
  { type: 'uphold' },
  { type: 'dismiss' },
  { type: 'reopen' },
] as const satisfies readonly ReportsCommand[];

type History = readonly PastEvent<ReportEvent>[];
const outcome = (history: History, command: ReportsCommand, actor: Actor, known = facts) =>
  outcomeOf(() => reportsDecider.decide(given(reportsDecider, history), command, actor, known));
const openIn = (history: History) => [...given(reportsDecider, history).open.values()];

describe('reporting', () => {
  it('allows one open report for each person', () => {
    expect(outcome([], report, anna)).toEqual(['content-reported.v1']);
    expect(outcome([reported('anna')], report, anna)).toEqual([]);
    expect(outcome([reported('anna')], report, ben)).toEqual(['content-reported.v1']);
  });
  it('is possible again after the report was answered', () => {
    expect(outcome([reported('anna'), dismissed], report, anna)).toEqual(['content-reported.v1']);
  });
  it('is refused for a target that the person does not see', () => {
    expect(outcome([], report, anna, { ...facts, owners: [] })).toBe('photo-not-found');
  });
  it('is refused if the target has too many open reports', () => {
    const many = Array.from({ length: limits.reportsOnItem }, (_, at) => reported(`person-${at}`));
    expect(outcome(many, report, anna)).toBe('too-many-reports');
    expect(outcome(many.slice(1), report, anna)).toEqual(['content-reported.v1']);
    expect(outcome(many, report, anna, { ...facts, isLimited: false })).toEqual(['content-reported.v1']);
  });
});

describe('answering reports', () => {
  const two = [reported('anna'), reported('ben')];

  it('closes all open reports, once', () => {
    expect(outcome(two, uphold, mira)).toEqual(['reports-upheld.v1']);
    expect(outcome(two, dismiss, mira)).toEqual(['reports-dismissed.v1']);
    expect(openIn([...two, upheld])).toEqual([]);
    expect(outcome([...two, upheld], uphold, mira)).toEqual([]);
    expect(outcome([...two, dismissed], dismiss, mira)).toEqual([]);
  });
  it('refuses the opposite answer until there is a new report', () => {
    expect(outcome([...two, upheld], dismiss, mira)).toBe('already-decided');
    expect(outcome([...two, dismissed], uphold, mira)).toBe('already-decided');
    expect(outcome([...two, dismissed, reported('carl')], uphold, mira)).toEqual(['reports-upheld.v1']);
  });
  it('is refused for a target that nobody has reported', () => {
    for (const command of [uphold, dismiss, reopen]) {
      expect(outcome([], command, mira)).toBe('report-not-found');
    }
  });
  it('can be undone: the reports that the latest answer closed are open again', () => {
    expect(openIn([...two, upheld, reopened])).toEqual(['by-anna', 'by-ben']);
    expect(openIn([...two, upheld, reported('carl'), dismissed, reopened])).toEqual(['by-carl']);
    expect(openIn([...two, upheld, reported('anna', 'again'), reopened])).toEqual(['by-ben', 'again']);
    expect(outcome([...two, upheld], reopen, mira)).toEqual(['reports-reopened.v1']);
    expect(outcome([...two, upheld, reopened], reopen, mira)).toEqual([]);
    expect(outcome([...two, upheld, reopened], dismiss, mira)).toEqual(['reports-dismissed.v1']);
  });
  it('is refused to the reporters and the owner of the target, unless they are the administrator', () => {
    expect(outcome([reported('mira'), ...two], uphold, mira)).toBe('forbidden');
    expect(outcome([...two, reported('mira'), dismissed], reopen, mira)).toBe('forbidden');
    expect(outcome([reported('mira'), dismissed, reported('ben')], reopen, mira)).toBe('forbidden');
    expect(outcome([reported('mira'), dismissed, reported('ben')], dismiss, mira)).toEqual([
      'reports-dismissed.v1',
    ]);
    expect(outcome(two, uphold, mira, { ...facts, owners: ['mira'] })).toBe('forbidden');
    expect(outcome([reported('admin')], uphold, admin, { ...facts, owners: ['admin'] })).toEqual([
      'reports-upheld.v1',
    ]);
  });
  it('is possible after the target was deleted', () => {
    expect(outcome(two, uphold, mira, { ...facts, owners: [] })).toEqual(['reports-upheld.v1']);
  });
});

it('a target counts as reported while a report is open, and after one was upheld', () => {
  const is = (history: History) => isReported(given(reportsDecider, history));
  expect([is([]), is([reported('anna')])]).toEqual([false, true]);
  expect([is([reported('anna'), upheld]), is([reported('anna'), dismissed])]).toEqual([true, false]);
});
