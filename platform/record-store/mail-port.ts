/** A secret that was sent to somebody; only its hash is stored. Times are milliseconds since 1970. */
export interface LinkToken {
  /** SHA-256 (hex). */
  readonly hash: string;
  readonly kind: 'reset' | 'confirm';
  readonly userId: string;
  /** The version of the account's credentials when it was issued; 0 in links of earlier releases. */
  readonly version: number;
  /** Whether it was sent to the account's address, so that its use proves that the user reads mail to that address. */
  readonly isMailed: boolean;
  readonly expire: number;
}

/** A mail to be sent. Its text is written when it is sent. */
export interface OutboxEmail {
  /** Emails with the same id are the same email, which is sent once. */
  readonly id: string;
  readonly kind: 'reset' | 'confirm' | 'decision';
  /** Null when it is not yet known whether there is an account. */
  readonly userId: string | null;
  /** What the email's writer needs, in a form of the writer's own. */
  readonly content: string;
  /** When it is to be sent for the first time. */
  readonly since: number;
  /** When it must be sent, or tried again. */
  readonly dueAt: number;
  /** The number of attempts to send it. */
  readonly attempts: number;
}

/** How long (milliseconds) the id of a sent email is stored. The same email is never added after that time. */
export const emailsKnownFor = 3 * 24 * 60 * 60 * 1000;

export interface TokenRecords {
  /** Durable once fulfilled. Stores nothing for an account that was erased. */
  put(token: LinkToken): Promise<void>;
  /** Undefined also when the token has expired at `now`. */
  get(hash: string, kind: LinkToken['kind'], now: number): Promise<LinkToken | undefined>;
  /** Removes and returns a token, so only one of several callers gets it. */
  take(hash: string, kind: LinkToken['kind'], now: number): Promise<LinkToken | undefined>;
  /** Removes all tokens of that kind that the account has. */
  removeOf(userId: string, kind: LinkToken['kind']): Promise<void>;
}

/** Waiting emails and, for some days, the ids of sent ones. */
export interface OutboxRecords {
  /**
   * Durable once fulfilled. Does nothing if the email is known, even as a sent one, if its account was erased, or if
   * that account has `most` emails waiting.
   */
  add(email: OutboxEmail, most: number): Promise<void>;
  /** Emails that must be sent at `now`, the longest overdue first. */
  due(now: number, limit: number): Promise<OutboxEmail[]>;
  /** The same for one account and kind. */
  dueOf(userId: string, kind: OutboxEmail['kind'], now: number, limit: number): Promise<OutboxEmail[]>;
  /**
   * Takes an email to send it, unless somebody else has taken it since it was read; then it returns false. Until
   * `dueAt` the email is not due again. Durable once fulfilled.
   */
  take(email: Pick<OutboxEmail, 'id' | 'attempts'>, dueAt: number): Promise<boolean>;
  /** Removes everything of an email except its id. Durable once fulfilled. */
  close(id: string, now: number): Promise<void>;
}
