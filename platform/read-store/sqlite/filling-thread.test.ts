import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { isSqliteError, openSqlite } from '../../sqlite/connection.mjs';
import { StoreUnavailable } from '../port.ts';
import { createFillingThreads } from './filling-thread.ts';

describe('the thread that fills copies', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'filling-'));
    path = join(folder, 'file.db');
    using sqlite = openSqlite(path);
    sqlite.rows('PRAGMA journal_mode = WAL');
    sqlite.exec('CREATE TABLE t (id TEXT PRIMARY KEY, text TEXT)');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const insert = (...ids: string[]) => [
    { sql: 'INSERT INTO t VALUES (?, ?)', rows: ids.map((id) => [id, 'a'.repeat(4000)]) },
  ];
  const stored = () => {
    using sqlite = openSqlite(path);
    return sqlite.rows('SELECT id FROM t ORDER BY id').flat();
  };
  const open = (...pragmas: string[]) => createFillingThreads({ path, pragmas });

  it('runs transactions one after the other, and undoes one that fails', async () => {
    await using threads = open();
    const thread = threads.take();
    const [, second, third] = await Promise.allSettled([
      thread.run(insert('a', 'b')),
      thread.run(insert('c', 'a')),
      thread.run(insert('d')),
    ]);
    expect(second).toMatchObject({ status: 'rejected' });
    expect(second.status === 'rejected' && isSqliteError(second.reason, 'SQLITE_CONSTRAINT')).toBe(true);
    expect(third.status).toBe('fulfilled');
    expect(stored()).toEqual(['a', 'b', 'd']);
  });

  it('reports a full disk, and goes on when there is space', async () => {
    await using threads = open('max_page_count = 40');
    const thread = threads.take();
    const many = Array.from({ length: 100 }, (_, at) => `many${at}`);
    const full = await thread.run(insert(...many)).catch((error: unknown) => error);
    expect(isSqliteError(full, 'SQLITE_FULL')).toBe(true);
    await thread.run(insert('few'));
    expect(stored()).toEqual(['few']);
  });

  it('is idle when all that was asked for has been run or has failed', async () => {
    await using threads = open();
    const thread = threads.take();
    await thread.idle();
    void thread.run(insert('a'));
    thread.run(insert('a')).catch(() => undefined);
    void thread.run(insert('b'));
    await thread.idle();
    expect(stored()).toEqual(['a', 'b']);
  });

  it('is one for all its users, and ends with the last of them', async () => {
    await using threads = open();
    const thread = threads.take();
    expect(threads.take()).toBe(thread);
    await threads.giveBack();
    await thread.run(insert('a'));
    await threads.giveBack();
    await expect(thread.run(insert('b'))).rejects.toThrow(StoreUnavailable);
    await threads.take().run(insert('c'));
    expect(stored()).toEqual(['a', 'c']);
  });

  it('fails what waits for it when it ends by itself', async () => {
    await using threads = createFillingThreads({ path: folder, pragmas: [] });
    await expect(threads.take().run(insert('a'))).rejects.toThrow(StoreUnavailable);
  });
});
