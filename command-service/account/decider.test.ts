import { describe, expect, it } from 'vitest';

import type { AccountEvent } from '#contracts/account/events';
import { personOf, type Person, type Standing } from '#contracts/shared/person';

import { accountDecider, type AccountCommand, type AccountState, type StandingCommand } from './decider.ts';
import { admin, given, outcomeOf, type Outcome, type PastEvent } from '../shared/given.test-helper.ts';

const data = { userId: 'anna' };
const registered: PastEvent<AccountEvent> = [{ type: 'account-registered.v1', data }, 'anna'];
const erased: PastEvent<AccountEvent> = [{ type: 'account-erased.v1', data }, 'anna'];
const granted: PastEvent<AccountEvent> = [
  { type: 'account-role-granted.v1', data: { ...data, role: 'moderator' } },
  'admin',
];
const revoked: PastEvent<AccountEvent> = [
  { type: 'account-role-revoked.v1', data: { ...data, role: 'moderator' } },
  'admin',
];
const trusted: PastEvent<AccountEvent> = [{ type: 'account-trusted.v1', data }, 'admin'];
const untrusted: PastEvent<AccountEvent> = [{ type: 'account-untrusted.v1', data }, 'admin'];
const blocked: PastEvent<AccountEvent> = [{ type: 'account-blocked.v1', data }, 'admin'];
const unblocked: PastEvent<AccountEvent> = [{ type: 'account-unblocked.v1', data }, 'admin'];

type History = readonly PastEvent<AccountEvent>[];
const who = (userId: string, standing: Partial<Standing> = {}): Person =>
  personOf(userId, { role: 'user', trusted: false, blocked: false, ...standing });
const moderator = who('mona', { role: 'moderator' });

const decide = (
  history: History,
  command: AccountCommand,
  actor: Person = admin,
  facts = { isAdministrator: false },
) => accountDecider.decide(given(accountDecider, history), command, actor, facts);
const outcome = (
  history: History,
  command: StandingCommand,
  actor?: Person,
  facts?: { readonly isAdministrator: boolean },
): Outcome => outcomeOf(() => decide(history, { ...data, ...command }, actor, facts));
const stateAfter = (...history: History): AccountState => given(accountDecider, history);

const commands: readonly StandingCommand[] = [
  { type: 'set-role', role: 'moderator' },
  { type: 'trust' },
  { type: 'untrust' },
  { type: 'block' },
  { type: 'unblock' },
];

describe('an account', () => {
  const register = (history: History) => decide(history, { ...data, type: 'register' });
  const erase = (history: History) => decide(history, { ...data, type: 'erase' });

  it('is registered once, with nothing but its id', () => {
    expect(register([])).toEqual([registered[0]]);
    expect(register([registered])).toEqual([]);
  });
  it('is erased once, and only if it was registered', () => {
    expect(erase([registered])).toEqual([erased[0]]);
    expect(erase([registered, erased])).toEqual([]);
    expect(erase([])).toEqual([]);
  });
  it('stays erased, and loses its role, trust and block', () => {
    expect(stateAfter(registered, granted, trusted, blocked, erased)).toEqual({
      status: 'erased',
      role: 'user',
      trusted: false,
      blocked: false,
      revision: 4,
    });
    expect(register([registered, erased])).toEqual([]);
  });
  it('accepts decisions only while it exists', () => {
    for (const command of commands) {
      expect(outcome([], command)).toBe('person-not-found');
      expect(outcome([registered, trusted, erased], command)).toBe('person-not-found');
    }
  });
});

describe('a role', () => {
  const toModerator = { type: 'set-role', role: 'moderator' } as const;
  const toUser = { type: 'set-role', role: 'user' } as const;

  it('is granted and revoked, each once', () => {
    expect(decide([registered], { ...data, ...toModerator })).toEqual([granted[0]]);
    expect(outcome([registered, granted], toModerator)).toEqual([]);
    expect(decide([registered, granted], { ...data, ...toUser })).toEqual([revoked[0]]);
    expect(outcome([registered, granted, revoked], toUser)).toEqual([]);
    expect(stateAfter(registered, granted)).toMatchObject({ role: 'moderator', revision: 1 });
    expect(stateAfter(registered, granted, revoked)).toMatchObject({ role: 'user', revision: 2 });
  });
  it('is granted only by the administrator', () => {
    for (const actor of [moderator, who('ben'), who('anna', { role: 'moderator' })]) {
      expect(outcome([registered], toModerator, actor)).toBe('forbidden');
      expect(outcome([registered, granted], toUser, actor)).toBe('forbidden');
    }
  });
});

describe('trust and block', () => {
  it('are given and taken back, each once', () => {
    const table: readonly (readonly [StandingCommand, PastEvent<AccountEvent>, History])[] = [
      [{ type: 'trust' }, trusted, [registered]],
      [{ type: 'untrust' }, untrusted, [registered, trusted]],
      [{ type: 'block' }, blocked, [registered]],
      [{ type: 'unblock' }, unblocked, [registered, blocked]],
    ];
    for (const [command, event, history] of table) {
      for (const actor of [admin, moderator]) {
        expect(decide(history, { ...data, ...command }, actor)).toEqual([event[0]]);
        expect(outcome([...history, event], command, actor)).toEqual([]);
      }
    }
    expect(stateAfter(registered, trusted, blocked)).toMatchObject({ trusted: true, blocked: true });
    expect(stateAfter(registered, trusted, blocked, untrusted, unblocked)).toMatchObject({
      trusted: false,
      blocked: false,
    });
  });
  it('cannot be decided by moderators about themselves, another moderator or the administrator', () => {
    for (const command of commands) {
      expect(outcome([registered, granted], command, moderator)).toBe('forbidden');
      expect(outcome([registered, granted, blocked], command, moderator)).toBe('forbidden');
      expect(outcome([registered], command, who('anna', { role: 'moderator' }))).toBe('forbidden');
      expect(outcome([registered], command, moderator, { isAdministrator: true })).toBe('forbidden');
    }
  });
  it('cannot be decided by people without a role, or by a blocked moderator', () => {
    for (const actor of [
      who('ben'),
      who('ben', { trusted: true }),
      who('mona', { role: 'moderator', blocked: true }),
    ]) {
      for (const command of commands) expect(outcome([registered], command, actor)).toBe('forbidden');
    }
  });
  it('can be decided by the administrator about moderators', () => {
    expect(outcome([registered, granted], { type: 'block' })).toEqual(['account-blocked.v1']);
    expect(outcome([registered, granted], { type: 'trust' })).toEqual(['account-trusted.v1']);
  });
});

it('the administrator can be neither blocked nor given another role', () => {
  const facts = { isAdministrator: true };
  for (const role of ['user', 'moderator'] as const) {
    expect(outcome([registered], { type: 'set-role', role }, admin, facts)).toBe(
      'administrator-keeps-rights',
    );
  }
  expect(outcome([registered], { type: 'block' }, admin, facts)).toBe('administrator-keeps-rights');
});
