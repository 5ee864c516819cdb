import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Refusal } from '#contracts/shared/errors';

import { guardOn, successesPerMinute } from './login-guard.ts';
import { noon } from '../harness/clock.ts';
import { folderOfTest } from '../harness/folders.ts';
import { recordsOfTest } from '../harness/stores.ts';

// The clock is stopped: no minute ends unless a test advances it.
const start = noon(30);
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

const wrong = async () => undefined;
const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : 'another error');

describe('two processes on one record store, guessed at from few addresses', () => {
  async function guards() {
    const folder = folderOfTest();
    return [guardOn(await recordsOfTest(folder)), guardOn(await recordsOfTest(folder))];
  }

  it('count the guesses of an address together, at either process and for any account', async () => {
    const both = await guards();
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
    const both = await guards();
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
    const [guard] = await guards();
    for (let number = 0; number < 5; number += 1) {
      await guard?.(`2001:db8:1:2:${number}::1`, `v6-${number}@example.org`, wrong);
    }
    await expect(guard?.('2001:db8:1:2:ffff::9', 'x@example.org', wrong)).rejects.toThrow('too-many');
    await expect(guard?.('2001:db8:1:3::1', 'x@example.org', wrong)).resolves.toBeUndefined();
  });

  it('do not let twice as many pass at the boundary of two minutes', async () => {
    const [guard] = await guards();
    vi.setSystemTime(start + 629_000);
    for (let number = 0; number < 5; number += 1) await guard?.('203.0.113.7', 'm@example.org', wrong);
    vi.setSystemTime(start + 631_000);
    await expect(guard?.('203.0.113.7', 'm@example.org', wrong)).rejects.toThrow('too-many');
    vi.setSystemTime(start + 690_000);
    await expect(guard?.('203.0.113.7', 'm@example.org', wrong)).resolves.toBeUndefined();
  });

  it('accept the next one at the announced time', async () => {
    const [guard] = await guards();
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

/** Pauses that end when the test ends them. */
function heldWaits() {
  const waits: { readonly milliseconds: number; readonly end: () => void }[] = [];
  let isOver = false;
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      waits.push({ milliseconds, end: resolve });
      if (isOver) resolve();
    });
  const endAll = () => {
    isOver = true;
    for (const { end } of waits) end();
  };
  return { waits, wait, endAll };
}

describe('an account guessed at from many addresses', () => {
  it('compare the guesses at one account one after another, with pauses that grow', async () => {
    const { waits, wait } = heldWaits();
    const guard = guardOn(await recordsOfTest(), wait);
    let [atOnce, most, compared] = [0, 0, 0];
    const slowly = async () => {
      most = Math.max(most, (atOnce += 1));
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      compared += 1;
      return undefined;
    };
    const guesses = Array.from({ length: 30 }, async (_, number) =>
      guard(`198.51.100.${number}`, 'target@example.org', slowly),
    );
    for (let pauses = 1; pauses <= 25; pauses += 1) {
      await expect.poll(() => waits.length).toBe(pauses);
      expect(compared).toBe(5 + pauses);
      waits[pauses - 1]?.end();
    }
    await Promise.all(guesses);
    expect(most).toBe(1);
    const lengths = waits.map(({ milliseconds }) => milliseconds);
    expect(lengths.slice(0, 4)).toEqual([250, 500, 750, 1000]);
    expect(lengths.at(-1)).toBe(5000);
  });

  it('never delay a person on a network where they have signed in before', async () => {
    const { waits, wait, endAll } = heldWaits();
    const guard = guardOn(await recordsOfTest(), wait);
    const right = async () => 'in';
    expect(await guard('192.0.2.1', 'owner@example.org', right)).toBe('in');
    const guesses = Array.from({ length: 50 }, async (_, number) =>
      guard(`198.51.101.${number}`, 'owner@example.org', wrong),
    );
    await expect.poll(() => waits.length).toBe(1);
    // The account is paused, and other addresses wait for it.
    for (let time = 0; time < 5; time += 1) {
      expect(await guard('192.0.2.1', 'OWNER@example.org', right)).toBe('in');
    }
    // The network is still known almost a month later, although not forever.
    vi.setSystemTime(start + 29 * 24 * 3_600_000);
    expect(await guard('192.0.2.1', 'owner@example.org', right)).toBe('in');
    vi.setSystemTime(start);
    endAll();
    await Promise.all(guesses);
  });

  it('let an owner from elsewhere overtake addresses that have already guessed', async () => {
    const { waits, wait, endAll } = heldWaits();
    const guard = guardOn(await recordsOfTest(), wait);
    const guessers = Array.from({ length: 40 }, (_, number) => `198.51.102.${number}`);
    const email = 'traveller@example.org';
    // Each address has guessed at another account before.
    for (const address of guessers) await guard(address, `${address}@example.org`, wrong);
    const guesses = guessers.map(async (address) => guard(address, email, wrong).catch(() => undefined));
    await expect.poll(() => waits.length).toBe(1);
    let isIn = false;
    const owner = guard('192.0.2.77', email, async () => (isIn = true));
    await expect.poll(async () => (waits.at(-1)?.end(), isIn)).toBe(true);
    // One or two pauses may have passed before the owner's attempt. Behind all guessers there would be 35.
    expect(waits.length).toBeLessThanOrEqual(5);
    await owner;
    endAll();
    await Promise.all(guesses);
  });

  it('let at most a hundred attempts wait for an account, none for long; abandoned ones count', async () => {
    const { waits, wait } = heldWaits();
    const guard = guardOn(await recordsOfTest(), wait);
    const email = 'flooded@example.org';
    for (let number = 0; number < 6; number += 1) await guard(`203.0.111.${number}`, email, wrong);
    expect(waits).toHaveLength(1);
    const outcomes: string[] = [];
    const flood = Array.from({ length: 240 }, async (_, number) =>
      guard(`203.0.112.${number}`, email, wrong).then(
        () => outcomes.push('compared'),
        (error: unknown) => outcomes.push(codeOf(error)),
      ),
    );
    await expect.poll(() => outcomes.length).toBe(240 - 100);
    vi.setSystemTime(start + 10_001);
    waits[0]?.end();
    await Promise.all(flood);
    expect(outcomes.filter((each) => each !== 'too-many-requests')).toEqual([]);
    // Each address now has one failure, whether or not it was compared. Four more reach the limit.
    for (let time = 0; time < 4; time += 1) await guard('203.0.112.239', 'x@example.org', wrong);
    await expect(guard('203.0.112.239', 'x@example.org', wrong)).rejects.toThrow('too-many');
  });

  it('let only a few attempts of one network wait', async () => {
    const guard = guardOn(await recordsOfTest());
    let letOn: (value: undefined) => void = () => undefined;
    const held = new Promise<undefined>((resolve) => (letOn = resolve));
    const refused: unknown[] = [];
    const all = Array.from({ length: 50 }, async (_, number) =>
      guard('203.0.113.20', `held-${number}@example.org`, () => held).catch((error: unknown) =>
        refused.push(error),
      ),
    );
    await expect.poll(() => refused.length).toBe(30);
    letOn(undefined);
    await Promise.all(all);
  });

  it('also limit successful sign-ins to one account', async () => {
    const guard = guardOn(await recordsOfTest());
    const right = async () => 'in';
    for (let time = 0; time < successesPerMinute; time += 1)
      await guard(`192.0.2.${time}`, 'often@example.org', right);
    await expect(guard('192.0.2.200', 'often@example.org', right)).rejects.toThrow('too-many');
    await expect(guard('192.0.2.200', 'other@example.org', right)).resolves.toBe('in');
  });
});
