import type { Provider } from '#contracts/shared/providers';
import type { Lease } from '../concurrency/reservation.ts';
import type { Account, AccountRecords, StandingRecords } from './account-port.ts';
import type { OutboxRecords, TokenRecords } from './mail-port.ts';

export * from './account-port.ts';
export * from './mail-port.ts';

export interface Session {
  /** The session's id. The tokens contain it; only their hashes are stored. */
  readonly sid: string;
  readonly sess: SessionData;
  readonly expire: number;
}

export interface SessionData {
  readonly userId: string;
  /** SHA-256 (hex) of the valid secrets. */
  readonly accessHash: string;
  readonly accessExpire: number;
  readonly refreshHash: string;
  readonly createdAt: number;
  /** The version of the credentials with which it began; missing in sessions of earlier releases. */
  readonly version?: number;
  /** How the session began, and the browser's description of itself; missing in sessions of earlier releases. */
  readonly startedBy?: 'password' | Provider;
  readonly agent?: string | null;
  /**
   * SHA-256 (hex) of the secret that the browser stored while signing in. Only that browser can redeem tokens in an
   * address.
   */
  readonly browserHash?: string | null;
}

/** A person as a provider knows them. Unlike an email, the subject never changes. */
export interface ProviderIdentity {
  readonly provider: Provider;
  readonly subject: string;
  readonly userId: string;
}

/** What must be remembered while a person signs in at a provider. */
export interface SignInAttempt {
  /**
   * A hash of the value that the provider returns and the one that the browser stores: both are needed to find the
   * attempt.
   */
  readonly id: string;
  readonly provider: Provider;
  /** Proves to the provider that the requester of the sign-in also fetches the tokens. */
  readonly codeVerifier: string;
  /** The nonce that the provider's ID token must repeat; null for a provider without ID tokens. */
  readonly nonce: string | null;
  readonly expire: number;
}

/** The response to a request with an idempotency key. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Claim =
  | { readonly state: 'mine' }
  | { readonly state: 'running' }
  | { readonly state: 'other-request' }
  | { readonly state: 'answered'; readonly response: StoredResponse };

/** Claims `amount` under a key whose total may reach `most`. Whole numbers above 0. */
export interface QuotaClaim {
  readonly key: string;
  readonly amount: number;
  readonly most: number;
}

/** `key`: the key of the first claim that would exceed its maximum. */
type Reservation = { readonly granted: true } | { readonly granted: false; readonly key: string };

interface WaitingItem {
  readonly item: string;
  /** When it was added. */
  readonly since: number;
}

/** What a person wrote in addition to the reason of a report. It may name people, so no event contains it. */
export interface ReportNote {
  readonly reportId: string;
  readonly userId: string;
  readonly text: string;
}

/** A moderator's note, for moderators only. `createdAt`: ms since 1970. */
export interface ModeratorNote {
  readonly id: string;
  readonly text: string;
  /** The id of the account that wrote it. */
  readonly by: string;
  readonly createdAt: number;
}

/** The subject of a note: a type of the caller's choice, or `user` for an account. */
export interface NotedEntity {
  readonly entityType: string;
  readonly entityId: string;
}

/** A person's list of places. Times are milliseconds since 1970. */
export interface StoredList {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly note: string | null;
  /** A day, as YYYY-MM-DD. */
  readonly date: string | null;
  /** Ids of locations. */
  readonly places: readonly string[];
  /** Null while it is not shared. */
  readonly sharedId: string | null;
  /** Rises with each change. */
  readonly revision: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** People's lists of places. They are removed with their accounts. */
interface ListRecords {
  /**
   * Adds a list unless its person has `most` others; adding the same one again changes nothing. Returns whether the
   * list exists. Concurrent calls, even by several processes, never exceed `most`. Durable once fulfilled.
   */
  add(list: StoredList, most: number): Promise<boolean>;
  get(id: string): Promise<StoredList | undefined>;
  /** The list that is shared under that id now. */
  shared(sharedId: string): Promise<StoredList | undefined>;
  /** All lists of a person, newest first. */
  of(userId: string): Promise<StoredList[]>;
  /**
   * Replaces a list if it still has that revision; returns false if another change came first. Durable once fulfilled.
   */
  replace(list: StoredList, revision: number): Promise<boolean>;
  remove(list: StoredList): Promise<void>;
}

/** A session with its person's account. */
interface SignedIn {
  readonly session: Session;
  readonly account: Account;
}

/**
 * Data that cannot be rebuilt from events, and personal data that the log must not contain. Times are ms since 1970.
 */
export interface RecordStore extends AsyncDisposable {
  readonly accounts: AccountRecords;
  /**
   * A session that has neither expired at `now` nor ended with its credentials, with its account; in a single read
   * where the store has one.
   */
  signedIn(sid: string, now: number): Promise<SignedIn | undefined>;
  readonly standings: StandingRecords;
  readonly identities: {
    /** The id of the account that signs in with the identity. */
    accountOf(provider: Provider, subject: string): Promise<string | undefined>;
    of(userId: string): Promise<ProviderIdentity[]>;
    /**
     * Durable once fulfilled; adding an existing identity changes nothing. @throws IdentityTaken when the subject
     * belongs to another account, or the account has another subject of that provider
     */
    add(identity: ProviderIdentity): Promise<void>;
    remove(provider: Provider, subject: string): Promise<void>;
  };
  readonly signIns: {
    put(attempt: SignInAttempt): Promise<void>;
    /**
     * Removes and returns an attempt, so only one of several callers gets it. Undefined also when it has expired at
     * `now`.
     */
    take(id: string, now: number): Promise<SignInAttempt | undefined>;
  };
  readonly sessions: {
    put(session: Session): Promise<void>;
    /** Undefined also when the session has expired at `now`. */
    get(sid: string, now: number): Promise<Session | undefined>;
    /** Replaces the data if its refreshHash is still the given one; returns false if another request came first. */
    replace(session: Session, refreshHash: string): Promise<boolean>;
    delete(sid: string): Promise<void>;
    /**
     * Deletes all sessions of that person. With `asking`, keeps that session and those that began with later
     * credentials, since the latter may belong to the owner who recovered the account.
     */
    deleteOf(userId: string, asking?: { readonly sid: string; readonly version: number }): Promise<void>;
    /** The person's sessions that have not expired at `now`, newest first. */
    of(userId: string, now: number, limit: number): Promise<Session[]>;
    /**
     * Ids of sessions that were deleted or replaced, or whose person has a new standing, in this or another process, as
     * it happens.
     */
    ended(signal: AbortSignal): AsyncIterable<string>;
  };
  readonly tokens: TokenRecords;
  readonly outbox: OutboxRecords;
  readonly idempotency: {
    /**
     * Claims a key for one user's request, whose hash is `fingerprint`. An unanswered claim older than `staleAfter`
     * milliseconds can be claimed again, because its process has died.
     */
    claim(key: string, fingerprint: string, now: number, staleAfter: number): Promise<Claim>;
    respond(key: string, response: StoredResponse, now: number): Promise<void>;
    /** Removes an unanswered claim, so that the request can be sent again. */
    release(key: string): Promise<void>;
  };
  readonly limits: {
    /**
     * Counts one hit, or `amount` (a whole number). Returns the number in the window that contains `now`, and when this
     * window ends.
     */
    hit(
      key: string,
      windowMs: number,
      now: number,
      amount?: number,
    ): Promise<{ readonly count: number; readonly resetsAt: number }>;
    /** The same without counting. */
    peek(
      key: string,
      windowMs: number,
      now: number,
    ): Promise<{ readonly count: number; readonly resetsAt: number }>;
  };
  /** How much is in use under keys that the callers choose. A key that nobody has used has an amount of 0. */
  readonly quotas: {
    /**
     * Adds all of the claims, or none if one of them would bring its key above `most`. Concurrent reservations, even by
     * several processes, never bring a key above `most`. While a refused reservation is being undone, another one may
     * be refused because of it. An error may leave some claims added.
     */
    reserve(claims: readonly QuotaClaim[]): Promise<Reservation>;
    /** Subtracts, never below 0. */
    release(amounts: readonly Omit<QuotaClaim, 'most'>[]): Promise<void>;
    /** Corrects an amount that a process left wrong when it died between two calls. */
    set(key: string, amount: number): Promise<void>;
    amount(key: string): Promise<number>;
  };
  /** Each person's items that wait for review, so that their number can be limited. */
  readonly waiting: {
    /**
     * Adds an item, under a name that the caller chooses, unless the person already has `most` others. Also returns
     * true if the item existed already. Concurrent calls, even by several processes, never exceed `most`.
     */
    add(
      userId: string,
      item: string,
      limit: { readonly most: number; readonly now: number },
    ): Promise<boolean>;
    of(userId: string): Promise<WaitingItem[]>;
    remove(userId: string, items: readonly string[]): Promise<void>;
  };
  readonly lists: ListRecords;
  readonly reportNotes: {
    /** Durable once fulfilled. The first note of a report is kept. */
    put(note: ReportNote): Promise<void>;
    /** The notes that exist, in any order. */
    getMany(reportIds: readonly string[]): Promise<ReportNote[]>;
    /** All notes by the person, in any order. */
    of(userId: string): Promise<ReportNote[]>;
  };
  /** Notes on an account (`user`) are removed with it. */
  readonly moderatorNotes: {
    /**
     * Adds a note unless the entity has `most` others, or is a missing account. Returns whether the note exists, so
     * also true for one that was added before. Durable once fulfilled. Concurrent calls never exceed `most`.
     */
    add(entity: NotedEntity, note: ModeratorNote, most: number): Promise<boolean>;
    /** The notes on an entity in the order in which they were added. */
    of(entity: NotedEntity): Promise<readonly ModeratorNote[]>;
  };
  readonly settings: {
    /** Small facts about this installation, such as whether the sample was added. */
    get(name: string): Promise<string | undefined>;
    set(name: string, value: string): Promise<void>;
    /**
     * Sets a value if the present one is `before` (undefined: not set). Returns whether it was set, which is true for
     * only one of several simultaneous callers. Durable once fulfilled.
     */
    setIf(name: string, before: string | undefined, value: string): Promise<boolean>;
  };
  /** Waits for the only lease of that name. Released when the holder's process ends. */
  lease(name: string, signal: AbortSignal): Promise<Lease>;
  /** Drops the sessions, entries of the keyed store and email ids that have expired at `now`. */
  sweep(now: number): Promise<void>;
  /** Throws RecordStoreUnavailable when the store does not answer. */
  ping(): Promise<void>;
}

export class IdentityTaken extends Error {
  override readonly name = 'IdentityTaken';
}
export class RecordStoreUnavailable extends Error {
  override readonly name = 'RecordStoreUnavailable';
}
