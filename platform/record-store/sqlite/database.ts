import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

import { normaliseEmail } from '#contracts/shared/normalise';
import { makePrivate } from '../../files/files.ts';
import { type CommitInGroup, createCommitGroup } from '../../sqlite/commit-group.ts';
import { isSqliteError, openSqlite, SqliteError } from '../../sqlite/connection.mjs';
import type { Sqlite } from '../../sqlite/types.ts';

import { foldedNameOf, type NamedAccount, RecordStoreUnavailable } from '../port.ts';

type Value = string | number | null;

/** A statement. Every call throws RecordStoreUnavailable when the file cannot be read or written. */
interface Statement<Row> {
  get(...values: Value[]): Row | undefined;
  all(...values: Value[]): Row[];
  /** Returns how many rows were changed. */
  run(...values: Value[]): number;
}

export interface Connection extends Disposable {
  prepare<Row>(sql: string): Statement<Row>;
  /** Runs synchronous work in one transaction; if it throws, nothing is kept. */
  transaction<T>(work: () => T): T;
  /** The same for work of many requests: calls in one turn of the event loop share a transaction. */
  readonly inGroup: CommitInGroup;
  /** Removes deleted data from the log beside the file, unless another process is reading at that moment. */
  rewrite(): void;
}

const busyTimeout = 5000; // milliseconds that a write waits for another process's write

/**
 * Opens the file with the schema; creates it if needed. `FULL`: acknowledged writes survive a power failure;
 * `NORMAL`: they survive the end of the process. @throws RecordStoreUnavailable
 */
export function openConnection(path: string, synchronous: 'FULL' | 'NORMAL'): Connection {
  const opening = `The record store ${path} cannot be opened`;
  const sqlite = attempt(opening, () => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    makePrivate(path);
    return openSqlite(path, { busyTimeout });
  });
  try {
    attempt(opening, () => prepareFile(sqlite, synchronous));
  } catch (error) {
    sqlite.close();
    throw error;
  }
  const call = <T>(work: () => T): T => {
    if (!sqlite.isOpen) throw new RecordStoreUnavailable('The record store is closed');
    try {
      return work();
    } catch (error) {
      throw error instanceof SqliteError && !isConstraint(error) ? asUnavailable(noResponse, error) : error;
    }
  };
  return {
    prepare: <Row>(sql: string): Statement<Row> => ({
      get: (...values) => call(() => sqlite.objects<Row>(sql, values)[0]),
      all: (...values) => call(() => sqlite.objects<Row>(sql, values)),
      run: (...values) => call(() => sqlite.run(sql, values).changes),
    }),
    transaction: (work) => call(() => sqlite.transaction(work)),
    inGroup: createCommitGroup((work) => call(() => sqlite.transaction(work))),
    rewrite: () => void call(() => sqlite.rows(emptyWal)),
    [Symbol.dispose]() {
      if (!sqlite.isOpen) return;
      try {
        // Otherwise the newest records would be only in the companion file, and missing in a copy of the one file.
        sqlite.rows(emptyWal);
      } catch (error) {
        // On a full disk they remain there, and the next opening reads them.
        if (!(error instanceof SqliteError)) throw error;
      }
      sqlite.close();
    },
  };
}

const emptyWal = 'PRAGMA wal_checkpoint(TRUNCATE)';

const noResponse = 'The record store does not answer';

function attempt<T>(failure: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asUnavailable(failure, error);
  }
}

function asUnavailable(failure: string, error: unknown): RecordStoreUnavailable {
  const reason = error instanceof Error ? error.message : String(error);
  return new RecordStoreUnavailable(`${failure}: ${reason}`, { cause: error });
}

/** A constraint of the schema was violated: this is a response, not a failure of the store. */
export const isConstraint = (error: unknown): boolean => isSqliteError(error, 'SQLITE_CONSTRAINT');

function prepareFile(sqlite: Sqlite, synchronous: 'FULL' | 'NORMAL'): void {
  // Overwrites deleted data, so that nothing about an erased person remains in the free pages of the file.
  sqlite.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA secure_delete = ON`);
  // In a transaction, because two processes may open a new file at once.
  sqlite.transaction(() => {
    const version = Number(sqlite.rows('PRAGMA user_version')[0]?.[0]);
    if (version > schema.length) throw new Error(`its schema ${version} is newer than this release knows`);
    for (const step of schema.slice(version)) {
      if (typeof step === 'string') sqlite.exec(step);
      else step(sqlite);
    }
    // Setting it writes the file, even to the same version.
    if (version < schema.length) sqlite.exec(`PRAGMA user_version = ${schema.length}`);
  });
}

const firstSchema = `
  CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    folded_email TEXT NOT NULL UNIQUE,
    account TEXT NOT NULL
  );
  CREATE INDEX unrecorded_accounts ON accounts (account ->> '$.createdAt') WHERE NOT account ->> '$.recorded';

  CREATE TABLE sessions (sid TEXT PRIMARY KEY, sess TEXT NOT NULL, expire INTEGER NOT NULL);
  CREATE INDEX sessions_of_user ON sessions (sess ->> '$.userId');
  CREATE INDEX sessions_by_end ON sessions (expire);

  -- The triggers leave no way to end a session without a word, and cost no second commit.
  CREATE TABLE ended_sessions (number INTEGER PRIMARY KEY AUTOINCREMENT, sid TEXT NOT NULL);
  CREATE TRIGGER session_deleted AFTER DELETE ON sessions
    BEGIN INSERT INTO ended_sessions (sid) VALUES (old.sid); END;
  CREATE TRIGGER session_replaced AFTER UPDATE ON sessions
    BEGIN INSERT INTO ended_sessions (sid) VALUES (old.sid); END;

  -- An answer without a status is a claim. \`at\`: when it was claimed or, later, answered.
  CREATE TABLE answers (
    key TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    at INTEGER NOT NULL,
    status INTEGER,
    headers TEXT,
    body TEXT
  );
  CREATE INDEX answers_by_age ON answers (at);

  CREATE TABLE windows (
    key TEXT NOT NULL,
    width INTEGER NOT NULL,
    resets_at INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (key, width, resets_at)
  );
  CREATE INDEX windows_by_end ON windows (resets_at);

  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)
`;

const providerSchema = `
  CREATE TABLE identities (
    provider TEXT NOT NULL,
    subject TEXT NOT NULL,
    user_id TEXT NOT NULL,
    PRIMARY KEY (provider, subject),
    UNIQUE (user_id, provider)
  );
  CREATE TABLE sign_ins (id TEXT PRIMARY KEY, attempt TEXT NOT NULL, expire INTEGER NOT NULL);
  CREATE INDEX sign_ins_by_end ON sign_ins (expire);

  CREATE TABLE erasures (user_id TEXT PRIMARY KEY);
  CREATE TRIGGER account_erased AFTER DELETE ON accounts BEGIN
    INSERT OR IGNORE INTO erasures (user_id) VALUES (old.id);
    DELETE FROM identities WHERE user_id = old.id;
    DELETE FROM sessions WHERE sess ->> '$.userId' = old.id;
    DELETE FROM answers WHERE key >= old.id || ':' AND key < old.id || ';';
  END
`;

const quotaSchema = `
  CREATE TABLE quotas (key TEXT PRIMARY KEY, amount INTEGER NOT NULL CHECK (amount > 0)) WITHOUT ROWID;

  CREATE TABLE waiting (
    user_id TEXT NOT NULL,
    thing TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (user_id, thing)
  ) WITHOUT ROWID
`;

const reportNoteSchema = `
  CREATE TABLE report_notes (report_id TEXT PRIMARY KEY, user_id TEXT NOT NULL, text TEXT NOT NULL) WITHOUT ROWID;
  CREATE INDEX report_notes_of_user ON report_notes (user_id);
  CREATE TRIGGER account_erased_with_notes AFTER DELETE ON accounts
    BEGIN DELETE FROM report_notes WHERE user_id = old.id; END
`;

const standingSchema = `
  -- Kept beyond \`is_open\` for their reasons; those go with the account.
  CREATE TABLE standing_changes (
    event_id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    reason TEXT,
    noted_at INTEGER NOT NULL,
    is_open INTEGER NOT NULL
  );
  CREATE INDEX standing_changes_of_user ON standing_changes (user_id, revision);
  CREATE INDEX open_standing_changes ON standing_changes (noted_at) WHERE is_open = 1;
  CREATE TRIGGER account_erased_with_standing AFTER DELETE ON accounts
    BEGIN DELETE FROM standing_changes WHERE user_id = old.id; END
`;

/** For lists of accounts, newest first, and the search in them, which reads only the index. */
const listSchema = `
  ALTER TABLE accounts ADD COLUMN created_at INTEGER AS (account ->> '$.createdAt');
  ALTER TABLE accounts ADD COLUMN folded_name TEXT NOT NULL DEFAULT '';
  CREATE INDEX accounts_newest ON accounts (created_at DESC, id DESC, folded_name, folded_email);
  CREATE INDEX moderators_newest ON accounts (created_at DESC, id DESC)
    WHERE account ->> '$.standing.role' = 'moderator';
  CREATE INDEX trusted_newest ON accounts (created_at DESC, id DESC) WHERE account ->> '$.standing.trusted';
  CREATE INDEX blocked_newest ON accounts (created_at DESC, id DESC) WHERE account ->> '$.standing.blocked'
`;

function addFoldedNames(sqlite: Sqlite): void {
  sqlite.exec(listSchema);
  refoldNames(sqlite);
}

/** Also after a change of how names are folded: since 2026-11-27 a final sigma is like any other. */
function refoldNames(sqlite: Sqlite): void {
  const rows = sqlite.objects<{ id: string; account: string }>('SELECT id, account FROM accounts');
  for (const { id, account } of rows) {
    const name = foldedNameOf(JSON.parse(account) as NamedAccount);
    sqlite.run('UPDATE accounts SET folded_name = ? WHERE id = ?', [name, id]);
  }
}

/** The first release folded emails to NFKC, which made look-alike addresses equal. */
function renormaliseEmails(sqlite: Sqlite): void {
  const rows = sqlite.objects<{ id: string; email: string }>(
    "SELECT id, account ->> '$.email' AS email FROM accounts",
  );
  for (const { id, email } of rows)
    sqlite.run('UPDATE accounts SET folded_email = ? WHERE id = ?', [normaliseEmail(email), id]);
}

/** As with ended sessions, the triggers report every change of a public name. */
const renamedSchema = `
  CREATE TABLE renamed_accounts (number INTEGER PRIMARY KEY AUTOINCREMENT, user_id TEXT NOT NULL);
  CREATE TRIGGER account_renamed AFTER UPDATE OF account ON accounts
    WHEN old.account ->> '$.publicName' IS NOT new.account ->> '$.publicName'
    BEGIN INSERT INTO renamed_accounts (user_id) VALUES (old.id); END;
  CREATE TRIGGER account_erased_with_name AFTER DELETE ON accounts
    WHEN old.account ->> '$.publicName' IS NOT NULL
    BEGIN INSERT INTO renamed_accounts (user_id) VALUES (old.id); END
`;

/** The same for public pages, which blocked people do not have. */
const publicPageSchema = `
  CREATE TRIGGER account_page_changed AFTER UPDATE OF account ON accounts
    WHEN coalesce(old.account ->> '$.publicPage', 0) IS NOT coalesce(new.account ->> '$.publicPage', 0)
      OR coalesce(old.account ->> '$.standing.blocked', 0) IS NOT coalesce(new.account ->> '$.standing.blocked', 0)
    BEGIN INSERT INTO renamed_accounts (user_id) VALUES (old.id); END
`;

const mailSchema = `
  CREATE TABLE tokens (
    hash TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    user_id TEXT NOT NULL,
    is_mailed INTEGER NOT NULL,
    expire INTEGER NOT NULL
  );
  CREATE INDEX tokens_of_user ON tokens (user_id, kind);
  CREATE INDEX tokens_by_end ON tokens (expire);

  -- Without a time at which it is due it is closed.
  CREATE TABLE letters (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    user_id TEXT,
    content TEXT NOT NULL,
    since INTEGER NOT NULL,
    due_at INTEGER,
    attempts INTEGER NOT NULL,
    closed_at INTEGER
  );
  CREATE INDEX due_letters ON letters (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX due_letters_of_user ON letters (user_id, kind, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX closed_letters ON letters (closed_at) WHERE closed_at IS NOT NULL;
  CREATE TRIGGER account_erased_with_mail AFTER DELETE ON accounts BEGIN
    DELETE FROM tokens WHERE user_id = old.id;
    DELETE FROM letters WHERE user_id = old.id AND due_at IS NOT NULL;
  END
`;

const credentialSchema = 'ALTER TABLE tokens ADD COLUMN version INTEGER NOT NULL DEFAULT 0';

/** One table that replaces seven; see `keyed/`. Entries whose owner is an account are removed with it. */
const keyedSchema = `
  CREATE TABLE keyed (key TEXT PRIMARY KEY, value NOT NULL, expire INTEGER, owner TEXT);
  CREATE INDEX keyed_of_owner ON keyed (owner) WHERE owner IS NOT NULL;
  CREATE INDEX keyed_by_end ON keyed (expire) WHERE expire IS NOT NULL;

  INSERT INTO keyed (key, value) SELECT 'setting:' || name, value FROM settings;
  INSERT INTO keyed (key, value, expire) SELECT 'sign-in:' || id, attempt, expire FROM sign_ins;
  INSERT INTO keyed (key, value, expire, owner)
    SELECT 'link:' || kind || ':' || hash,
      json_object('hash', hash, 'kind', kind, 'userId', user_id, 'version', version,
        'isMailed', json(iif(is_mailed, 'true', 'false')), 'expire', expire),
      expire, user_id FROM tokens;
  INSERT INTO keyed (key, value, expire, owner)
    SELECT 'answer:' || key,
      iif(status IS NULL, json_object('fingerprint', fingerprint, 'at', at),
        json_object('fingerprint', fingerprint, 'at', at,
          'answer', json_object('status', status, 'headers', json(headers), 'body', body))),
      at + 24 * 60 * 60 * 1000 + 1, substr(key, 1, instr(key, ':') - 1) FROM answers;
  INSERT INTO keyed (key, value, expire)
    SELECT 'window:' || width || ':' || resets_at || ':' || key, count, resets_at FROM windows;
  INSERT INTO keyed (key, value) SELECT 'quota:' || key, amount FROM quotas;
  INSERT INTO keyed (key, value)
    SELECT 'waiting:' || user_id, json_group_array(json_object('thing', thing, 'since', since))
    FROM waiting GROUP BY user_id;

  DROP TRIGGER account_erased;
  DROP TRIGGER account_erased_with_mail;
  CREATE TRIGGER account_erased AFTER DELETE ON accounts BEGIN
    INSERT OR IGNORE INTO erasures (user_id) VALUES (old.id);
    DELETE FROM identities WHERE user_id = old.id;
    DELETE FROM sessions WHERE sess ->> '$.userId' = old.id;
    DELETE FROM letters WHERE user_id = old.id AND due_at IS NOT NULL;
    DELETE FROM keyed WHERE owner = old.id;
  END;
  DROP TABLE settings;
  DROP TABLE sign_ins;
  DROP TABLE tokens;
  DROP TABLE answers;
  DROP TABLE windows;
  DROP TABLE quotas;
  DROP TABLE waiting
`;

/** The steps from one version of the schema to the next. Never changed once released. */
const schema: readonly (string | ((sqlite: Sqlite) => void))[] = [
  firstSchema,
  providerSchema,
  quotaSchema,
  renormaliseEmails,
  standingSchema,
  addFoldedNames,
  reportNoteSchema,
  renamedSchema,
  mailSchema,
  credentialSchema,
  keyedSchema,
  publicPageSchema,
  refoldNames,
];
