import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import { describe, expect, it } from 'vitest';

import { folderOfTest } from '../../../test/harness/folders.ts';
import { openSqlite } from '../../sqlite/connection.mjs';
import { startWriter } from './appender.ts';
import { openEmbeddedLog } from './event-log.ts';
import { inspectFile } from './file.ts';
import {
  type OpenOptions,
  type OpenedLog,
  aborting,
  anEvent,
  collect,
  describeEventLog,
  iterate,
  rejection,
  someEvents,
  take,
} from '../event-log.contract.ts';
import { LogUnavailable } from '../port.ts';

describeEventLog('embedded', (options) => openedLog(options));
describeEventLog('embedded with a prefix', (options) => openedLog({ streamPrefix: 'a-', ...options }), {
  runs: 3,
});

describe('group commit', () => {
  it('writes appends that arrive together in one transaction', async () => {
    const path = newPath();
    await using log = await openEmbeddedLog({ path });
    const names = Array.from({ length: 200 }, (_, index) => `city-${index}`);
    await Promise.all(names.map((name) => log.append(name, 'none', someEvents(2))));
    expect(log.stats()).toEqual({ appends: 200, commits: 1 });
  });

  it('commits everything that arrives during a transaction in the next one', async () => {
    const path = newPath();
    await using log = await openEmbeddedLog({ path });
    const writers = Array.from({ length: 32 }, async (_, writer) => {
      for (let index = 0; index < 10; index += 1)
        await log.append(`city-${writer}-${index}`, 'none', [anEvent()]);
    });
    await Promise.all(writers);
    const { appends, commits } = log.stats();
    expect(appends).toBe(320);
    expect(commits).toBeLessThan(160);
  });

  it('also collects appends over several turns of the event loop', async () => {
    const path = newPath();
    await using log = await openEmbeddedLog({ path });
    const holder = openSqlite(path);
    holder.exec('BEGIN IMMEDIATE');
    const underWay: Promise<unknown>[] = [];
    for (let index = 0; index < 20; index += 1) {
      underWay.push(log.append(`city-${index}`, 'none', [anEvent()]));
      await new Promise(setImmediate);
    }
    holder.exec('ROLLBACK');
    holder.close();
    await Promise.all(underWay);
    expect(log.stats().commits).toBeLessThanOrEqual(3);
  });

  it('counts no transaction when nothing was written', async () => {
    const path = newPath();
    await using log = await openEmbeddedLog({ path });
    await rejection(log.append('city-a', 3n, [anEvent()]));
    expect(log.stats()).toEqual({ appends: 0, commits: 0 });
  });

  it('refuses a whole append if another stream has one of its event ids', async () => {
    const path = newPath();
    await using log = await openEmbeddedLog({ path });
    const taken = anEvent();
    await log.append('city-a', 'none', [taken]);
    const outcomes = await Promise.allSettled([
      log.append('city-b', 'none', [anEvent(), taken]),
      log.append('city-c', 'none', [taken]),
      log.append('city-d', 'none', someEvents(2)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    const streams = (await collect(log.readAll())).map(({ stream }) => stream);
    expect(streams).toEqual(['city-a', 'city-d', 'city-d']);
  });
});

describe('when the disk is full', () => {
  // The file may reach maxPages pages; another program's table occupies some of them, and releases them later.
  it('fails the appends that do not fit, keeps nothing of them, and works again once there is space', async () => {
    const path = newPath();
    await using log = await openEmbeddedLog({ path, maxPages: 100 });
    const ballast = openSqlite(path);
    ballast.exec('CREATE TABLE ballast (content BLOB)');
    ballast.exec('INSERT INTO ballast VALUES (zeroblob(200000))');

    const kept: string[] = [];
    let error: unknown;
    for (let index = 0; error === undefined && index < 100; index += 1) {
      const events = [anEvent('x'.repeat(10_000)), anEvent('y'.repeat(10_000))];
      error = await log.append(`city-${index}`, 'none', events).then(
        () => void kept.push(...events.map(({ id }) => id)),
        (reason: unknown) => reason,
      );
    }
    expect(error).toBeInstanceOf(LogUnavailable);
    expect(error).toMatchObject({ message: expect.stringContaining('full') });
    expect(kept.length).toBeGreaterThan(0);
    expect((await collect(log.readAll())).map(({ id }) => id)).toEqual(kept);

    // The appends of a group succeed or fail together.
    const group = [someEvents(1), [anEvent('z'.repeat(100_000))], someEvents(1)];
    const outcomes = await Promise.allSettled(
      group.map((events, index) => log.append(`photo-${index}`, 'none', events)),
    );
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(LogUnavailable) });
    }
    expect((await collect(log.readAll())).map(({ id }) => id)).toEqual(kept);

    ballast.exec('DROP TABLE ballast');
    ballast.close();
    await Promise.all(group.map((events, index) => log.append(`photo-${index}`, 'none', events)));
    const expected = [...kept, ...group.flat().map(({ id }) => id)];
    expect((await collect(log.readAll())).map(({ id }) => id)).toEqual(expected);
  });
});

describe('when a transaction fails', () => {
  it('is rolled back, and releases the file', async () => {
    const path = newPath();
    await using log = await openEmbeddedLog({ path });
    await log.append('city-a', 'none', [anEvent()]);
    const other = openSqlite(path);
    other.exec('ALTER TABLE event RENAME TO away');
    await expect(log.append('city-a', 0n, [anEvent()])).rejects.toThrow(/no such table/);
    other.exec('ALTER TABLE away RENAME TO event');
    other.close();
    expect(await log.append('city-a', 0n, [anEvent()])).toMatchObject({ revision: 1n });
  });
});

describe('when the writer dies', () => {
  it('fails pending appends, and the next append starts another writer', async () => {
    const path = newPath();
    // Fails at its first message, like a thread without memory.
    const dying =
      "require('node:worker_threads').parentPort.on('message', () => { throw new Error('no memory'); })";
    let started = 0;
    await using log = await openEmbeddedLog({
      path,
      startWriter: (settings) => {
        started += 1;
        return started === 1 ? new Worker(dying, { eval: true }) : startWriter(settings);
      },
    });
    const events = someEvents(2);
    const failed = await Promise.all([
      rejection(log.append('city-a', 'none', events)),
      rejection(log.append('city-b', 'none', [anEvent()])),
    ]);
    for (const error of failed) {
      expect(error).toBeInstanceOf(LogUnavailable);
      expect(error).toMatchObject({ message: expect.stringContaining('no memory') });
    }
    expect(await log.append('city-a', 'none', events)).toMatchObject({ revision: 1n });
    expect(started).toBe(2);
    expect(await collect(log.readAll())).toHaveLength(2);
  });

  it('reports why when the file is not as expected', async () => {
    const path = newPath();
    const settings = { path: join(dirname(path), 'empty.db'), maxPages: 0 };
    await using log = await openEmbeddedLog({ path, startWriter: () => startWriter(settings) });
    const error = await rejection(log.append('city-a', 'none', [anEvent()]));
    expect(error).toBeInstanceOf(LogUnavailable);
    expect(error).toMatchObject({ message: expect.stringContaining('no such table') });
  });

  it('reports why when it cannot even start', async () => {
    const path = newPath();
    const settings = { path: join(dirname(path), 'no', 'such', 'folder'), maxPages: 0 };
    await using log = await openEmbeddedLog({ path, startWriter: () => startWriter(settings) });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const error = await rejection(log.append('city-a', 'none', [anEvent()]));
      expect(error).toBeInstanceOf(LogUnavailable);
      expect(error).toMatchObject({ message: expect.stringMatching(/unable to open/i) });
    }
  });
});

describe('when the log is closed', () => {
  it('answers pending appends, and refuses later ones', async () => {
    const path = newPath();
    const log = await openEmbeddedLog({ path });
    const subscription = iterate(log.subscribe({ after: 0n, signal: new AbortController().signal }));
    expect(await take(subscription, 1)).toHaveLength(1);
    const underWay = log.append('city-a', 'none', [anEvent()]);
    await log[Symbol.asyncDispose]();
    expect(await underWay).toMatchObject({ revision: 0n });
    expect(await take(subscription, 1).catch((error: unknown) => error)).toBeInstanceOf(LogUnavailable);
    for (const late of [log.append('city-a', 0n, [anEvent()]), log.head(), collect(log.readAll())]) {
      await expect(late).rejects.toThrow(LogUnavailable);
    }
  });

  it('leaves everything in one file', async () => {
    const path = newPath();
    await using log = await openEmbeddedLog({ path });
    await log.append('city-a', 'none', someEvents(10));
    await log[Symbol.asyncDispose]();
    expect(await size(`${path}-wal`)).toBe(0);
    expect(await size(path)).toBeGreaterThan(4096);
  });
});

describe('a waiting subscription', () => {
  it('is woken by appends to its own log, without polling', async () => {
    const path = newPath();
    await using log = await openEmbeddedLog({ path, pollMs: 1_000_000 });
    using abort = aborting();
    const subscription = iterate(log.subscribe({ after: 0n, signal: abort.signal }));
    expect(await take(subscription, 1)).toHaveLength(1);
    for (const name of ['city-a', 'city-b']) {
      const next = take(subscription, 2);
      await new Promise(setImmediate);
      await log.append(name, 'none', [anEvent()]);
      expect(await next).toMatchObject([{ stream: name }, { type: 'caught-up' }]);
    }
  });
});

describe('between two pages', () => {
  it('holds no read transaction, so the WAL can be emptied', async () => {
    const path = newPath();
    await using log = await openEmbeddedLog({ path });
    await log.append('city-a', 'none', someEvents(1200));
    using abort = aborting();
    const readers = [
      log.readAll(),
      log.readStream('city-a'),
      log.subscribe({ after: 0n, signal: abort.signal }),
    ];
    for (const reader of readers) await take(iterate(reader), 700);
    const other = openSqlite(path);
    const result = other.rows('PRAGMA wal_checkpoint(TRUNCATE)')[0];
    other.close();
    expect(result).toEqual([0, 0, 0]);
  });

  it('lets other work have its turn', async () => {
    const path = newPath();
    await using log = await openEmbeddedLog({ path });
    await log.append('city-a', 'none', someEvents(3000));
    using abort = aborting();
    for (const reader of [log.readAll(), log.subscribe({ after: 0n, signal: abort.signal })]) {
      let turns = 0;
      const counting = setInterval(() => (turns += 1), 0);
      await take(iterate(reader), 3000);
      clearInterval(counting);
      expect(turns).toBeGreaterThan(0);
    }
  });
});

describe('a file that is not a log', () => {
  it('is reported when its beginning is damaged', async () => {
    const path = newPath();
    await writeFile(path, 'not a database, '.repeat(1000));
    const error = await rejection(openEmbeddedLog({ path }));
    expect(error).toBeInstanceOf(LogUnavailable);
    expect(error).toMatchObject({
      message: expect.stringMatching(/events\.db cannot be opened: file is not a database/),
    });
  });

  it('is reported when it is another database', async () => {
    const path = newPath();
    const database = openSqlite(path);
    database.exec('CREATE TABLE other (id INTEGER)');
    database.close();
    await expect(openEmbeddedLog({ path })).rejects.toThrow(/is a database, but not an event log/);
  });

  it.each([
    ['a newer release wrote it', 7],
    ['its format is lost', 0],
  ])('is reported when %s', async (_, version) => {
    const path = newPath();
    await (await openEmbeddedLog({ path }))[Symbol.asyncDispose]();
    const database = openSqlite(path);
    database.exec(`PRAGMA user_version = ${version}`);
    database.close();
    const message = `has format ${version}; this release reads up to 2`;
    expect(() => inspectFile(path)).toThrow(message);
    await expect(openEmbeddedLog({ path })).rejects.toThrow(message);
  });

  it('is reported when the table of events is damaged', async () => {
    const path = newPath();
    await (await openEmbeddedLog({ path }))[Symbol.asyncDispose]();
    await damageRootOf(path, 'event');
    const error = await rejection(openEmbeddedLog({ path }));
    expect(error).toBeInstanceOf(LogUnavailable);
    expect(error).toMatchObject({ message: expect.stringContaining('malformed') });
  });

  it('is reported to readers and writers when the index of streams is damaged', async () => {
    const path = newPath();
    await (await openEmbeddedLog({ path }))[Symbol.asyncDispose]();
    await damageRootOf(path, 'sqlite_autoindex_event_2');
    await using damaged = await openEmbeddedLog({ path });
    for (const attempt of [
      () => collect(damaged.readStream('city-b')),
      () => damaged.append('city-b', 'none', someEvents(2)),
      () => damaged.append('city-b', 'none', someEvents(2)),
    ]) {
      const error = await rejection(attempt());
      expect(error).toBeInstanceOf(LogUnavailable);
      expect(error).toMatchObject({ message: expect.stringContaining('malformed') });
    }
  });
});

async function damageRootOf(path: string, name: string): Promise<void> {
  const database = openSqlite(path);
  const [root] = database.rows('SELECT rootpage FROM sqlite_schema WHERE name = ?', [name]);
  database.close();
  if (root === undefined) throw new Error(`There is no ${name}`);
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(4096, 0xff), 0, 4096, (Number(root[0]) - 1) * 4096);
  await file.close();
}

describe('several processes', () => {
  const rounds = Number(process.env['KILL_ROUNDS'] ?? 3);

  it(
    'lose nothing that was acknowledged when they are killed while writing',
    { timeout: 60_000 + rounds * 20_000 },
    async () => {
      const path = newPath();
      const acknowledged: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const child = startProcess(path);
        const lines = linesOf(child);
        let seen = 0;
        // In the middle of a transaction, at a different place in each round.
        for await (const line of lines) {
          acknowledged.push(line);
          seen += 1;
          if (seen === 40 + round * 37) child.kill('SIGKILL');
        }
        await killed(child);
        await expectAll(path, acknowledged);
      }
    },
  );

  it('read and follow while another one writes', async () => {
    const path = newPath();
    await using log = await openEmbeddedLog({ path, pollMs: 2 });
    const child = startProcess(path);
    child.stdout.resume();
    using abort = aborting();
    const positions: bigint[] = [];
    for await (const item of log.subscribe({ after: 0n, signal: abort.signal })) {
      if ('stream' in item) positions.push(item.position);
      if (positions.length === 1000) break;
    }
    expect(positions).toEqual(Array.from({ length: 1000 }, (_, index) => BigInt(index + 1)));
    // Both processes may write.
    expect(await log.append('account-a', 'none', [anEvent()])).toMatchObject({ revision: 0n });
    await killed(child);
  });

  it('may open a new file at once', async () => {
    const path = newPath();
    const logs = await Promise.all(Array.from({ length: 4 }, () => openEmbeddedLog({ path })));
    expect(new Set(logs.map(({ id }) => id)).size).toBe(1);
    await Promise.all(logs.map((log) => log[Symbol.asyncDispose]()));
  });
});

/** Checks that every acknowledged append is where its response said, and that the log is in order. */
async function expectAll(path: string, acknowledged: readonly string[]) {
  await using log = await openEmbeddedLog({ path });
  const found = new Set<string>();
  const next = new Map<string, bigint>();
  let last = 0n;
  for await (const { id, stream, revision, position } of log.readAll()) {
    expect(position).toBeGreaterThan(last);
    expect(revision).toBe(next.get(stream) ?? 0n);
    next.set(stream, revision + 1n);
    last = position;
    found.add(`${stream} ${revision} ${position} ${id}`);
  }
  expect(acknowledged.filter((line) => !found.has(line))).toEqual([]);
}

const program = fileURLToPath(new URL('./event-log.test-process.mjs', import.meta.url));
const startProcess = (path: string) =>
  spawn(process.execPath, [program, path], { stdio: ['ignore', 'pipe', 'inherit'] });

function linesOf({ stdout }: ChildProcess) {
  if (!stdout) throw new Error('stdout is not a pipe');
  return createInterface({ input: stdout });
}

async function killed(child: ChildProcess) {
  child.kill('SIGKILL');
  if (child.signalCode === null) await once(child, 'exit');
}

const size = async (path: string) => (await stat(path).catch(() => undefined))?.size ?? 0;

const newPath = (): string => join(folderOfTest(), 'events.db');

/** Opens a log in a folder of its own. */
async function openedLog(options: OpenOptions = {}): Promise<OpenedLog> {
  const path = newPath();
  const openOne = (others: OpenOptions) => openEmbeddedLog({ path, pollMs: 2, ...others });
  const log = await openOne(options);
  const logs = [log];
  const close = () => Promise.all(logs.map((each) => each[Symbol.asyncDispose]()));
  const another = async (others: OpenOptions = options) => {
    const other = await openOne(others);
    logs.push(other);
    return other;
  };
  return {
    log,
    another,
    async reopen() {
      await close();
      return another();
    },
    async [Symbol.asyncDispose]() {
      await close();
    },
  };
}
