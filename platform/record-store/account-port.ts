import { newStanding, type Standing } from '#contracts/shared/person';
import type { Notify } from '#contracts/shared/account-words';
import { normaliseText } from '#contracts/shared/normalise';

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
  /** The name shown with the person's photos and places; null for none. */
  readonly publicName: string | null;
  /** Whether a person with a public name has a page that lists their photos and places. */
  readonly publicPage: boolean;
  /** Which mail about decisions the person wants. */
  readonly notify: Notify;
  /** argon2id, in its own encoded form; null for an account that signs in only through a provider. */
  readonly passwordHash: string | null;
  readonly credentials: Credentials;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Whether the account-registered event is in the log. */
  readonly recorded: boolean;
  readonly standing: AccountStanding;
}

/** The person's standing according to the account's stream, at that revision; -1 before anything was granted. */
export interface AccountStanding extends Standing {
  readonly revision: number;
}
export const firstStanding: AccountStanding = { ...newStanding, revision: -1 };
/** The initial values of a person's settings. */
export const firstChoices: Pick<Account, 'publicName' | 'publicPage' | 'notify'> = {
  publicName: null,
  publicPage: false,
  notify: 'off',
};

/** How everybody sees a person. */
export interface PublicName {
  readonly name: string;
  /** Whether they have a page of their own. */
  readonly hasPage: boolean;
}

/** How everybody sees the person of an account; undefined without a public name. A blocked person has no page. */
export const publicNameOf = ({
  publicName,
  publicPage,
  standing,
}: Pick<Account, 'publicName' | 'publicPage' | 'standing'>): PublicName | undefined =>
  publicName === null ? undefined : { name: publicName, hasPage: publicPage && !standing.blocked };

/** The public names of those accounts that have one, by id. */
export const namesOf = (accounts: readonly Account[]): ReadonlyMap<string, PublicName> =>
  new Map(
    accounts.flatMap((account) => {
      const name = publicNameOf(account);
      return name === undefined ? [] : [[account.id, name]];
    }),
  );

/** How often an account's credentials have changed, and which sessions and links these changes ended. */
export interface Credentials {
  /** Rises with each change: a new password, a provider's claim, a confirmed address. */
  readonly version: number;
  /** Sessions that began with an earlier version have ended. */
  readonly sessionsFrom: number;
  /** Links for a new password that were issued at an earlier version have ended. */
  readonly linksFrom: number;
}
export const firstCredentials: Credentials = { version: 0, sessionsFrom: 0, linksFrom: 0 };

/** Preconditions of a change: the version read before the proof, and the session that requested it, if any. */
export interface Basis {
  readonly version: number;
  readonly sid?: string | undefined;
}

export interface CredentialChange extends Partial<
  Pick<Account, 'passwordHash' | 'emailVerified' | 'updatedAt'>
> {
  /** What the change ends. Links are those for a new password. */
  readonly ends: 'nothing' | 'sessions' | 'sessions-and-links';
}

/** A change of a person's standing, noted before its event is appended, so that a later start can complete it. */
export interface StandingChange {
  readonly eventId: string;
  readonly userId: string;
  /** The revision of the event if it is appended. */
  readonly revision: number;
  /** The reason in a moderator's words. These may name people, so no event contains them. */
  readonly reason: string | null;
  readonly notedAt: number;
}

/** A place in the list of accounts: newest first, and by id where two have the same age. */
export interface AccountPlace {
  readonly createdAt: number;
  readonly id: string;
}

/** Selects accounts; the newest come first. */
export interface AccountSearch {
  readonly standing?: 'moderator' | 'trusted' | 'blocked' | undefined;
  /** A folded fragment of the name or, where `inEmail` is not null, of the folded email. */
  readonly text?: { readonly inName: string; readonly inEmail: string | null } | undefined;
  readonly after?: AccountPlace | undefined;
  /** The maximum number of results. */
  readonly limit: number;
  /** The maximum number of accounts examined to find them. */
  readonly scanLimit: number;
}

export interface AccountsFound {
  readonly found: readonly AccountPlace[];
  /** Where to continue; undefined when all accounts were examined. */
  readonly next: AccountPlace | undefined;
}

/** The accounts of a record store. */
export interface AccountRecords {
  /** Durable once fulfilled. @throws EmailTaken when the folded email has an account */
  add(account: Account): Promise<void>;
  byId(id: string): Promise<Account | undefined>;
  byIds(ids: readonly string[]): Promise<Account[]>;
  /** Reads from an index; a text is searched for in `scanLimit` accounts at a time. */
  newest(search: AccountSearch): Promise<AccountsFound>;
  /** Every account, in any order, a page at a time. */
  all(): AsyncIterable<Account>;
  /** Compares folded emails. */
  byEmail(email: string): Promise<Account | undefined>;
  /** Changes anything but the credentials. */
  update(
    id: string,
    changes: Partial<Omit<Account, 'id' | 'standing' | 'passwordHash' | 'emailVerified' | 'credentials'>>,
  ): Promise<void>;
  /**
   * If the credentials still have the version of `basis` and its session still exists, changes them and ends what the
   * change names, in one atomic step. Returns the changed account, or undefined when nothing was changed. Durable once
   * fulfilled.
   */
  changeCredentials(id: string, basis: Basis, change: CredentialChange): Promise<Account | undefined>;
  /** Accounts whose event may not be in the log yet. */
  unrecorded(limit: number): Promise<Account[]>;
  /**
   * Removes an account with its identities, sessions, stored responses, reasons and notes of reports. Leaves a note
   * (only the id) that its event must be appended. Repeating it, or an unknown id, does no harm. If the `basis` no
   * longer holds, it returns false and changes nothing. Durable once fulfilled.
   */
  erase(id: string, basis?: Basis): Promise<boolean>;
  /** The public names of those accounts that have one, by id. */
  publicNames(ids: readonly string[]): Promise<ReadonlyMap<string, PublicName>>;
  /**
   * Ids of accounts whose public name or page has changed, or that had a name and were erased, in this or another
   * process, as it happens. An id is reported only when the change can be read; some are reported without any change.
   */
  renamed(signal: AbortSignal): AsyncIterable<string>;
  /** Ids of erased accounts whose event may not be in the log yet. */
  unrecordedErasures(limit: number): Promise<string[]>;
  /** Removes the note, and any data of the person that an interrupted erasure left. */
  erasureRecorded(id: string): Promise<void>;
}

/** What people may do beyond reading and contributing. The account's stream decides; its row is updated to match. */
export interface StandingRecords {
  /** Durable once fulfilled. Noting the same event again, or one of an erased account, changes nothing. */
  note(change: StandingChange): Promise<void>;
  /**
   * Writes the standing to the account's row unless the row has that revision or a later one. Reports each of the
   * person's sessions to the followers of `sessions.ended`. Closes the notes up to that revision. Durable once
   * fulfilled.
   */
  set(userId: string, standing: AccountStanding): Promise<void>;
  /** Open notes, oldest first. */
  open(limit: number): Promise<StandingChange[]>;
  /** Removes the note of an event that was never appended. */
  forget(eventId: string): Promise<void>;
  /** The account's notes that are open or have a reason, oldest first. */
  of(userId: string): Promise<StandingChange[]>;
  /** The reasons given for these events, by event id. */
  reasons(eventIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export class EmailTaken extends Error {
  override readonly name = 'EmailTaken';
}

export type NamedAccount = Pick<Account, 'firstName' | 'lastName'>;

/** The first and last name in the form that searches compare. */
export const foldedNameOf = ({ firstName, lastName }: NamedAccount): string =>
  normaliseText([firstName, lastName].filter((name) => name !== null).join(' '));

/** The fields of an account after a change of its credentials. */
export function changedBy(
  { version, sessionsFrom, linksFrom }: Credentials,
  { ends, ...changes }: CredentialChange,
): Omit<CredentialChange, 'ends'> & Pick<Account, 'credentials'> {
  const next = version + 1;
  const credentials = {
    version: next,
    sessionsFrom: ends === 'nothing' ? sessionsFrom : next,
    linksFrom: ends === 'sessions-and-links' ? next : linksFrom,
  };
  return { ...changes, credentials };
}

/** Whether the session began with credentials that are still valid. Sessions of earlier releases have no version. */
export const isCurrent = (
  { sess }: { readonly sess: { readonly version?: number } },
  { credentials }: Pick<Account, 'credentials'>,
): boolean => (sess.version ?? 0) >= credentials.sessionsFrom;
