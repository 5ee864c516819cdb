import { expect, it } from 'vitest';

import { createFairSemaphore, type FairSemaphore } from './fair-semaphore.ts';

/** Takes a slot, records its user, and frees it at once. */
const passing = (turns: FairSemaphore, order: string[], userId: string, signal?: AbortSignal) =>
  turns.take(userId, signal && { signal }).then((turn) => {
    order.push(userId);
    turn[Symbol.dispose]();
  });

it('runs a limited number at once, and starts the next when one ends', async () => {
  const turns = createFairSemaphore({ atOnce: 2 });
  const first = await turns.take('anna');
  await turns.take('ben');
  let begun = false;
  const third = turns.take('carla').then(() => (begun = true));
  await Promise.resolve();
  expect(begun).toBe(false);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  expect(await third).toBe(true);
});

it('gives a person one slot at a time, however many are free', async () => {
  const turns = createFairSemaphore({ atOnce: 2 });
  const order: string[] = [];
  const held = await turns.take('mallory');
  const more = ['mallory', 'mallory'].map((userId) => passing(turns, order, userId));
  await passing(turns, order, 'anna');
  expect(order).toEqual(['anna']);
  held[Symbol.dispose]();
  await Promise.all(more);
  expect(order).toEqual(['anna', 'mallory', 'mallory']);
});

it('does not let a person with many waiting calls delay a person with few', async () => {
  const turns = createFairSemaphore({ atOnce: 1 });
  const order: string[] = [];
  const held = await turns.take('mallory');
  const waiting = [...Array<string>(5).fill('mallory'), 'anna', 'anna', 'ben'];
  const all = waiting.map((userId) => passing(turns, order, userId));
  held[Symbol.dispose]();
  await Promise.all(all);
  expect(order.slice(0, 4)).toEqual(['anna', 'ben', 'mallory', 'anna']);
  expect(order.slice(4)).toEqual(Array(4).fill('mallory'));
});

it('gives no slot to a waiting call that was aborted', async () => {
  const turns = createFairSemaphore({ atOnce: 1 });
  const order: string[] = [];
  const held = await turns.take('anna');
  const leaving = new AbortController();
  const left = passing(turns, order, 'ben', leaving.signal);
  const stays = passing(turns, order, 'carla');
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  held[Symbol.dispose]();
  await stays;
  expect(order).toEqual(['carla']);
  await expect(turns.take('ben', { signal: leaving.signal })).rejects.toThrow('gone');
});

it('serves keys without a common limit independently, each in the order of arrival', async () => {
  const locks = createFairSemaphore();
  const order: string[] = [];
  const held = await locks.take('a');
  expect([locks.isHeld('a'), locks.isHeld('b')]).toEqual([true, false]);
  const waiting = [1, 2, 3].map((number) =>
    locks.take('a').then((lock) => {
      order.push(`a${number}`);
      lock[Symbol.dispose]();
    }),
  );
  await passing(locks, order, 'b');
  held[Symbol.dispose]();
  await Promise.all(waiting);
  expect(order).toEqual(['b', 'a1', 'a2', 'a3']);
  expect(locks.isHeld('a')).toBe(false);
});

it('serves the lowest rank first, then the newest, and refuses the last and the late', async () => {
  let now = 0;
  const refusal = () => new Error('refused');
  const locks = createFairSemaphore({
    newestFirst: true,
    waiting: { most: 3, time: { milliseconds: 10, clock: () => now }, refusal },
  });
  const order: string[] = [];
  const held = await locks.take('a');
  const wait = (name: string, rank: number) =>
    locks.take('a', { rank }).then(
      (lock) => {
        order.push(name);
        lock[Symbol.dispose]();
      },
      (error: unknown) => order.push(`${name} ${String(error)}`),
    );
  const late = wait('late', 0);
  now = 9;
  const waiting = [wait('second', 1), wait('last', 2), wait('first', 1)];
  await new Promise(setImmediate);
  expect(order).toEqual(['last Error: refused']);
  now = 10;
  held[Symbol.dispose]();
  await Promise.all([late, ...waiting]);
  expect(order.slice(1).sort()).toEqual(['first', 'late Error: refused', 'second']);
  expect(order.indexOf('first')).toBeLessThan(order.indexOf('second'));
});
