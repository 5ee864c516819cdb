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
    /** Compares folded. */
    byEmail(email: string): Promise<Account | undefined>;
    update(id: string, changes: Partial<Omit<Account, 'id'>>): Promise<void>;
    /** Those whose event may not be in the log yet. */
    unrecorded(limit: number): Promise<Account[]>;
  };
  readonly sessions: {
    put(session: Session): Promise<void>;
    /** Undefined also when it has expired by `now`. */
    get(sid: string, now: number): Promise<Session | undefined>;
    /** Replaces the data if its refreshHash is still the one given; false if another request came first. */
    replace(session: Session, refreshHash: string): Promise<boolean>;
    delete(sid: string): Promise<void>;
    deleteOf(userId: string): Promise<void>;
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
  /** Waits for the one lease of that name. Freed at once when its holder's process ends. */
  lease(name: string, signal: AbortSignal): Promise<AsyncDisposable>;
  /** Drops sessions, answers and counters that are over by `now`. */
  sweep(now: number): Promise<void>;
  /** Throws RecordStoreUnavailable when the store does not answer. */
  ping(): Promise<void>;
}

export class EmailTaken extends Error {
  override readonly name = 'EmailTaken';
}
export class RecordStoreUnavailable extends Error {
  override readonly name = 'RecordStoreUnavailable';
}
