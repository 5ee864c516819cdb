import { execFileSync } from 'node:child_process';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { folderOfTest } from '../../test/harness/folders.ts';
import { isSqliteError, openSqlite, SqliteError } from './connection.mjs';
import { isSound, loadBuiltIn, loadDriver, loadPackage } from './driver.mjs';
import type { SqliteOptions } from './types.ts';

/** Both drivers where Node includes one, so that a run on Node 24 compares them; only the package below 22.13. */
const drivers = [
  ['the package', loadPackage],
  ...('sqlite' in process.versions ? [['the one built into Node', loadBuiltIn] as const] : []),
] as const;

describe.each(drivers)('with %s', (_, load) => {
  const opened = (path: string, options: SqliteOptions = {}) => openSqlite(path, options, load());

  it('returns rows as arrays or objects, and reports what changed', () => {
    using sqlite = opened(':memory:');
    sqlite.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT); CREATE INDEX names ON t (name)');
    expect(sqlite.run('INSERT INTO t (name) VALUES (?), (?)', ['ann', null])).toEqual({
      changes: 2,
      lastInsertRowid: 2,
    });
    expect(sqlite.rows('SELECT id, name FROM t')).toEqual([
      [1, 'ann'],
      [2, null],
    ]);
    expect(sqlite.objects('SELECT id, name FROM t WHERE id = ?', [1])).toEqual([{ id: 1, name: 'ann' }]);
    expect(sqlite.rows('INSERT INTO t (name) VALUES (?) RETURNING id', ['eve'])).toEqual([[3]]);
  });

  it('binds whole numbers as integers and other numbers unchanged, and reads large ones as text', () => {
    using sqlite = opened(':memory:');
    const types = sqlite.rows('SELECT typeof(?), typeof(?), typeof(?)', [3, 1.5, 2n ** 60n]);
    expect(types).toEqual([['integer', 'real', 'integer']]);
    expect(sqlite.rows('SELECT CAST(? AS TEXT)', [2n ** 60n])).toEqual([[String(2n ** 60n)]]);
    expect(sqlite.rows('SELECT ?', [Number.MAX_SAFE_INTEGER])).toEqual([[Number.MAX_SAFE_INTEGER]]);
  });

  it('refuses a text with a NUL, since one driver would keep only its beginning', () => {
    using sqlite = opened(':memory:');
    expect(() => sqlite.rows('SELECT ?', ['admin\0x'])).toThrow(TypeError);
  });

  it('supports blobs, JSON and trigrams, whose rows are found by number', () => {
    using sqlite = opened(':memory:');
    expect(sqlite.rows("SELECT '{\"a\":[1,2]}' ->> '$.a[1]', hex(zeroblob(2))")).toEqual([[2, '0000']]);
    sqlite.exec(`CREATE VIRTUAL TABLE f USING fts5(text, content = '', contentless_delete = 1, detail = none,
      tokenize = 'trigram case_sensitive 1')`);
    for (const row of [1, 2, 3]) sqlite.run('INSERT INTO f (rowid, text) VALUES (?, ?)', [row, 'old bridge']);
    sqlite.run('DELETE FROM f WHERE rowid = ?', [1]);
    const found = sqlite.rows('SELECT rowid FROM f WHERE f MATCH ? AND rowid < ? ORDER BY rowid DESC', [
      '"bri"',
      3,
    ]);
    expect(found).toEqual([[2]]);
  });

  it('rolls back a transaction whose work throws', () => {
    using sqlite = opened(':memory:');
    sqlite.exec('CREATE TABLE t (id TEXT PRIMARY KEY)');
    const work = () => {
      sqlite.run('INSERT INTO t VALUES (?)', ['a']);
      throw new RangeError('enough');
    };
    expect(() => sqlite.transaction(work)).toThrow(RangeError);
    expect(sqlite.inTransaction).toBe(false);
    expect(sqlite.rows('SELECT count(*) FROM t')).toEqual([[0]]);
    expect(sqlite.transaction(() => sqlite.run('INSERT INTO t VALUES (?)', ['b']).changes)).toBe(1);
  });

  it.each(['rows', 'objects', 'run'] as const)('reports why SQLite failed, by %s', async (call) => {
    const path = join(folderOfTest(), 'test.db');
    using sqlite = opened(path);
    sqlite.exec('CREATE TABLE t (id TEXT PRIMARY KEY, more TEXT); INSERT INTO t VALUES (1, 2)');
    const codeOf = (sql: string, at = sqlite) => {
      try {
        at[call](sql);
      } catch (error) {
        return error instanceof SqliteError ? error.code : error;
      }
      return undefined;
    };
    expect(codeOf('INSERT INTO t VALUES (1, 2) RETURNING id')).toBe('SQLITE_CONSTRAINT');
    expect(codeOf('SELECT * FROM nothing')).toBe('SQLITE_ERROR');
    using other = opened(path);
    sqlite.exec('BEGIN IMMEDIATE');
    expect(codeOf('INSERT INTO t VALUES (3, 3) RETURNING id', other)).toBe('SQLITE_BUSY');
    sqlite.exec('ROLLBACK; PRAGMA max_page_count = 4');
    expect(codeOf('INSERT INTO t VALUES (4, hex(zeroblob(100000))) RETURNING id')).toBe('SQLITE_FULL');
    sqlite.exec('PRAGMA query_only = ON');
    expect(codeOf('INSERT INTO t VALUES (5, 5) RETURNING id')).toBe('SQLITE_READONLY');
    sqlite.close();
    await damage(path);
    using damaged = opened(path);
    expect(codeOf('SELECT * FROM t', damaged)).toBe('SQLITE_CORRUPT');
    await writeFile(path, 'not a database, '.repeat(1000));
    using garbage = opened(path);
    expect(codeOf('SELECT * FROM t', garbage)).toBe('SQLITE_NOTADB');
  });

  it('reports a file that cannot be opened', async () => {
    const path = join(folderOfTest(), 'test.db');
    expect(() => opened(join(path, 'below', 'nothing'))).toThrow(
      expect.objectContaining({ code: 'SQLITE_CANTOPEN' }),
    );
  });

  it('writes nothing if the address says read-only', async () => {
    const path = join(folderOfTest(), 'test.db');
    opened(path).exec('CREATE TABLE t (id)');
    using sqlite = opened(`file://${path}?mode=ro`);
    expect(() => sqlite.run('INSERT INTO t VALUES (1)')).toThrow(
      expect.objectContaining({ code: 'SQLITE_READONLY' }),
    );
  });

  it('can be closed twice, and accepts nothing afterwards', () => {
    const sqlite = opened(':memory:');
    sqlite.rows('SELECT 1');
    sqlite.close();
    sqlite.close();
    expect([sqlite.isOpen, sqlite.inTransaction]).toEqual([false, false]);
    expect(() => sqlite.rows('SELECT 1')).toThrow(SqliteError);
    expect(() => sqlite.transaction(() => 1)).toThrow(SqliteError);
  });

  it('keeps no more than 500 statements', () => {
    using sqlite = opened(':memory:');
    for (let number = 0; number < 1200; number += 1) {
      expect(sqlite.rows(`SELECT ${number}`)).toEqual([[number]]);
    }
  });

  it('writes what the other can read', async () => {
    const path = join(folderOfTest(), 'test.db');
    for (const [, other] of drivers) {
      using sqlite = openSqlite(path, { busyTimeout: 1000 }, other());
      sqlite.exec('PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS t (number)');
      sqlite.run('INSERT INTO t VALUES (?)', [7]);
    }
    using sqlite = opened(path);
    expect(new Set(sqlite.rows('SELECT number, typeof(number) FROM t').flat())).toEqual(
      new Set([7, 'integer']),
    );
  });
});

it('uses the SQLite of Node if it is sound, otherwise the package', () => {
  expect(loadDriver()).toBe(isSound(process.versions['sqlite']) ? loadBuiltIn() : loadPackage());
  expect(['3.51.3', '3.51.10', '3.53.0', '4.0.0'].map(isSound)).toEqual([true, true, true, true]);
  expect([undefined, '', '3.51.2', '3.47.2', '3.9.9', '2.99.99'].map(isSound)).not.toContain(true);
});

it('suppresses only the warning of an experimental SQLite', () => {
  const connection = JSON.stringify(new URL('connection.mjs', import.meta.url).href);
  const script = `
    const { openSqlite } = await import(${connection});
    process.on('warning', ({ message }) => process.stdout.write(message));
    openSqlite(':memory:').close();
    process.emitWarning('SQLite is mentioned', 'Warning');
    process.emitWarning('Something', 'ExperimentalWarning');`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { stdio: 'pipe' });
  expect(output.toString()).toBe('SQLite is mentionedSomething');
});

it('recognises an error only by its code', () => {
  expect(isSqliteError(new Error('database is locked'), 'SQLITE_BUSY')).toBe(false);
  expect(isSqliteError(new SqliteError(new Error('database is locked')), 'SQLITE_BUSY')).toBe(true);
  expect(isSqliteError(new SqliteError(new Error('no such table: t')), 'SQLITE_BUSY', 'SQLITE_FULL')).toBe(
    false,
  );
});

/** Overwrites all pages except the first, which holds the schema. */
async function damage(path: string): Promise<void> {
  const { length } = await readFile(path);
  await using file = await open(path, 'r+');
  await file.write(Buffer.alloc(length - 4096, 0xff), 0, length - 4096, 4096);
}
