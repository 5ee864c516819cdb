import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { Refusal } from '#contracts/shared/errors';
import { createPasswords } from '#command-service/account/passwords';
import { openRecordStore, type RecordStore } from '#platform/record-store/index';

import { expectProblem } from '../api/client.ts';
import { password, startServer, type TestServer } from '../api/server.ts';
import { guardOn } from './login-guard.ts';
import { noon } from '../harness/clock.ts';

/** An attacker tries many passwords for one account or one for many accounts, or searches for existing accounts. */

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

  it('do not let twice as many pass where two minutes meet', async () => {
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

describe('spraying', () => {
  it('one password over many accounts ends after five', async () => {
    await using server = await startServer({ RATE_LIMIT: 'on', SIGNUPS_PER_MINUTE: '100' });
    const people = [];
    for (let number = 0; number < 8; number += 1) people.push(await server.register());
    const statuses: number[] = [];
    for (const { email } of people) {
      const answer = await server.visitor.post('/auth/login', { email, password: 'Password1' });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  });

  it('a wrong current password is a guess, too', async () => {
    await using server = await startServer({ RATE_LIMIT: 'on' });
    const anna = await server.register();
    const body = { currentPassword: 'wrong', newPassword: 'another password' };
    for (let number = 0; number < 5; number += 1) {
      expectProblem(await anna.put('/auth/account/password', body), 403);
    }
    expectProblem(await anna.put('/auth/account/password', body), 429);
    expectProblem(await anna.post('/auth/account/erasure', { password: 'wrong' }), 429);
    expectProblem(await server.visitor.post('/auth/login', { email: anna.email, password }), 429);
  });
});

describe('the existence of an account', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it('does not show in the answer to a failed login', async () => {
    const anna = await server.register();
    const tries = [anna.email, 'nobody@example.org', server.adminEmail, `${anna.email}.example`];
    const answers = await Promise.all(
      tries.map((email) => server.visitor.post('/auth/login', { email, password: 'wrong' })),
    );
    const told = answers.map(({ status, headers, body }) => ({
      status,
      headers: [...headers.keys()].sort(),
      body: { ...body, requestId: '' },
    }));
    for (const each of told) expect(each).toEqual(told[0]);
    expect(told[0]?.body).toMatchObject({ message: 'Invalid email or password' });
  });

  it('does not show in the work of a failed login', async () => {
    // The costly part is comparing with a hash; it happens exactly once, with the same costs, in either case.
    const passwords = await createPasswords();
    const hash = await passwords.hash('the right one');
    const argon = await import('@node-rs/argon2');
    expect(await argon.verify(hash, 'the right one')).toBe(true);
    const costs = (encoded: string) => encoded.split('$').slice(1, 4);
    expect(costs(hash)).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1']);
    expect(await passwords.verify(null, 'the right one')).toBe(false);
    expect(await passwords.verify(null, 'the password of an account that does not exist')).toBe(false);
    expect(await passwords.verify(hash, 'the right one')).toBe(true);
  });

  it('does not show in a public page or list', async () => {
    const anna = await server.register('Annabella');
    await anna.post('/api/cities', {
      name: 'Somewhere',
      country: 'X',
      imageUrl: 'https://example.org/a.jpg',
    });
    for (const path of ['/api/cities', '/api/locations', '/api/stats', '/api/locations/trending']) {
      const { text } = await server.visitor.get(path);
      expect(text).not.toContain(anna.email);
      expect(text).not.toContain('Annabella');
    }
  });
});
