import { randomUUID } from 'node:crypto';

import type { Register } from '#contracts/account/commands';
import { Refusal } from '#contracts/shared/errors';
import { streamOf } from '#contracts/events';
import { normaliseEmail } from '#contracts/shared/normalise';

import { accountDecider } from './decider.ts';
import { system } from '#platform/commands/decider';
import type { FoldedStreams } from '#platform/commands/folded-streams';
import { handleCommand } from '#platform/commands/handle-command';
import { nameBasedId } from '#platform/commands/name-based-id';
import {
  EmailTaken,
  firstChoices,
  firstCredentials,
  firstStanding,
  isAdministrator,
  type Account,
  type Basis,
  type RecordStore,
} from '#platform/record-store/index';
import { recover } from './credentials.ts';
import type { Passwords } from './passwords.ts';

/** An account before it is stored. */
type NewAccount = Omit<
  Account,
  'id' | 'createdAt' | 'updatedAt' | 'recorded' | 'standing' | 'credentials' | keyof typeof firstChoices
>;

interface Added {
  readonly account: Account;
  readonly position: bigint;
}

export interface Accounts {
  /** Adds an account, under a new id unless one is given. @throws Refusal `email-taken` */
  add(account: NewAccount, id?: string): Promise<Account>;
  /**
   * Returns the new account and the position of its event. @throws Refusal `email-taken`, also for the administrator's
   * address
   */
  register(input: Register): Promise<Added>;
  /** The account with this email and password; undefined if they do not match. */
  check(email: string, password: string): Promise<Account | undefined>;
  /**
   * Finds the operator's own account, or creates it at the first start. `password`: ADMIN_PASSWORD, which replaces the
   * account's password if it differs from that of the previous start. Only its hash is stored.
   */
  ensureAdministrator(password: string | undefined, oneTime: () => string): Promise<Administrator>;
  /**
   * Removes the person's data and closes their sessions; their contributions stay. `basis`: the state of the account
   * that the request relied on. Returns the event's position.
   * @throws Refusal `administrator-stays`, `account-changed`
   */
  erase(account: Account, basis?: Basis): Promise<bigint>;
  /** Appends missing events of registrations and erasures: a process may have died between record and event. */
  recordAll(): Promise<void>;
  /** Appends the event of one account's registration, unless it is in the log. Returns its position. */
  record(userId: string): Promise<bigint>;
}

export interface Administrator {
  readonly id: string;
  /** The generated password of a new account, to be shown once; null if none was generated. */
  readonly printed: string | null;
  /** False if somebody else had already signed up with the address: nobody has verified that it is theirs. */
  readonly isVerified: boolean;
}

/** Name of the setting that holds the argon2id hash (with salt) of the latest ADMIN_PASSWORD. */
export const operatorPasswordSetting = 'operator-password';

export function createAccounts(deps: {
  readonly streams: FoldedStreams;
  readonly records: RecordStore;
  readonly passwords: Passwords;
  readonly adminEmail: string;
  readonly clock: () => number;
}): Accounts {
  const { streams, records, passwords, adminEmail, clock } = deps;

  async function add(account: NewAccount, id: string): Promise<Added> {
    const now = clock();
    const whole: Account = {
      ...account,
      id,
      createdAt: now,
      updatedAt: now,
      recorded: false,
      standing: firstStanding,
      credentials: firstCredentials,
      ...firstChoices,
    };
    try {
      await records.accounts.add(whole);
    } catch (error) {
      if (error instanceof EmailTaken) throw new Refusal('email-taken');
      throw error;
    }
    return { account: whole, position: await record(whole.id) };
  }

  /** Returns the event's position. */
  async function append(type: 'register' | 'erase', userId: string): Promise<bigint> {
    const context = {
      commandId: type === 'register' ? userId : nameBasedId(type, userId),
      actor: { ...system, userId },
      correlationId: userId,
      time: new Date(clock()),
    };
    const command = { type, userId };
    const decided = async () => ({ command, facts: { isAdministrator: false } });
    const stream = streamOf.account(userId);
    return (await handleCommand(streams, accountDecider, stream, decided, context)).position;
  }

  async function record(userId: string): Promise<bigint> {
    const position = await append('register', userId);
    await records.accounts.update(userId, { recorded: true });
    return position;
  }

  async function recordErasure(userId: string): Promise<bigint> {
    const position = await append('erase', userId);
    await records.accounts.erasureRecorded(userId);
    return position;
  }

  /**
   * Each ADMIN_PASSWORD is applied once: the same value at the next start does not undo a change on the account page.
   */
  async function useOperatorPassword(account: Account, password: string): Promise<void> {
    const storedHash = await records.settings.get(operatorPasswordSetting);
    if (storedHash !== undefined && (await passwords.verify(storedHash, password))) return;
    if (!(await passwords.verify(account.passwordHash, password))) {
      const passwordHash = await passwords.hash(password);
      await recover(deps, account.id, () => ({ passwordHash }));
    }
    // This comes last: if the process dies before it, the next start sets the password again.
    await noteOperatorPassword(password);
  }

  const noteOperatorPassword = async (password: string): Promise<void> =>
    records.settings.set(operatorPasswordSetting, await passwords.hash(password));

  return {
    add: async (account, id = randomUUID()) => (await add(account, id)).account,
    async register({ email, password, firstName, lastName }) {
      // Hashes the password before it checks the email, so that a taken email takes as long as a free one.
      const passwordHash = await passwords.hash(password);
      if (normaliseEmail(email) === normaliseEmail(adminEmail)) throw new Refusal('email-taken');
      const names = { firstName, lastName, profileImageUrl: null };
      return add({ email, emailVerified: false, ...names, passwordHash }, randomUUID());
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
      // The note comes first: if the process dies before the account is added, the next start continues from here.
      if (password !== undefined) await noteOperatorPassword(password);
      const chosen = password ?? oneTime();
      const passwordHash = await passwords.hash(chosen);
      const names = { firstName: 'Site', lastName: 'Administrator', profileImageUrl: null };
      const id = randomUUID();
      await add({ email: adminEmail, emailVerified: true, ...names, passwordHash }, id);
      return { id, printed: password === undefined ? chosen : null, isVerified: true };
    },
    record,
    async erase(account, basis) {
      if (isAdministrator(account, adminEmail)) throw new Refusal('administrator-stays');
      if (!account.recorded) await record(account.id);
      // The data are removed first. If the process dies after that, a note with the id stays, and the event follows
      // later.
      if (!(await records.accounts.erase(account.id, basis))) throw new Refusal('account-changed');
      return recordErasure(account.id);
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
