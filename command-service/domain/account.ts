import type { AccountEvent } from '#contracts/events/account';
import type { Recorded } from '#contracts/events/index';

import type { Decider } from './decider.ts';

export type AccountState = 'none' | 'registered' | 'erased';
export interface AccountCommand {
  readonly type: 'register' | 'erase';
  readonly userId: string;
}

const decisions = {
  register: { from: 'none', event: 'account-registered.v1' },
  erase: { from: 'registered', event: 'account-erased.v1' },
} as const;

export const accountDecider: Decider<AccountState, AccountCommand, undefined, AccountEvent> = {
  initial: 'none',
  evolve: (_state: AccountState, event: Recorded<AccountEvent>): AccountState =>
    event.type === 'account-registered.v1' ? 'registered' : 'erased',
  decide: (state, { type, userId }) => {
    const { from, event } = decisions[type];
    return state === from ? [{ type: event, data: { userId } }] : [];
  },
};
