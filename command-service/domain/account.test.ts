import { describe, expect, it } from 'vitest';

import type { AccountEvent } from '#contracts/events/account';

import { accountDecider } from './account.ts';
import { admin, given, type Told } from './given.test-helper.ts';

const registered: Told<AccountEvent> = [{ type: 'account-registered.v1', data: { userId: 'anna' } }, 'anna'];
const erased: Told<AccountEvent> = [{ type: 'account-erased.v1', data: { userId: 'anna' } }, 'anna'];
const register = (history: readonly Told<AccountEvent>[]) =>
  accountDecider.decide(
    given(accountDecider, history),
    { type: 'register', userId: 'anna' },
    admin,
    undefined,
  );

describe('an account', () => {
  it('is registered once, by its id alone', () => {
    expect(register([])).toEqual([registered[0]]);
    expect(register([registered])).toEqual([]);
  });
  it('that was erased does not return', () => {
    expect(given(accountDecider, [registered, erased])).toBe('erased');
    expect(register([registered, erased])).toEqual([]);
  });
});
