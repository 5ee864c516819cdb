/** A secret on its way to somebody, of which only the hash is kept. Times are milliseconds since 1970. */
export interface LinkToken {
  /** SHA-256 (hex). */
  readonly hash: string;
  readonly kind: 'reset' | 'confirm';
  readonly userId: string;
  /** It was sent to the account's address, so that using it shows who reads that address's mail. */
  readonly isMailed: boolean;
  readonly expire: number;
}

/** What is to be mailed; it is written when it is sent. */
export interface Letter {
  /** What has the same id is the same letter, and is sent once. */
  readonly id: string;
  readonly kind: 'reset' | 'confirm' | 'decision';
  /** Null where it is not known yet whether there is an account. */
  readonly userId: string | null;
  /** What its writer has to know, in the writer's own form. */
  readonly content: string;
  /** From when on it is tried. */
  readonly since: number;
  /** When it is to be sent, or tried again. */
  readonly dueAt: number;
  /** How often it was tried. */
  readonly attempts: number;
}

export interface TokenRecords {
  /** Durable once fulfilled. Nothing for an account that is gone. */
  put(token: LinkToken): Promise<void>;
  /** Undefined also when it has expired by `now`. */
  get(hash: string, kind: LinkToken['kind'], now: number): Promise<LinkToken | undefined>;
  /** Gives a token once: of several that ask for it only one gets it. */
  take(hash: string, kind: LinkToken['kind'], now: number): Promise<LinkToken | undefined>;
  /** Removes all of that kind that the account has. */
  removeOf(userId: string, kind: LinkToken['kind']): Promise<void>;
}

/** Letters that wait, and for some days the ids of those that were sent. */
export interface OutboxRecords {
  /**
   * Durable once fulfilled. Nothing where the letter is known, also one that was sent, where its account is gone, or
   * where that account has `most` waiting.
   */
  add(letter: Letter, most: number): Promise<void>;
  /** Those that are to be sent by `now`, the longest due first. */
  due(now: number, limit: number): Promise<Letter[]>;
  /** The same for one account and kind. */
  dueOf(userId: string, kind: Letter['kind'], now: number, limit: number): Promise<Letter[]>;
  /**
   * Takes a letter to send it, if nobody has done so since it was read: until `dueAt` it is not due. False when somebody
   * has. Durable once fulfilled.
   */
  take(letter: Pick<Letter, 'id' | 'attempts'>, dueAt: number): Promise<boolean>;
  /** Nothing is left of it but its id. Durable once fulfilled. */
  close(id: string, now: number): Promise<void>;
}
