import { v4 as uuidV4 } from 'uuid';

import type { Register } from '#contracts/commands/account';
import { Refusal } from '#contracts/errors';
import { streamOf } from '#contracts/events/index';
import { foldEmail } from '#contracts/fold';

import { accountDecider } from '../domain/account.ts';
import { system } from '../domain/decider.ts';
import type { EventLog } from '../event-log/index.ts';
import { handleCommand } from '../handle-command.ts';
import { EmailTaken, type Account, type RecordStore } from '../record-store/index.ts';
import type { Passwords } from './passwords.ts';

export interface Accounts {
  /** @throws Refusal `email-taken`, also for the administrator's address */
  register(input: Register): Promise<Account>;
  /** The account of an email and password; undefined when the two do not belong together. */
  check(email: string, password: string): Promise<Account | undefined>;
  /** The operator's own account: made at the first start; a password given later replaces the old one. */
  ensureAdministrator(password: string | undefined, oneTime: () => string): Promise<Administrator>;
  /** Appends the events of accounts whose process died between the two. */
  recordAll(): Promise<void>;
}

export interface Administrator {
  readonly id: string;
  /** The password made up for a new account, to be shown once. */
  readonly printed: string | null;
  /** False when somebody signed up with the address before it was the administrator's: nobody has vouched for them. */
  readonly isVerified: boolean;
}

export function createAccounts(deps: {
  readonly log: EventLog;
  readonly records: RecordStore;
  readonly passwords: Passwords;
  readonly adminEmail: string;
  readonly clock: () => number;
}): Accounts {
  const { log, records, passwords, adminEmail, clock } = deps;

  async function add(
    account: Omit<Account, 'id' | 'createdAt' | 'updatedAt' | 'recorded'>,
  ): Promise<Account> {
    const now = clock();
    const whole: Account = { ...account, id: uuidV4(), createdAt: now, updatedAt: now, recorded: false };
    try {
      await records.accounts.add(whole);
    } catch (error) {
      if (error instanceof EmailTaken) throw new Refusal('email-taken');
      throw error;
    }
    await record(whole.id);
    return whole;
  }

  async function record(userId: string): Promise<void> {
    const context = {
      commandId: userId,
      actor: { ...system, userId },
      correlationId: userId,
      time: new Date(clock()),
    };
    const command = { type: 'register', userId } as const;
    await handleCommand(
      log,
      accountDecider,
      streamOf.account(userId),
      async () => ({ command, facts: undefined }),
      context,
    );
    await records.accounts.update(userId, { recorded: true });
  }

  return {
    async register({ email, password, firstName, lastName }) {
      // Hashed before the answer is known, so that a taken email takes as long as a free one.
      const passwordHash = await passwords.hash(password);
      if (foldEmail(email) === foldEmail(adminEmail)) throw new Refusal('email-taken');
      return add({ email, emailVerified: false, firstName, lastName, profileImageUrl: null, passwordHash });
    },
    async check(email, password) {
      const account = await records.accounts.byEmail(email);
      const matches = await passwords.verify(account?.passwordHash ?? null, password);
      return matches ? account : undefined;
    },
    async ensureAdministrator(password, oneTime) {
      const account = await records.accounts.byEmail(adminEmail);
      if (account?.emailVerified === true) {
        const same = password === undefined || (await passwords.verify(account.passwordHash, password));
        if (!same) {
          await records.accounts.update(account.id, {
            passwordHash: await passwords.hash(password),
            updatedAt: clock(),
          });
          await records.sessions.deleteOf(account.id);
        }
        return { id: account.id, printed: null, isVerified: true };
      }
      if (account !== undefined) return { id: account.id, printed: null, isVerified: false };
      const chosen = password ?? oneTime();
      const passwordHash = await passwords.hash(chosen);
      const names = { firstName: 'Site', lastName: 'Administrator', profileImageUrl: null };
      const { id } = await add({ email: adminEmail, emailVerified: true, ...names, passwordHash });
      return { id, printed: password === undefined ? chosen : null, isVerified: true };
    },
    async recordAll() {
      for (;;) {
        const waiting = await records.accounts.unrecorded(100);
        if (waiting.length === 0) return;
        for (const { id } of waiting) await record(id);
      }
    },
  };
}
