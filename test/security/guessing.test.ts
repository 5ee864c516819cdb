import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { Refusal } from '#contracts/shared/errors';
import { openRecordStore, type RecordStore } from '#platform/record-store/index';

import { guardOn } from './login-guard.ts';
import { noon } from '../harness/clock.ts';

/** An attacker tries many passwords for one account, or one for many accounts. */

// The clock is stopped: no minute ends unless a test advances it.
const start = noon(30);
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describe('two processes on one record store', () => {
  let folder: string;
  let stores: RecordStore[];
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'guessing-'));
    const file = path.join(folder, 'records.db');
    stores = [await openRecordStore({ path: file }), await openRecordStore({ path: file })];
  });
  afterAll(async () => {
    for (const store of stores) await store[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  const guards = () => stores.map((store) => guardOn(store));
  const wrong = async () => undefined;
  const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : 'another error');

  it('count the guesses of an address together, at either process and for any account', async () => {
    const both = guards();
    let passed = 0;
    for (let number = 0; number < 20; number += 1) {
      const guess = both[number % 2]?.('203.0.113.1', `person-${number}@example.org`, wrong);
      passed += await Promise.resolve(guess).then(
        () => 1,
        (error: unknown) => (expect(codeOf(error)).toBe('too-many-requests'), 0),
      );
    }
    expect(passed).toBe(5);
    // Another address is not affected.
    await expect(both[0]?.('203.0.113.2', 'a@example.org', async () => 'in')).resolves.toBe('in');
  });

  it('let hardly more pass when guesses are simultaneous', async () => {
    const both = guards();
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, async (_, number) =>
        both[number % 2]?.('203.0.113.3', 'one@example.org', wrong),
      ),
    );
    const passed = results.filter(({ status }) => status === 'fulfilled').length;
    expect(passed).toBeGreaterThanOrEqual(5);
    // Each process has at most one guess of an address in progress.
    expect(passed).toBeLessThanOrEqual(6);
  });

  it('count all addresses of one IPv6 network as one', async () => {
    const [guard] = guards();
    for (let number = 0; number < 5; number += 1) {
      await guard?.(`2001:db8:1:2:${number}::1`, `v6-${number}@example.org`, wrong);
    }
    await expect(guard?.('2001:db8:1:2:ffff::9', 'x@example.org', wrong)).rejects.toThrow('too-many');
    await expect(guard?.('2001:db8:1:3::1', 'x@example.org', wrong)).resolves.toBeUndefined();
  });

  it('do not let twice as many pass at the boundary of two minutes', async () => {
    const [guard] = guards();
    vi.setSystemTime(start + 629_000);
    for (let number = 0; number < 5; number += 1) await guard?.('203.0.113.7', 'm@example.org', wrong);
    vi.setSystemTime(start + 631_000);
    await expect(guard?.('203.0.113.7', 'm@example.org', wrong)).rejects.toThrow('too-many');
    vi.setSystemTime(start + 690_000);
    await expect(guard?.('203.0.113.7', 'm@example.org', wrong)).resolves.toBeUndefined();
  });

  it('accept the next one at the announced time', async () => {
    const [guard] = guards();
    const from = start + 1_210_000;
    vi.setSystemTime(from);
    for (let number = 0; number < 5; number += 1) await guard?.('203.0.113.8', 'r@example.org', wrong);
    const refused = await guard?.('203.0.113.8', 'r@example.org', wrong).catch((error: unknown) => error);
    const wait = refused instanceof Refusal ? (refused.details.retryAfter ?? 0) : 0;
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    vi.setSystemTime(from + (wait - 1) * 1000);
    await expect(guard?.('203.0.113.8', 'r@example.org', wrong)).rejects.toThrow('too-many');
    vi.setSystemTime(from + wait * 1000);
    await expect(guard?.('203.0.113.8', 'r@example.org', wrong)).resolves.toBeUndefined();
  });
});
