import { v4 as uuidV4, v5 as uuidV5 } from 'uuid';

import type { Register } from '#contracts/commands/account';
import { Refusal } from '#contracts/errors';
import { streamOf } from '#contracts/events/index';
import { foldEmail } from '#contracts/fold';

import { accountDecider } from '../domain/account.ts';
import { system } from '../domain/decider.ts';
import type { FoldedStreams } from '../folded-streams.ts';
import { handleCommand } from '../handle-command.ts';
import {
  EmailTaken,
  firstChoices,
  firstStanding,
  isAdministrator,
  type Account,
  type RecordStore,
} from '#stores/record-store/index';
import type { Passwords } from './passwords.ts';

/** An account before it is one. */
export type NewAccount = Omit<
  Account,
  'id' | 'createdAt' | 'updatedAt' | 'recorded' | 'standing' | keyof typeof firstChoices
>;

export interface Accounts {
  /** Under a new id unless one is given. @throws Refusal `email-taken` */
  add(account: NewAccount, id?: string): Promise<Account>;
  /** @throws Refusal `email-taken`, also for the administrator's address */
  register(input: Register): Promise<Account>;
  /** The account of an email and password; undefined when the two do not belong together. */
  check(email: string, password: string): Promise<Account | undefined>;
  /**
   * The operator's own account, made at the first start. `password`: ADMIN_PASSWORD, which replaces the account's
   * password when it is another than at the start before. Only its hash is kept.
   */
  ensureAdministrator(password: string | undefined, oneTime: () => string): Promise<Administrator>;
  /** The hash of a password. @throws Refusal `too-many-requests` */
  hashOf(password: string): Promise<string>;
  /**
   * Gives the password of a link to the account, and ends all its sessions and links. `isMailed`: the link came by mail,
   * so whoever used it reads the mail of that address.
   */
  resetPassword(id: string, passwordHash: string, isMailed: boolean): Promise<void>;
  /** Gives the password to the account, and ends all its sessions. */
  setPassword(id: string, password: string): Promise<void>;
  /**
   * Removes the person's data and ends their sessions; what they contributed stays. @throws Refusal `administrator-stays`
   */
  erase(account: Account): Promise<void>;
  /** Appends the events of accounts, and of their ends, whose process died between the two. */
  recordAll(): Promise<void>;
  /** Appends the event of one account's registration; nothing if it is in the log. */
  record(userId: string): Promise<void>;
}

export interface Administrator {
  readonly id: string;
  /** The password made up for a new account, to be shown once. */
  readonly printed: string | null;
  /** False when somebody signed up with the address before it was the administrator's: nobody has vouched for them. */
  readonly isVerified: boolean;
}

/** Holds the argon2id hash, with its salt, of the last ADMIN_PASSWORD that a start was given. */
export const operatorPasswordSetting = 'operator-password';

export function createAccounts(deps: {
  readonly streams: FoldedStreams;
  readonly records: RecordStore;
  readonly passwords: Passwords;
  readonly adminEmail: string;
  readonly clock: () => number;
}): Accounts {
  const { streams, records, passwords, adminEmail, clock } = deps;

  async function add(account: NewAccount, id = uuidV4()): Promise<Account> {
    const now = clock();
    const whole: Account = {
      ...account,
      id,
      createdAt: now,
      updatedAt: now,
      recorded: false,
      standing: firstStanding,
      ...firstChoices,
    };
    try {
      await records.accounts.add(whole);
    } catch (error) {
      if (error instanceof EmailTaken) throw new Refusal('email-taken');
      throw error;
    }
    await record(whole.id);
    return whole;
  }

  async function append(type: 'register' | 'erase', userId: string): Promise<void> {
    const context = {
      commandId: type === 'register' ? userId : uuidV5(type, userId),
      actor: { ...system, userId },
      correlationId: userId,
      time: new Date(clock()),
    };
    const command = { type, userId };
    const decided = async () => ({ command, facts: { isAdministrator: false } });
    await handleCommand(streams, accountDecider, streamOf.account(userId), decided, context);
  }

  async function record(userId: string): Promise<void> {
    await append('register', userId);
    await records.accounts.update(userId, { recorded: true });
  }

  async function recordErasure(userId: string): Promise<void> {
    await append('erase', userId);
    await records.accounts.erasureRecorded(userId);
  }

  async function replacePassword(id: string, changes: Partial<Account>): Promise<void> {
    await records.accounts.update(id, { ...changes, updatedAt: clock() });
    await records.sessions.deleteOf(id);
    // Whoever changes a password may fear that somebody else asked for one.
    await records.tokens.removeOf(id, 'reset');
  }

  const setPassword = async (id: string, password: string): Promise<void> =>
    replacePassword(id, { passwordHash: await passwords.hash(password) });

  /** ADMIN_PASSWORD counts once: the same value at the next start does not undo a change on the account page. */
  async function useOperatorPassword(account: Account, password: string): Promise<void> {
    const noted = await records.settings.get(operatorPasswordSetting);
    if (noted !== undefined && (await passwords.verify(noted, password))) return;
    if (!(await passwords.verify(account.passwordHash, password))) await setPassword(account.id, password);
    // Last: should this process die before, the next start does it again.
    await noteOperatorPassword(password);
  }

  const noteOperatorPassword = async (password: string): Promise<void> =>
    records.settings.set(operatorPasswordSetting, await passwords.hash(password));

  return {
    add,
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
        if (password !== undefined) await useOperatorPassword(account, password);
        return { id: account.id, printed: null, isVerified: true };
      }
      if (account !== undefined) return { id: account.id, printed: null, isVerified: false };
      // First the note, so that a process that dies between the two leaves no account whose password counts twice.
      if (password !== undefined) await noteOperatorPassword(password);
      const chosen = password ?? oneTime();
      const passwordHash = await passwords.hash(chosen);
      const names = { firstName: 'Site', lastName: 'Administrator', profileImageUrl: null };
      const { id } = await add({ email: adminEmail, emailVerified: true, ...names, passwordHash });
      return { id, printed: password === undefined ? chosen : null, isVerified: true };
    },
    record,
    setPassword,
    hashOf: (password) => passwords.hash(password),
    resetPassword: (id, passwordHash, isMailed) =>
      replacePassword(id, { passwordHash, ...(isMailed && { emailVerified: true }) }),
    async erase(account) {
      if (isAdministrator(account, adminEmail)) throw new Refusal('administrator-stays');
      if (!account.recorded) await record(account.id);
      // The data go first: should this process die now, only the note with the id is left, and the event follows.
      await records.accounts.erase(account.id);
      await records.sessions.deleteOf(account.id);
      await recordErasure(account.id);
    },
    async recordAll() {
      for (;;) {
        const waiting = await records.accounts.unrecorded(100);
        const erased = await records.accounts.unrecordedErasures(100);
        if (waiting.length === 0 && erased.length === 0) return;
        for (const { id } of waiting) await record(id);
        for (const id of erased) await recordErasure(id);
      }
    },
  };
}
