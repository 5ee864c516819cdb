import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { folderOfTest } from '../../test/harness/folders.ts';
import { acquireFileLease, acquireStoreLease, isStoreLeased } from './lease.ts';

describe('file lease', () => {
  it('makes the second process wait until the first releases it', async () => {
    const file = join(folderOfTest(), 'lease');
    const { signal } = new AbortController();
    const first = await acquireFileLease(file, signal);
    const order: string[] = [];
    const second = acquireFileLease(file, signal).then((lease) => {
      order.push('second');
      return lease;
    });
    const impatient = new AbortController();
    const third = rejection(acquireFileLease(file, impatient.signal));
    const reason = new Error('enough');
    impatient.abort(reason);
    const error = await third;
    // If it is aborted during a pause, the wait ends with Node's AbortError, whose cause is the reason.
    expect(error === reason || (error instanceof Error && error.cause === reason)).toBe(true);
    order.push('first ends');
    await first[Symbol.asyncDispose]();
    await (await second)[Symbol.asyncDispose]();
    expect(order).toEqual(['first ends', 'second']);
  });

  it('is free at once when its holder is killed', async () => {
    const file = join(folderOfTest(), 'lease');
    const child = holderOf(file);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    expect(line.toString()).toBe('held');
    const impatient = new AbortController();
    const early = rejection(acquireFileLease(file, impatient.signal));
    impatient.abort();
    await early;
    const waiting = acquireFileLease(file, new AbortController().signal);
    child.kill('SIGKILL');
    await (await waiting)[Symbol.asyncDispose]();
    expect(child.killed).toBe(true);
  });

  it('throws the reason of a signal that was aborted before', async () => {
    const file = join(folderOfTest(), 'lease');
    const reason = new Error('too late');
    expect(await rejection(acquireFileLease(file, AbortSignal.abort(reason)))).toBe(reason);
  });
});

describe('lease of a store', () => {
  const { signal } = new AbortController();

  it('has its file in the folder of leases', async () => {
    const folder = folderOfTest();
    const store = join(folder, 'store.db');
    expect(isStoreLeased(store, 'a/b')).toBe(false);
    await using _lease = await acquireStoreLease(store, 'a/b', signal);
    expect(isStoreLeased(store, 'a/b')).toBe(true);
    expect(isStoreLeased(store, 'another')).toBe(false);
    expect(await readdir(folder)).toEqual(['leases']);
    expect(await readdir(join(folder, 'leases'))).toEqual(['store-a%2Fb']);
  });
});

/** A separate process that takes the file's lock, reports it and keeps it. */
function holderOf(file: string) {
  const script = `
    import { openSqlite } from ${JSON.stringify(new URL('connection.mjs', import.meta.url).href)};
    openSqlite(process.argv[1]).exec('BEGIN EXCLUSIVE');
    process.stdout.write('held');
    setInterval(() => {}, 60_000);`;
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  return spawn(process.execPath, ['--input-type=module', '-e', script, file], { stdio: [...stdio] });
}

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => {
      throw new Error('It was fulfilled');
    },
    (error: unknown) => error,
  );
