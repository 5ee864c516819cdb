import { expect, it } from 'vitest';

import { createFairQueue, type FairQueue } from './fair-queue.ts';

const never = new AbortController().signal;

/** Takes a turn, records whose it was, and ends it at once. */
const passing = (turns: FairQueue, order: string[], userId: string, signal = never) =>
  turns.take(userId, signal).then((turn) => {
    order.push(userId);
    turn[Symbol.dispose]();
  });

it('a limited number run at once, and the next starts when one ends', async () => {
  const turns = createFairQueue(2);
  const first = await turns.take('anna', never);
  await turns.take('ben', never);
  let begun = false;
  const third = turns.take('carla', never).then(() => (begun = true));
  await Promise.resolve();
  expect(begun).toBe(false);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  expect(await third).toBe(true);
});

it('a person has one turn at a time, however many are free', async () => {
  const turns = createFairQueue(2);
  const order: string[] = [];
  const held = await turns.take('mallory', never);
  const more = ['mallory', 'mallory'].map((userId) => passing(turns, order, userId));
  await passing(turns, order, 'anna');
  expect(order).toEqual(['anna']);
  held[Symbol.dispose]();
  await Promise.all(more);
  expect(order).toEqual(['anna', 'mallory', 'mallory']);
});

it('a person with many waiting does not delay a person with few', async () => {
  const turns = createFairQueue(1);
  const order: string[] = [];
  const held = await turns.take('mallory', never);
  const waiting = [...Array<string>(5).fill('mallory'), 'anna', 'anna', 'ben'];
  const all = waiting.map((userId) => passing(turns, order, userId));
  held[Symbol.dispose]();
  await Promise.all(all);
  expect(order.slice(0, 4)).toEqual(['anna', 'ben', 'mallory', 'anna']);
  expect(order.slice(4)).toEqual(Array(4).fill('mallory'));
});

it('a waiter that leaves takes no turn', async () => {
  const turns = createFairQueue(1);
  const order: string[] = [];
  const held = await turns.take('anna', never);
  const leaving = new AbortController();
  const left = passing(turns, order, 'ben', leaving.signal);
  const stays = passing(turns, order, 'carla');
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  held[Symbol.dispose]();
  await stays;
  expect(order).toEqual(['carla']);
  await expect(turns.take('ben', leaving.signal)).rejects.toThrow('gone');
});
