import { join } from 'node:path';

import { expect, it } from 'vitest';

import { folderOfTest } from '../../test/harness/folders.ts';
import { createCommitGroup } from './commit-group.ts';
import { openSqlite } from './connection.mjs';

function openTable() {
  const file = join(folderOfTest(), 'views.db');
  const sqlite = openSqlite(file);
  const elsewhere = openSqlite(file);
  sqlite.rows('PRAGMA journal_mode = WAL');
  sqlite.run('CREATE TABLE t (id TEXT PRIMARY KEY)');
  let commits = 0;
  return {
    sqlite,
    commitInGroup: createCommitGroup(
      (work) => sqlite.transaction(work),
      () => (commits += 1),
    ),
    add: (id: string) => (): void => void sqlite.run('INSERT INTO t VALUES (?)', [id]),
    ids: () => elsewhere.rows('SELECT id FROM t ORDER BY id').flat(),
    told: () => commits,
    [Symbol.dispose]() {
      sqlite.close();
      elsewhere.close();
    },
  };
}

it('commits what is requested in one turn in one transaction, and notifies once', async () => {
  using table = openTable();
  const seenBetween: unknown[] = [];
  const first = table.commitInGroup(() => {
    table.add('a')();
    return 'value';
  });
  const second = table.commitInGroup(() => {
    seenBetween.push(...table.ids());
    table.add('b')();
  });
  expect(table.ids()).toEqual([]);
  expect(await Promise.all([first, second])).toEqual(['value', undefined]);
  expect([seenBetween, table.ids(), table.told()]).toEqual([[], ['a', 'b'], 1]);
  await table.commitInGroup(table.add('c'));
  expect([table.ids(), table.told()]).toEqual([['a', 'b', 'c'], 2]);
});

it('does not let a failure affect other work', async () => {
  using table = openTable();
  const results = await Promise.allSettled([
    table.commitInGroup(table.add('a')),
    table.commitInGroup(() => {
      table.add('half')();
      throw new RangeError('enough');
    }),
    table.commitInGroup(table.add('b')),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(results[1]).toMatchObject({ reason: new RangeError('enough') });
  expect(table.ids()).toEqual(['a', 'b']);
});

it('fails work that was requested before the file is closed', async () => {
  using table = openTable();
  const late = table.commitInGroup(table.add('a'));
  table.sqlite.close();
  await expect(late).rejects.toMatchObject({ name: 'SqliteError' });
  expect(table.told()).toBe(0);
});
