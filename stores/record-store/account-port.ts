import { newStanding, type Standing } from '#contracts/person';
import type { Notify } from '#contracts/vocabulary';

/** A person's account. Times are milliseconds since 1970. */
export interface Account {
  readonly id: string;
  /** As typed; unique in its folded form. */
  readonly email: string;
  /** True when a provider or the operator vouches for the email, or its owner has confirmed it. */
  readonly emailVerified: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly profileImageUrl: string | null;
  /** What stands beside the person's photos and places; null for nothing. */
  readonly publicName: string | null;
  /** Which mail about decisions the person wants. */
  readonly notify: Notify;
  /** argon2id, in its own encoded form; null for an account that signs in by a provider alone. */
  readonly passwordHash: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The account-registered event is in the log. */
  readonly recorded: boolean;
  readonly standing: AccountStanding;
}

/** What the account's stream says of its person, as of that revision of the stream; -1 before anything was granted. */
export interface AccountStanding extends Standing {
  readonly revision: number;
}
export const firstStanding: AccountStanding = { ...newStanding, revision: -1 };
/** What a new account has of what its person may choose. */
export const firstChoices: Pick<Account, 'publicName' | 'notify'> = { publicName: null, notify: 'off' };

/** A change of a person's standing, noted before its event is appended: a start finds what a dead process left undone. */
export interface StandingChange {
  readonly eventId: string;
  readonly userId: string;
  /** The revision that the event has if it is appended. */
  readonly revision: number;
  /** Why, in a moderator's words; they may name people, so no event holds them. */
  readonly reason: string | null;
  readonly notedAt: number;
}

/** A place in the list of accounts: newest first, and by id where two are as old. */
export interface AccountPlace {
  readonly createdAt: number;
  readonly id: string;
}

/** Which accounts are wanted, newest first. */
export interface AccountSearch {
  readonly standing?: 'moderator' | 'trusted' | 'blocked' | undefined;
  /** A folded fragment of the name or, where `inEmail` is not null, of the folded email. */
  readonly text?: { readonly inName: string; readonly inEmail: string | null } | undefined;
  readonly after?: AccountPlace | undefined;
  /** How many are wanted at most, and how many are looked at for that at most. */
  readonly limit: number;
  readonly look: number;
}

export interface AccountsFound {
  readonly found: readonly AccountPlace[];
  /** From where to go on; undefined when all accounts were looked at. */
  readonly next: AccountPlace | undefined;
}

/** The accounts of a record store. */
export interface AccountRecords {
  /** Durable once fulfilled. @throws EmailTaken when the folded email has an account */
  add(account: Account): Promise<void>;
  byId(id: string): Promise<Account | undefined>;
  byIds(ids: readonly string[]): Promise<Account[]>;
  /** From an index; a text is looked for among `look` accounts at a time. */
  newest(search: AccountSearch): Promise<AccountsFound>;
  /** Every account, in no order, a page at a time. */
  all(): AsyncIterable<Account>;
  /** Compares folded. */
  byEmail(email: string): Promise<Account | undefined>;
  update(id: string, changes: Partial<Omit<Account, 'id' | 'standing'>>): Promise<void>;
  /** Those whose event may not be in the log yet. */
  unrecorded(limit: number): Promise<Account[]>;
  /**
   * Removes an account with its identities, sessions, kept answers, reasons and notes of reports, and leaves
   * a note (the id alone) that its event is due. Doing it twice, or to nobody, is fine. Durable once fulfilled.
   */
  erase(id: string): Promise<void>;
  /** The public names of those accounts that have one, by id. */
  publicNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Ids of accounts whose public name has changed, or that have been erased with one, in this or another process, as
   * it happens. Each is told after the change can be read; some are told although nothing has changed.
   */
  renamed(signal: AbortSignal): AsyncIterable<string>;
  /** Ids of erased accounts whose event may not be in the log yet. */
  unrecordedErasures(limit: number): Promise<string[]>;
  erasureRecorded(id: string): Promise<void>;
}

/** What each person may do beyond reading and contributing. The account's stream decides; the row follows it. */
export interface StandingRecords {
  /** Durable once fulfilled. Noting the same event again, or one of an account that is gone, changes nothing. */
  note(change: StandingChange): Promise<void>;
  /**
   * Writes the standing to the account's row unless the row is of that revision or a later one, and tells those who
   * follow `sessions.ended` of each of the person's sessions. Closes the notes up to that revision. Durable once
   * fulfilled.
   */
  set(userId: string, standing: AccountStanding): Promise<void>;
  /** Notes that are not closed, oldest first. */
  open(limit: number): Promise<StandingChange[]>;
  /** Removes a note whose event was never appended. */
  forget(eventId: string): Promise<void>;
  /** The notes of an account that are open or have a reason, oldest first. */
  of(userId: string): Promise<StandingChange[]>;
  /** The reasons that were given for these events, by event id. */
  reasons(eventIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export class EmailTaken extends Error {
  override readonly name = 'EmailTaken';
}
