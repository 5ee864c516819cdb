import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { describe, expect, it, vi } from 'vitest';

import { normaliseText } from '#contracts/shared/normalise';
import { folderOfTest } from '../../../test/harness/folders.ts';
import { openSqlite } from '../../sqlite/connection.mjs';
import { openConnection } from './database.ts';
import { createKeyed } from './keyed.ts';
import { openEmbeddedRecordStore } from './record-store.ts';
import { expectCarriedOver } from '../keyed/carried-over.contract.ts';
import { describeKeyed } from '../keyed/keyed.contract.ts';
import { firstStanding, RecordStoreUnavailable } from '../port.ts';
import { account, describeRecordStore, session } from '../record-store.contract.ts';

const newPath = (): string => join(folderOfTest(), 'data', 'records.sqlite');

describeRecordStore('embedded', async () => {
  const path = newPath();
  const store = await openEmbeddedRecordStore({ path });
  const other = await openEmbeddedRecordStore({ path });
  return {
    store,
    other,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await other[Symbol.asyncDispose]();
    },
  };
});

describeKeyed('embedded', async () => {
  const path = newPath();
  const store = await openEmbeddedRecordStore({ path });
  const connections = [openConnection(path, 'NORMAL'), openConnection(path, 'FULL')] as const;
  return {
    keyed: createKeyed(connections[0]),
    other: createKeyed(connections[1]),
    sweep: (now) => store.sweep(now),
    async [Symbol.asyncDispose]() {
      for (const connection of connections) connection[Symbol.dispose]();
      await store[Symbol.asyncDispose]();
    },
  };
});

/** Opens the same records in a separate process. */
async function openChild(path: string) {
  const script = fileURLToPath(new URL('./record-store.test-process.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, path], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const response = async (): Promise<unknown> => {
    const line = await lines.next();
    if (line.done === true) throw new Error('The child ended');
    return JSON.parse(line.value) as unknown;
  };
  expect(await response()).toBe('open');
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  return {
    send: (...call: unknown[]) => child.stdin.write(`${JSON.stringify(call)}\n`),
    response,
    kill,
    [Symbol.asyncDispose]: kill,
  };
}

describe('two processes on one file', () => {
  it('share claims, learn of ended sessions, and outlive each other', async () => {
    const path = newPath();
    await using store = await openEmbeddedRecordStore({ path });
    await using child = await openChild(path);

    const keys = Array.from({ length: 200 }, (_, index) => `key-${index}`);
    for (const key of keys) child.send('idempotency', 'claim', key, 'print', 1, 1000);
    const mine: unknown[] = [];
    for (const key of keys) mine.push(await store.idempotency.claim(key, 'print', 1, 1000));
    for (const claim of mine) {
      const states = [claim, await child.response()].map((each) => JSON.stringify(each)).sort();
      expect(states).toEqual(['{"state":"mine"}', '{"state":"running"}']);
    }

    await store.sessions.put(session('s1'));
    const feed = store.sessions.ended(new AbortController().signal)[Symbol.asyncIterator]();
    const ended = feed.next();
    child.send('sessions', 'delete', 's1');
    expect(await child.response()).toBeNull();
    expect(await ended).toEqual({ done: false, value: 's1' });

    child.send('lease', 'housekeeping');
    expect(await child.response()).toBe('held');
    const lease = store.lease('housekeeping', new AbortController().signal);
    child.send('accounts', 'add', account('ada'));
    expect(await child.response()).toBeNull();
    await child.kill();
    await (await lease)[Symbol.asyncDispose]();
    expect(await store.accounts.byId('ada')).toEqual(account('ada'));
  });

  it('lose neither change when both change the same account', async () => {
    const path = newPath();
    await using store = await openEmbeddedRecordStore({ path });
    await using child = await openChild(path);
    await store.accounts.add(account('ada'));
    for (let round = 0; round < 100; round += 1) {
      child.send('accounts', 'update', 'ada', { firstName: `first ${round}` });
      await turn();
      await store.accounts.update('ada', { lastName: `last ${round}` });
      expect(await child.response()).toBeNull();
      const expected = { firstName: `first ${round}`, lastName: `last ${round}` };
      expect(await store.accounts.byId('ada')).toMatchObject(expected);
    }
  });
});

it('reports an ended session within its own process at once, without polling', async () => {
  const path = newPath();
  await using store = await openEmbeddedRecordStore({ path });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    for (const end of [
      () => store.sessions.delete('s1'),
      () => store.sessions.deleteOf('ada'),
      () => store.sessions.replace(session('s1'), 'refresh-s1'),
    ]) {
      await store.sessions.put(session('s1'));
      const feed = store.sessions.ended(new AbortController().signal)[Symbol.asyncIterator]();
      const ended = feed.next();
      await end();
      expect(await ended).toEqual({ done: false, value: 's1' });
    }
  } finally {
    vi.useRealTimers();
  }
});

it('reports a public name or page that changed within its own process at once, without polling', async () => {
  const path = newPath();
  await using store = await openEmbeddedRecordStore({ path });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await store.accounts.add(account('ada'));
    for (const change of [
      () => store.accounts.update('ada', { publicName: 'Ada L.', publicPage: true }),
      () => store.standings.set('ada', { ...firstStanding, blocked: true, revision: 1 }),
      () => store.accounts.erase('ada'),
    ]) {
      const feed = store.accounts.renamed(new AbortController().signal)[Symbol.asyncIterator]();
      const renamed = feed.next();
      await change();
      expect(await renamed).toEqual({ done: false, value: 'ada' });
    }
  } finally {
    vi.useRealTimers();
  }
});

describe('the file', () => {
  it('keeps its records, and contains all of them after closing', async () => {
    const path = newPath();
    const store = await openEmbeddedRecordStore({ path });
    await store.accounts.add(account('ada'));
    await store.settings.set('sample', 'in');
    await store[Symbol.asyncDispose]();
    const copy = join(dirname(path), 'copy.sqlite');
    await writeFile(copy, await readFile(path));
    await using again = await openEmbeddedRecordStore({ path: copy });
    expect(await again.accounts.byId('ada')).toEqual(account('ada'));
    expect(await again.settings.get('sample')).toBe('in');
  });

  it.skipIf(process.platform === 'win32')('is readable only by its owner', async () => {
    const path = newPath();
    await using store = await openEmbeddedRecordStore({ path });
    await store.accounts.add(account('ada'));
    for (const file of [path, `${path}-wal`]) expect((await stat(file)).mode & 0o077).toBe(0);
  });

  it('is upgraded to this release’s schema, with its content', async () => {
    const folder = folderOfTest();
    const former = join(folder, 'former.sqlite');
    const database = openSqlite(former);
    database.exec(`
      CREATE TABLE accounts (id TEXT PRIMARY KEY, folded_email TEXT NOT NULL UNIQUE, account TEXT NOT NULL);
      CREATE TABLE sessions (sid TEXT PRIMARY KEY, sess TEXT NOT NULL, expire INTEGER NOT NULL);
      CREATE TABLE ended_sessions (number INTEGER PRIMARY KEY AUTOINCREMENT, sid TEXT NOT NULL);
      CREATE TABLE answers (key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, at INTEGER NOT NULL, status INTEGER,
        headers TEXT, body TEXT);
      CREATE TABLE windows (key TEXT NOT NULL, width INTEGER NOT NULL, resets_at INTEGER NOT NULL,
        count INTEGER NOT NULL, PRIMARY KEY (key, width, resets_at));
      CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
      PRAGMA user_version = 1`);
    const insert = 'INSERT INTO accounts VALUES (?, ?, ?)';
    database.run(insert, ['ada', 'ada@example.com', JSON.stringify(account('ada'))]);
    const lookAlike = account('eve', { email: '\uff41dmin@example.com' });
    // Folded as in the first release.
    database.run(insert, ['eve', 'admin@example.com', JSON.stringify(lookAlike)]);
    database.close();
    await using store = await openEmbeddedRecordStore({ path: former });
    expect(await store.accounts.byId('ada')).toEqual(account('ada'));
    expect(await store.accounts.byEmail('admin@example.com')).toBeUndefined();
    expect(await store.accounts.byEmail('\uff41dmin@example.com')).toEqual(lookAlike);
    await store.identities.add({ provider: 'google', subject: '7', userId: 'ada' });
    await store.accounts.erase('ada');
    expect(await store.identities.accountOf('google', '7')).toBeUndefined();
  });

  it('of the release before the keyed store keeps its content', async () => {
    const folder = folderOfTest();
    const former = join(folder, 'former.sqlite');
    const database = openSqlite(former);
    database.exec(await readFile(new URL('./before-keyed.test-data.sql', import.meta.url), 'utf8'));
    database.close();
    await using store = await openEmbeddedRecordStore({ path: former });
    await expectCarriedOver(store);
  });

  it('of a release that searched a final sigma as a letter of its own finds such names', async () => {
    const path = newPath();
    {
      await using store = await openEmbeddedRecordStore({ path });
      await store.accounts.add(account('ada', { firstName: 'Γιώργος', lastName: null }));
    }
    const former = openSqlite(path);
    former.exec("UPDATE accounts SET folded_name = 'γιωργος'; PRAGMA user_version = 12");
    former.close();
    await using store = await openEmbeddedRecordStore({ path });
    const text = { inName: normaliseText('ΓΙΏΡΓΟΣ'), inEmail: null };
    const { found } = await store.accounts.newest({ limit: 10, scanLimit: 10, text });
    expect(found.map(({ id }) => id)).toEqual(['ada']);
  });

  it('contains nothing of an erased person, neither in its free pages nor beside it', async () => {
    const path = newPath();
    await using store = await openEmbeddedRecordStore({ path });
    const email = 'unmistakable@example.com';
    const agent = 'Unmistakable/1.0';
    for (const id of ['ada', 'eve']) {
      const mail = id === 'ada' ? email : 'eve@example.com';
      await store.accounts.add(account(id, { email: mail, firstName: id === 'ada' ? 'Unmistakable' : null }));
    }
    await store.identities.add({ provider: 'google', subject: 'unmistakable subject', userId: 'ada' });
    for (let number = 0; number < 50; number += 1) {
      await store.sessions.put(session(`s${number}`, { agent }));
    }
    await store.idempotency.claim('ada:key', 'unmistakable print', 1, 1);
    const texts = () =>
      Promise.all([path, `${path}-wal`].map((file) => readFile(file, 'latin1').catch(() => '')));
    expect((await texts()).join('')).toMatch(/unmistakable/i);
    await store.accounts.erase('ada');
    for (const text of await texts()) expect(text).not.toMatch(/unmistakable/i);
  });

  it('is refused if it is not a record store, comes from a newer release, or cannot be created', async () => {
    const folder = folderOfTest();
    const garbage = join(folder, 'garbage.sqlite');
    await writeFile(garbage, 'not a database, and long enough to be taken for one'.repeat(100));
    const newer = join(folder, 'newer.sqlite');
    const database = openSqlite(newer);
    database.exec('PRAGMA user_version = 99');
    database.close();
    for (const path of [garbage, newer, join(garbage, 'below-a-file.sqlite')]) {
      await expect(openEmbeddedRecordStore({ path })).rejects.toBeInstanceOf(RecordStoreUnavailable);
    }
  });

  it('answers every call with RecordStoreUnavailable after it was closed', async () => {
    const path = newPath();
    const store = await openEmbeddedRecordStore({ path });
    await store[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
    const calls = [
      () => store.ping(),
      () => store.accounts.add(account('ada')),
      () => store.sessions.get('s1', 1),
      () => store.idempotency.claim('k', 'p', 1, 1),
      () => store.limits.hit('k', 1000, 1),
      () => store.quotas.reserve([{ key: 'k', amount: 1, most: 1 }]),
      () => store.settings.set('k', 'v'),
      () => store.sweep(1),
    ];
    for (const call of calls) await expect(call()).rejects.toBeInstanceOf(RecordStoreUnavailable);
  });

  it('answers with RecordStoreUnavailable while the file lacks its tables, and recovers by itself', async () => {
    const path = newPath();
    await using store = await openEmbeddedRecordStore({ path });
    await store.accounts.add(account('ada'));
    const damaged = openSqlite(path);
    damaged.exec('ALTER TABLE accounts RENAME TO away');
    await expect(store.accounts.add(account('eve'))).rejects.toBeInstanceOf(RecordStoreUnavailable);
    await expect(store.accounts.byId('ada')).rejects.toBeInstanceOf(RecordStoreUnavailable);
    damaged.exec('ALTER TABLE away RENAME TO accounts');
    damaged.close();
    await store.accounts.add(account('eve'));
    expect(await store.accounts.byId('ada')).toEqual(account('ada'));
  });
});
