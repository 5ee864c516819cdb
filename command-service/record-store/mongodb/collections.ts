import type { Collection, Db } from 'mongodb';

import type { Account, ProviderIdentity, SessionData, SignInAttempt } from '../port.ts';
import { answersKeptFor } from '../times.ts';

/** An account, or what is left of an erased one until its event is in the log. */
export type AccountRow =
  | (Omit<Account, 'id'> & {
      readonly _id: string;
      readonly foldedEmail: string;
      readonly erased?: undefined;
    })
  | { readonly _id: string; readonly erased: true };

export interface SessionRow {
  readonly _id: string;
  /** Gone once the session has ended: the rest stays for a while, to tell of it. */
  readonly sess?: SessionData;
  readonly expire: Date;
  /** The number of its latest end (deleted or replaced) in the order of all ends. */
  readonly ended?: number;
}

export interface AnswerRow {
  readonly _id: string;
  readonly fingerprint: string;
  /** When it was claimed or, later, answered. */
  readonly at: Date;
  /** Null while it is a claim. */
  readonly status: number | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface WindowRow {
  readonly _id: string;
  readonly count: number;
  readonly resetsAt: Date;
}

export interface Collections {
  readonly accounts: Collection<AccountRow>;
  readonly identities: Collection<ProviderIdentity & { readonly _id: string }>;
  readonly signIns: Collection<
    Omit<SignInAttempt, 'id' | 'expire'> & { readonly _id: string; readonly expire: Date }
  >;
  readonly sessions: Collection<SessionRow>;
  readonly answers: Collection<AnswerRow>;
  readonly windows: Collection<WindowRow>;
  readonly settings: Collection<{ readonly _id: string; readonly value: string }>;
  readonly counters: Collection<{ readonly _id: string; readonly value: number }>;
}

export const collectionsOf = (db: Db): Collections => ({
  accounts: db.collection('accounts'),
  identities: db.collection('identities'),
  signIns: db.collection('sign_ins'),
  sessions: db.collection('sessions'),
  answers: db.collection('answers'),
  windows: db.collection('windows'),
  settings: db.collection('settings'),
  counters: db.collection('counters'),
});

/**
 * The server's own sweeping begins so long after the end: the store's sweep comes first, because it also tells of
 * the sessions that end by it.
 */
const grace = 60 * 60; // seconds

/** Makes what indexes are missing. */
export async function makeIndexes(collections: Collections): Promise<void> {
  const { accounts, identities, signIns, sessions, answers, windows } = collections;
  await Promise.all([
    accounts.createIndexes([
      // Sparse: an erased account has no email.
      { name: 'email', key: { foldedEmail: 1 }, unique: true, sparse: true },
      {
        name: 'unrecorded',
        key: { recorded: 1, createdAt: 1 },
        partialFilterExpression: { recorded: false },
      },
      { name: 'erased', key: { erased: 1 }, sparse: true },
    ]),
    identities.createIndexes([{ name: 'of-user', key: { userId: 1, provider: 1 }, unique: true }]),
    signIns.createIndexes([{ name: 'over', key: { expire: 1 }, expireAfterSeconds: grace }]),
    sessions.createIndexes([
      { name: 'of-user', key: { 'sess.userId': 1, 'sess.createdAt': -1 } },
      { name: 'over', key: { expire: 1 }, expireAfterSeconds: grace },
      { name: 'ended', key: { ended: 1 }, sparse: true },
    ]),
    answers.createIndexes([
      { name: 'over', key: { at: 1 }, expireAfterSeconds: answersKeptFor / 1000 + grace },
    ]),
    windows.createIndexes([{ name: 'over', key: { resetsAt: 1 }, expireAfterSeconds: grace }]),
  ]);
}
