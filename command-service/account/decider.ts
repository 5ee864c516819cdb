import { Refusal } from '#contracts/shared/errors';
import type { AccountEvent } from '#contracts/account/events';
import type { Recorded } from '#contracts/events';
import { newStanding, type Standing } from '#contracts/shared/person';

import type { Actor, Decider } from '#platform/commands/decider';

export interface AccountState extends Standing {
  readonly status: 'none' | 'registered' | 'erased';
  /** Revision of the stream's last event, -1 for none. */
  readonly revision: number;
}

/** What moderators decide about a person. Only the administrator sets the role. */
export type StandingCommand =
  | { readonly type: 'set-role'; readonly role: Standing['role'] }
  | { readonly type: 'trust' | 'untrust' | 'block' | 'unblock' };
type OfAccount = { readonly userId: string };
export type AccountCommand =
  | (OfAccount & { readonly type: 'register' })
  | (OfAccount & { readonly type: 'erase' })
  | (OfAccount & StandingCommand);

export interface AccountFacts {
  /** Whether the account is the administrator's. */
  readonly isAdministrator: boolean;
}

export const accountDecider: Decider<AccountState, AccountCommand, AccountFacts, AccountEvent> = {
  initial: { status: 'none', revision: -1, ...newStanding },
  evolve: (state, event) => ({ ...state, ...changedBy(event), revision: Number(event.revision) }),
  decide,
};

function changedBy({ type }: Recorded<AccountEvent>): Partial<AccountState> {
  switch (type) {
    case 'account-registered.v1':
      return { status: 'registered' };
    case 'account-erased.v1':
      return { status: 'erased', ...newStanding };
    case 'account-role-granted.v1':
      return { role: 'moderator' };
    case 'account-role-revoked.v1':
      return { role: 'user' };
    case 'account-trusted.v1':
      return { trusted: true };
    case 'account-untrusted.v1':
      return { trusted: false };
    case 'account-blocked.v1':
      return { blocked: true };
    case 'account-unblocked.v1':
      return { blocked: false };
  }
}

function decide(
  state: AccountState,
  command: AccountCommand,
  actor: Actor,
  { isAdministrator }: AccountFacts,
): readonly AccountEvent[] {
  const data = { userId: command.userId };
  if (command.type === 'register') {
    return state.status === 'none' ? [{ type: 'account-registered.v1', data }] : [];
  }
  if (command.type === 'erase') {
    return state.status === 'registered' ? [{ type: 'account-erased.v1', data }] : [];
  }
  if (state.status !== 'registered') throw new Refusal('person-not-found');
  const isAboveModerators = isAdministrator || state.role === 'moderator' || command.userId === actor.userId;
  const mayDecide = actor.isAdmin || (actor.canModerate && command.type !== 'set-role' && !isAboveModerators);
  if (!mayDecide) throw new Refusal('forbidden');
  if (isAdministrator && (command.type === 'set-role' || command.type === 'block')) {
    throw new Refusal('administrator-keeps-rights');
  }
  return decided(state, command);
}

/** The event that the command requests; none if it would change nothing. */
function decided(
  { role, trusted, blocked }: AccountState,
  { userId, ...command }: OfAccount & StandingCommand,
): readonly AccountEvent[] {
  const data = { userId };
  switch (command.type) {
    case 'set-role':
      if (command.role === role) return [];
      return command.role === 'moderator'
        ? [{ type: 'account-role-granted.v1', data: { ...data, role: 'moderator' } }]
        : [{ type: 'account-role-revoked.v1', data: { ...data, role: 'moderator' } }];
    case 'trust':
      return trusted ? [] : [{ type: 'account-trusted.v1', data }];
    case 'untrust':
      return trusted ? [{ type: 'account-untrusted.v1', data }] : [];
    case 'block':
      return blocked ? [] : [{ type: 'account-blocked.v1', data }];
    case 'unblock':
      return blocked ? [{ type: 'account-unblocked.v1', data }] : [];
  }
}
