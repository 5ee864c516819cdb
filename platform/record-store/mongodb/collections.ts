import type { Collection, Db } from 'mongodb';
import {
  type Account,
  firstChoices,
  firstCredentials,
  firstStanding,
  type OutboxEmail,
  emailsKnownFor,
  type ProviderIdentity,
  type SessionData,
  type StandingChange,
} from '../port.ts';
import type { Connection } from '../../mongodb/connection.ts';

/** An account, or the remains of an erased one until its event is in the log. */
export type AccountRow =
  | (Omit<Account, 'id' | 'standing' | 'credentials' | 'publicName' | 'publicPage' | 'notify'> & {
      readonly _id: string;
      /** Missing in accounts of earlier releases. */
      readonly standing?: Account['standing'];
      readonly credentials?: Account['credentials'];
      readonly publicName?: Account['publicName'];
      readonly publicPage?: Account['publicPage'];
      readonly notify?: Account['notify'];
      readonly foldedEmail: string;
      /** Rises when sessions of the account end for another reason than a change of credentials. */
      readonly sessionEnds?: number;
      readonly erased?: undefined;
    })
  | { readonly _id: string; readonly erased: true };

export interface SessionRow {
  readonly _id: string;
  /** Missing once the session has ended. The rest is stored for a while, so that the end is reported. */
  readonly sess?: SessionData;
  readonly expire: Date;
  /** The number of its latest end (deleted or replaced), in the order of all ends. */
  readonly ended?: number;
}

export interface KeyedRow {
  /** The key. */
  readonly _id: string;
  readonly text?: string;
  /** A counter, instead of a text. The driver returns a bigint beyond 32 bits. */
  readonly count?: number | bigint;
  readonly expire?: Date;
  readonly owner?: string;
}

export interface ReportNoteRow {
  readonly _id: string;
  readonly userId: string;
  readonly text: string;
}

export interface EmailRow extends Omit<OutboxEmail, 'id' | 'dueAt'> {
  readonly _id: string;
  /** Missing once the email is closed. */
  readonly dueAt?: number;
  readonly closedAt?: Date;
}

interface RenameRow {
  /** The account's id. */
  readonly _id: string;
  /** The number of its latest new name, in the order of all new names. */
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
  readonly emails: Collection<EmailRow>;
  readonly identities: Collection<ProviderIdentity & { readonly _id: string }>;
  readonly sessions: Collection<SessionRow>;
  readonly keyed: Collection<KeyedRow>;
  readonly reportNotes: Collection<ReportNoteRow>;
  readonly counters: Collection<{ readonly _id: string; readonly value: number }>;
}

export const collectionsOf = (db: Db): Collections => ({
  accounts: db.collection('accounts'),
  standingChanges: db.collection('standing_changes'),
  renames: db.collection('renames'),
  emails: db.collection('letters'),
  identities: db.collection('identities'),
  sessions: db.collection('sessions'),
  keyed: db.collection('keyed'),
  reportNotes: db.collection('report_notes'),
  counters: db.collection('counters'),
});

/**
 * The server removes documents only this long after their end. So the store's sweep, which also reports the sessions
 * that it ends, comes first.
 */
const grace = 60 * 60; // seconds

/** Creates the missing indexes. */
export async function makeIndexes(collections: Collections): Promise<void> {
  const { accounts, standingChanges, renames, emails, identities, sessions, keyed, reportNotes } =
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
    emails.createIndexes([
      { name: 'due', key: { dueAt: 1 }, sparse: true },
      { name: 'of-user', key: { userId: 1, kind: 1, dueAt: 1 } },
      { name: 'over', key: { closedAt: 1 }, expireAfterSeconds: emailsKnownFor / 1000 + grace },
    ]),
    renames.createIndexes([
      { name: 'number', key: { number: 1 } },
      { name: 'over', key: { at: 1 }, expireAfterSeconds: grace },
    ]),
    identities.createIndexes([{ name: 'of-user', key: { userId: 1, provider: 1 }, unique: true }]),
    sessions.createIndexes([
      { name: 'of-user', key: { 'sess.userId': 1, 'sess.createdAt': -1 } },
      { name: 'over', key: { expire: 1 }, expireAfterSeconds: grace },
      { name: 'ended', key: { ended: 1 }, sparse: true },
    ]),
    keyed.createIndexes([
      { name: 'of-owner', key: { owner: 1 }, sparse: true },
      { name: 'over', key: { expire: 1 }, expireAfterSeconds: grace },
    ]),
    reportNotes.createIndexes([{ name: 'of-user', key: { userId: 1 } }]),
  ]);
}

/** The account of a row; empty for an erased one. Rows of earlier releases have fewer fields. */
export function toAccount(row: AccountRow): Account[] {
  if (row.erased === true) return [];
  const {
    _id: id,
    foldedEmail: _,
    sessionEnds: _ends,
    standing = firstStanding,
    credentials = firstCredentials,
    ...account
  } = row;
  return [{ id, ...firstChoices, ...account, standing, credentials }];
}

/** Whether the account exists, and is not erased. */
export const isPresent = async ({ accounts }: Collections, userId: string): Promise<boolean> =>
  (await accounts.findOne({ _id: userId, erased: { $exists: false } })) !== null;

/** What the parts of the store share. `run` converts the driver's errors into RecordStoreUnavailable. */
export interface Records extends Collections {
  readonly run: Connection['run'];
  readonly runLong: Connection['runLong'];
}
