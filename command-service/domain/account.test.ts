import { describe, expect, it } from 'vitest';

import type { AccountEvent } from '#contracts/events/account';

import { accountDecider, type AccountCommand } from './account.ts';
import { admin, given, type Told } from './given.test-helper.ts';

const registered: Told<AccountEvent> = [{ type: 'account-registered.v1', data: { userId: 'anna' } }, 'anna'];
const erased: Told<AccountEvent> = [{ type: 'account-erased.v1', data: { userId: 'anna' } }, 'anna'];
const decide = (type: AccountCommand['type'], history: readonly Told<AccountEvent>[]) =>
  accountDecider.decide(given(accountDecider, history), { type, userId: 'anna' }, admin, undefined);
const register = (history: readonly Told<AccountEvent>[]) => decide('register', history);
const erase = (history: readonly Told<AccountEvent>[]) => decide('erase', history);

describe('an account', () => {
  it('is registered once, by its id alone', () => {
    expect(register([])).toEqual([registered[0]]);
    expect(register([registered])).toEqual([]);
  });
  it('is erased once, and only after it was registered', () => {
    expect(erase([registered])).toEqual([erased[0]]);
    expect(erase([registered, erased])).toEqual([]);
    expect(erase([])).toEqual([]);
  });
  it('that was erased does not return', () => {
    expect(given(accountDecider, [registered, erased])).toBe('erased');
    expect(register([registered, erased])).toEqual([]);
  });
});
