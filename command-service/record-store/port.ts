import type { Provider } from '#contracts/providers';

/** What no event can rebuild, and the personal data that the log must not hold. Times are milliseconds since 1970. */
export interface Account {
  readonly id: string;
  /** As typed; unique in its folded form. */
  readonly email: string;
  /** True when a provider or the operator vouches for the email. */
  readonly emailVerified: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly profileImageUrl: string | null;
  /** argon2id, in its own encoded form; null for an account that signs in by a provider alone. */
  readonly passwordHash: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The account-registered event is in the log. */
  readonly recorded: boolean;
}

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

export interface RecordStore extends AsyncDisposable {
  readonly accounts: {
    /** Durable once fulfilled. @throws EmailTaken when the folded email has an account */
    add(account: Account): Promise<void>;
    byId(id: string): Promise<Account | undefined>;
    byIds(ids: readonly string[]): Promise<Account[]>;
    /** Every account, in no order, a page at a time. */
    all(): AsyncIterable<Account>;
    /** Compares folded. */
    byEmail(email: string): Promise<Account | undefined>;
    update(id: string, changes: Partial<Omit<Account, 'id'>>): Promise<void>;
    /** Those whose event may not be in the log yet. */
    unrecorded(limit: number): Promise<Account[]>;
    /**
     * Removes an account with its identities, sessions and kept answers, and leaves a note (the id alone) that its
     * event is due. Doing it twice, or to nobody, is fine. Durable once fulfilled.
     */
    erase(id: string): Promise<void>;
    /** Ids of erased accounts whose event may not be in the log yet. */
    unrecordedErasures(limit: number): Promise<string[]>;
    erasureRecorded(id: string): Promise<void>;
  };
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
    /** Ids of sessions that ended (deleted or replaced) in this or another process, as they end. */
    ended(signal: AbortSignal): AsyncIterable<string>;
  };
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
  readonly settings: {
    /** Small facts about this installation (the reactions' checkpoint, whether the sample is in). */
    get(name: string): Promise<string | undefined>;
    set(name: string, value: string): Promise<void>;
  };
  /** Waits for the one lease of that name. Freed when its holder's process ends. */
  lease(name: string, signal: AbortSignal): Promise<Lease>;
  /** Drops sessions, sign-in attempts, answers and counters that are over by `now`. */
  sweep(now: number): Promise<void>;
  /** Throws RecordStoreUnavailable when the store does not answer. */
  ping(): Promise<void>;
}

/** The right to do something that one process at a time may do. Disposing of it gives it to the next one. */
export interface Lease extends AsyncDisposable {
  /** Aborted when another process has it meanwhile, since this one stood still for too long: its holder stops. */
  readonly lost: AbortSignal;
}

export class EmailTaken extends Error {
  override readonly name = 'EmailTaken';
}
export class IdentityTaken extends Error {
  override readonly name = 'IdentityTaken';
}
export class RecordStoreUnavailable extends Error {
  override readonly name = 'RecordStoreUnavailable';
}
