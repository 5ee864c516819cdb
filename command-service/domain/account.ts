import type { AccountEvent } from '#contracts/events/account';
import type { Recorded } from '#contracts/events/index';

import type { Decider } from './decider.ts';

export type AccountState = 'none' | 'registered' | 'erased';
export type AccountCommand = { readonly type: 'register'; readonly userId: string };

export const accountDecider: Decider<AccountState, AccountCommand, undefined, AccountEvent> = {
  initial: 'none',
  evolve: (_state: AccountState, event: Recorded<AccountEvent>): AccountState =>
    event.type === 'account-registered.v1' ? 'registered' : 'erased',
  decide: (state, { userId }) =>
    state === 'none' ? [{ type: 'account-registered.v1', data: { userId } }] : [],
};
