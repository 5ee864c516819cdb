import type { Provider } from '#contracts/providers';
import type { Lease } from '../lease.ts';
import type { AccountRecords, StandingRecords } from './account-port.ts';
import type { OutboxRecords, TokenRecords } from './mail-port.ts';

export * from './account-port.ts';
export * from './mail-port.ts';

export interface Session {
  /** The session's id; the tokens carry it, and only their hashes are kept. */
  readonly sid: string;
  readonly sess: SessionData;
  readonly expire: number;
}

export interface SessionData {
  readonly userId: string;
  /** SHA-256 (hex) of the secrets in force. */
  readonly accessHash: string;
  readonly accessExpire: number;
  readonly refreshHash: string;
  readonly createdAt: number;
  /** How it began, and the browser's description of itself; missing in sessions of earlier releases. */
  readonly startedBy?: 'password' | Provider;
  readonly agent?: string | null;
  /** SHA-256 (hex) of the secret that its browser kept while signing in: tokens in an address are taken there alone. */
  readonly browserHash?: string | null;
}

/** A person as a provider knows them: the subject never changes there, unlike an email. */
export interface ProviderIdentity {
  readonly provider: Provider;
  readonly subject: string;
  readonly userId: string;
}

/** What has to be remembered while a person is away at a provider. */
export interface SignInAttempt {
  /** A hash of what the provider gives back and of what the browser keeps: both are needed to find it. */
  readonly id: string;
  readonly provider: Provider;
  /** What proves to the provider that whoever fetches the tokens asked for them. */
  readonly codeVerifier: string;
  /** What the provider's statement about the person must repeat; null where it makes none. */
  readonly nonce: string | null;
  readonly expire: number;
}

/** The answer that was given to a request with an idempotency key. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Claim =
  | { readonly state: 'mine' }
  | { readonly state: 'running' }
  | { readonly state: 'other-request' }
  | { readonly state: 'answered'; readonly answer: StoredAnswer };

/** So much more under a key, of which there is `most` in all. Whole numbers above 0. */
export interface QuotaClaim {
  readonly key: string;
  readonly amount: number;
  readonly most: number;
}

/** `key`: the first of the claims for which there is no room. */
export type Reservation = { readonly granted: true } | { readonly granted: false; readonly key: string };

export interface WaitingItem {
  readonly thing: string;
  /** When it was added. */
  readonly since: number;
}

/** What a person wrote beside the reason of a report. It may name people, so no event holds it. */
export interface ReportNote {
  readonly reportId: string;
  readonly userId: string;
  readonly text: string;
}

/** What no event can rebuild, and the personal data that the log must not hold. Times are milliseconds since 1970. */
export interface RecordStore extends AsyncDisposable {
  readonly accounts: AccountRecords;
  readonly standings: StandingRecords;
  readonly identities: {
    /** The id of the account that signs in with it. */
    accountOf(provider: Provider, subject: string): Promise<string | undefined>;
    of(userId: string): Promise<ProviderIdentity[]>;
    /**
     * Durable once fulfilled; adding what is there changes nothing. @throws IdentityTaken when the subject has another
     * account, or the account another subject of that provider
     */
    add(identity: ProviderIdentity): Promise<void>;
    remove(provider: Provider, subject: string): Promise<void>;
  };
  readonly signIns: {
    put(attempt: SignInAttempt): Promise<void>;
    /** Gives an attempt once: of several that ask for it only one gets it. Undefined also when it has expired by `now`. */
    take(id: string, now: number): Promise<SignInAttempt | undefined>;
  };
  readonly sessions: {
    put(session: Session): Promise<void>;
    /** Undefined also when it has expired by `now`. */
    get(sid: string, now: number): Promise<Session | undefined>;
    /** Replaces the data if its refreshHash is still the one given; false if another request came first. */
    replace(session: Session, refreshHash: string): Promise<boolean>;
    delete(sid: string): Promise<void>;
    /** All of that person's, or all but one. */
    deleteOf(userId: string, except?: string): Promise<void>;
    /** That person's, newest first, without those that have expired by `now`. */
    of(userId: string, now: number, limit: number): Promise<Session[]>;
    /**
     * Ids of sessions that ended (deleted or replaced), or whose person has another standing now, in this or another
     * process, as it happens.
     */
    ended(signal: AbortSignal): AsyncIterable<string>;
  };
  readonly tokens: TokenRecords;
  readonly outbox: OutboxRecords;
  readonly idempotency: {
    /**
     * Claims a key for one user's request, of which `fingerprint` is the hash. A claim whose process died
     * (older than `staleAfter` milliseconds without an answer) is given anew.
     */
    claim(key: string, fingerprint: string, now: number, staleAfter: number): Promise<Claim>;
    answer(key: string, answer: StoredAnswer, now: number): Promise<void>;
    /** Frees a claim without an answer: the request may be sent again. */
    release(key: string): Promise<void>;
  };
  readonly limits: {
    /** Counts one and returns how many there are in the window that holds `now`, and when it ends. */
    hit(
      key: string,
      windowMs: number,
      now: number,
    ): Promise<{ readonly count: number; readonly resetsAt: number }>;
    /** The same without counting. */
    peek(
      key: string,
      windowMs: number,
      now: number,
    ): Promise<{ readonly count: number; readonly resetsAt: number }>;
  };
  /** How much of something is taken, under keys that the callers choose. A key that nobody has used holds 0. */
  readonly quotas: {
    /**
     * Adds all of the claims or none: none when one of them would bring its key above `most`. However many ask at
     * once, in however many processes, a reservation never brings a key above `most`. While a reservation that gets
     * nothing is being taken back, another may be refused for what it held. An error may leave some claims added.
     */
    reserve(claims: readonly QuotaClaim[]): Promise<Reservation>;
    /** Subtracts, never below 0. */
    release(amounts: readonly Omit<QuotaClaim, 'most'>[]): Promise<void>;
    /** Puts right what a process that died between two calls left wrong. */
    set(key: string, amount: number): Promise<void>;
    amount(key: string): Promise<number>;
  };
  /** What each person has waiting for review, so that nobody has too much of it. */
  readonly waiting: {
    /**
     * Adds a thing, under a name that its caller chooses, unless the person has `most` others by then; true as well
     * when it was there already. However many ask at once, in however many processes, there are never more.
     */
    add(
      userId: string,
      thing: string,
      limit: { readonly most: number; readonly now: number },
    ): Promise<boolean>;
    of(userId: string): Promise<WaitingItem[]>;
    remove(userId: string, things: readonly string[]): Promise<void>;
  };
  readonly reportNotes: {
    /** Durable once fulfilled. The first note of a report stays. */
    put(note: ReportNote): Promise<void>;
    /** Those that there are, in no order. */
    getMany(reportIds: readonly string[]): Promise<ReportNote[]>;
    /** All that the person wrote, in no order. */
    of(userId: string): Promise<ReportNote[]>;
  };
  readonly settings: {
    /** Small facts about this installation (whether the sample is in). */
    get(name: string): Promise<string | undefined>;
    set(name: string, value: string): Promise<void>;
  };
  /** Waits for the one lease of that name. Freed when its holder's process ends. */
  lease(name: string, signal: AbortSignal): Promise<Lease>;
  /** Drops sessions, sign-in attempts, tokens, answers, counters and ids of letters that are over by `now`. */
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
