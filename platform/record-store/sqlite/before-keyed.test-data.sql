CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  folded_email TEXT NOT NULL UNIQUE,
  account TEXT NOT NULL
, created_at INTEGER AS (account ->> '$.createdAt'), folded_name TEXT NOT NULL DEFAULT '');
CREATE TABLE sessions (sid TEXT PRIMARY KEY, sess TEXT NOT NULL, expire INTEGER NOT NULL);
CREATE TABLE ended_sessions (number INTEGER PRIMARY KEY AUTOINCREMENT, sid TEXT NOT NULL);
CREATE TABLE answers (
  key TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  at INTEGER NOT NULL,
  status INTEGER,
  headers TEXT,
  body TEXT
);
CREATE TABLE windows (
  key TEXT NOT NULL,
  width INTEGER NOT NULL,
  resets_at INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (key, width, resets_at)
);
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE identities (
  provider TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL,
  PRIMARY KEY (provider, subject),
  UNIQUE (user_id, provider)
);
CREATE TABLE sign_ins (id TEXT PRIMARY KEY, attempt TEXT NOT NULL, expire INTEGER NOT NULL);
CREATE TABLE erasures (user_id TEXT PRIMARY KEY);
CREATE TABLE quotas (key TEXT PRIMARY KEY, amount INTEGER NOT NULL CHECK (amount > 0)) WITHOUT ROWID;
CREATE TABLE waiting (
  user_id TEXT NOT NULL,
  thing TEXT NOT NULL,
  since INTEGER NOT NULL,
  PRIMARY KEY (user_id, thing)
) WITHOUT ROWID
;
CREATE TABLE standing_changes (
  event_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  reason TEXT,
  noted_at INTEGER NOT NULL,
  is_open INTEGER NOT NULL
);
CREATE TABLE report_notes (report_id TEXT PRIMARY KEY, user_id TEXT NOT NULL, text TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE renamed_accounts (number INTEGER PRIMARY KEY AUTOINCREMENT, user_id TEXT NOT NULL);
CREATE TABLE tokens (
  hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  user_id TEXT NOT NULL,
  is_mailed INTEGER NOT NULL,
  expire INTEGER NOT NULL
, version INTEGER NOT NULL DEFAULT 0);
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
CREATE INDEX unrecorded_accounts ON accounts (account ->> '$.createdAt') WHERE NOT account ->> '$.recorded';
CREATE INDEX sessions_of_user ON sessions (sess ->> '$.userId');
CREATE INDEX sessions_by_end ON sessions (expire);
CREATE TRIGGER session_deleted AFTER DELETE ON sessions
  BEGIN INSERT INTO ended_sessions (sid) VALUES (old.sid); END;
CREATE TRIGGER session_replaced AFTER UPDATE ON sessions
  BEGIN INSERT INTO ended_sessions (sid) VALUES (old.sid); END;
CREATE INDEX answers_by_age ON answers (at);
CREATE INDEX windows_by_end ON windows (resets_at);
CREATE INDEX sign_ins_by_end ON sign_ins (expire);
CREATE TRIGGER account_erased AFTER DELETE ON accounts BEGIN
  INSERT OR IGNORE INTO erasures (user_id) VALUES (old.id);
  DELETE FROM identities WHERE user_id = old.id;
  DELETE FROM sessions WHERE sess ->> '$.userId' = old.id;
  DELETE FROM answers WHERE key >= old.id || ':' AND key < old.id || ';';
END;
CREATE INDEX standing_changes_of_user ON standing_changes (user_id, revision);
CREATE INDEX open_standing_changes ON standing_changes (noted_at) WHERE is_open = 1;
CREATE TRIGGER account_erased_with_standing AFTER DELETE ON accounts
  BEGIN DELETE FROM standing_changes WHERE user_id = old.id; END;
CREATE INDEX accounts_newest ON accounts (created_at DESC, id DESC, folded_name, folded_email);
CREATE INDEX moderators_newest ON accounts (created_at DESC, id DESC)
  WHERE account ->> '$.standing.role' = 'moderator';
CREATE INDEX trusted_newest ON accounts (created_at DESC, id DESC) WHERE account ->> '$.standing.trusted';
CREATE INDEX blocked_newest ON accounts (created_at DESC, id DESC) WHERE account ->> '$.standing.blocked'
;
CREATE INDEX report_notes_of_user ON report_notes (user_id);
CREATE TRIGGER account_erased_with_notes AFTER DELETE ON accounts
  BEGIN DELETE FROM report_notes WHERE user_id = old.id; END;
CREATE TRIGGER account_renamed AFTER UPDATE OF account ON accounts
  WHEN old.account ->> '$.publicName' IS NOT new.account ->> '$.publicName'
  BEGIN INSERT INTO renamed_accounts (user_id) VALUES (old.id); END;
CREATE TRIGGER account_erased_with_name AFTER DELETE ON accounts
  WHEN old.account ->> '$.publicName' IS NOT NULL
  BEGIN INSERT INTO renamed_accounts (user_id) VALUES (old.id); END;
CREATE INDEX tokens_of_user ON tokens (user_id, kind);
CREATE INDEX tokens_by_end ON tokens (expire);
CREATE INDEX due_letters ON letters (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX due_letters_of_user ON letters (user_id, kind, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX closed_letters ON letters (closed_at) WHERE closed_at IS NOT NULL;
CREATE TRIGGER account_erased_with_mail AFTER DELETE ON accounts BEGIN
  DELETE FROM tokens WHERE user_id = old.id;
  DELETE FROM letters WHERE user_id = old.id AND due_at IS NOT NULL;
END;
INSERT INTO accounts (id, folded_email, account, folded_name) VALUES ('ada', 'ada@example.com', '{"id":"ada","email":"ada@example.com","emailVerified":false,"firstName":"Ada","lastName":null,"profileImageUrl":null,"publicName":null,"notify":"off","passwordHash":null,"credentials":{"version":0,"sessionsFrom":0,"linksFrom":0},"createdAt":4070908800000,"updatedAt":4070908800000,"recorded":false,"standing":{"role":"user","trusted":false,"blocked":false,"revision":-1}}', 'ada');
INSERT INTO settings (name, value) VALUES ('sample', 'done');
INSERT INTO tokens (hash, kind, user_id, is_mailed, expire, version) VALUES ('one', 'reset', 'ada', 1, 4070908860000, 0);
INSERT INTO tokens (hash, kind, user_id, is_mailed, expire, version) VALUES ('two', 'confirm', 'ada', 0, 4070908860000, 3);
INSERT INTO sign_ins (id, attempt, expire) VALUES ('a', '{"id":"a","provider":"google","codeVerifier":"v","nonce":"n","expire":4070908860000}', 4070908860000);
INSERT INTO answers (key, fingerprint, at, status, headers, body) VALUES ('ada:claimed', 'print', 4070908800000, NULL, NULL, NULL);
INSERT INTO answers (key, fingerprint, at, status, headers, body) VALUES ('ada:answered', 'print', 4070908800000, 201, '{"location":"/api/cities/1"}', '{"ö":1}');
INSERT INTO windows (key, width, resets_at, count) VALUES ('login:1.2.3.4', 60000, 4070908860000, 2);
INSERT INTO quotas (key, amount) VALUES ('bytes-of:ada', 3000000000);
INSERT INTO quotas (key, amount) VALUES ('photos-of:ada', 7);
INSERT INTO waiting (user_id, thing, since) VALUES ('ada', 'city-1', 4070908800000);
INSERT INTO waiting (user_id, thing, since) VALUES ('ada', 'location-2', 4070908800001);
PRAGMA user_version = 10;
