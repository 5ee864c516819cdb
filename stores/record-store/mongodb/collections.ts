import type { Collection, Db } from 'mongodb';

import type {
  Account,
  Letter,
  LinkToken,
  ProviderIdentity,
  SessionData,
  SignInAttempt,
  StandingChange,
  WaitingItem,
} from '../port.ts';
import { answersKeptFor, lettersKnownFor } from '../times.ts';

/** An account, or the remains of an erased one until its event is in the log. */
export type AccountRow =
  | (Omit<Account, 'id' | 'standing' | 'credentials' | 'publicName' | 'notify'> & {
      readonly _id: string;
      /** Missing in accounts of earlier releases. */
      readonly standing?: Account['standing'];
      readonly credentials?: Account['credentials'];
      readonly publicName?: Account['publicName'];
      readonly notify?: Account['notify'];
      readonly foldedEmail: string;
      /** Rises when sessions of the account end otherwise than with its credentials. */
      readonly sessionEnds?: number;
      readonly erased?: undefined;
    })
  | { readonly _id: string; readonly erased: true };

export interface SessionRow {
  readonly _id: string;
  /** Missing once the session has ended. The rest is kept for a while, so that the end is reported. */
  readonly sess?: SessionData;
  readonly expire: Date;
  /** The number of its latest end (deleted or replaced), in the order of all ends. */
  readonly ended?: number;
}

export interface AnswerRow {
  readonly _id: string;
  readonly fingerprint: string;
  /** When it was claimed or, later, answered. */
  readonly at: Date;
  /** Null while there is only a claim. */
  readonly status: number | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface WindowRow {
  readonly _id: string;
  readonly count: number;
  readonly resetsAt: Date;
}

export interface QuotaRow {
  readonly _id: string;
  /** Above 0. The driver returns a bigint for amounts beyond 32 bits. */
  readonly amount: number | bigint;
}

export interface WaitingRow {
  readonly _id: string;
  readonly things: readonly WaitingItem[];
}

export interface ReportNoteRow {
  readonly _id: string;
  readonly userId: string;
  readonly text: string;
}

export interface TokenRow extends Omit<LinkToken, 'hash' | 'expire' | 'version'> {
  /** Missing in links of earlier releases. */
  readonly version?: number;
  /** The hash. */
  readonly _id: string;
  readonly expire: Date;
}

export interface LetterRow extends Omit<Letter, 'id' | 'dueAt'> {
  readonly _id: string;
  /** Missing once it is closed. */
  readonly dueAt?: number;
  readonly closedAt?: Date;
}

export interface RenameRow {
  /** The account's id. */
  readonly _id: string;
  /** The number of its latest new name, in the order of all. */
  readonly number: number;
  readonly at: Date;
}

export interface StandingChangeRow extends Omit<StandingChange, 'eventId'> {
  /** The event's id. */
  readonly _id: string;
  readonly isOpen: boolean;
}

export interface Collections {
  readonly accounts: Collection<AccountRow>;
  readonly standingChanges: Collection<StandingChangeRow>;
  readonly renames: Collection<RenameRow>;
  readonly tokens: Collection<TokenRow>;
  readonly letters: Collection<LetterRow>;
  readonly identities: Collection<ProviderIdentity & { readonly _id: string }>;
  readonly signIns: Collection<
    Omit<SignInAttempt, 'id' | 'expire'> & { readonly _id: string; readonly expire: Date }
  >;
  readonly sessions: Collection<SessionRow>;
  readonly answers: Collection<AnswerRow>;
  readonly windows: Collection<WindowRow>;
  readonly quotas: Collection<QuotaRow>;
  readonly waiting: Collection<WaitingRow>;
  readonly reportNotes: Collection<ReportNoteRow>;
  readonly settings: Collection<{ readonly _id: string; readonly value: string }>;
  readonly counters: Collection<{ readonly _id: string; readonly value: number }>;
}

export const collectionsOf = (db: Db): Collections => ({
  accounts: db.collection('accounts'),
  standingChanges: db.collection('standing_changes'),
  renames: db.collection('renames'),
  tokens: db.collection('tokens'),
  letters: db.collection('letters'),
  identities: db.collection('identities'),
  signIns: db.collection('sign_ins'),
  sessions: db.collection('sessions'),
  answers: db.collection('answers'),
  windows: db.collection('windows'),
  quotas: db.collection('quotas'),
  waiting: db.collection('waiting'),
  reportNotes: db.collection('report_notes'),
  settings: db.collection('settings'),
  counters: db.collection('counters'),
});

/**
 * The server's own sweeping starts this long after the end. The store's sweep comes first, because it also reports
 * the sessions that it ends.
 */
const grace = 60 * 60; // seconds

/** Creates the missing indexes. */
export async function makeIndexes(collections: Collections): Promise<void> {
  const { tokens, letters } = collections;
  const { accounts, standingChanges, renames, identities, signIns, sessions, answers, windows, reportNotes } =
    collections;
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
      { name: 'newest', key: { createdAt: -1, _id: -1 } },
      {
        name: 'moderators',
        key: { createdAt: -1, _id: -1, 'standing.role': 1 },
        partialFilterExpression: { 'standing.role': 'moderator' },
      },
      {
        name: 'trusted',
        key: { createdAt: -1, _id: -1, 'standing.trusted': 1 },
        partialFilterExpression: { 'standing.trusted': true },
      },
      {
        name: 'blocked',
        key: { createdAt: -1, _id: -1, 'standing.blocked': 1 },
        partialFilterExpression: { 'standing.blocked': true },
      },
    ]),
    standingChanges.createIndexes([
      { name: 'of-user', key: { userId: 1, revision: 1 } },
      { name: 'open', key: { isOpen: 1, notedAt: 1 }, partialFilterExpression: { isOpen: true } },
    ]),
    tokens.createIndexes([
      { name: 'of-user', key: { userId: 1, kind: 1 } },
      { name: 'over', key: { expire: 1 }, expireAfterSeconds: grace },
    ]),
    letters.createIndexes([
      { name: 'due', key: { dueAt: 1 }, sparse: true },
      { name: 'of-user', key: { userId: 1, kind: 1, dueAt: 1 } },
      { name: 'over', key: { closedAt: 1 }, expireAfterSeconds: lettersKnownFor / 1000 + grace },
    ]),
    renames.createIndexes([
      { name: 'number', key: { number: 1 } },
      { name: 'over', key: { at: 1 }, expireAfterSeconds: grace },
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
    reportNotes.createIndexes([{ name: 'of-user', key: { userId: 1 } }]),
    windows.createIndexes([{ name: 'over', key: { resetsAt: 1 }, expireAfterSeconds: grace }]),
  ]);
}
