import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Changed } from '#contracts/live';

import { throttleChanges } from './broadcast.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const changed = (readModel: Changed['readModel'], ids: string[], position: string): Changed => ({
  readModel,
  ids,
  position,
});

const fail = (error: unknown) => {
  throw error;
};

/** A throttle whose messages are sent at once. */
function open() {
  const sent: Changed[] = [];
  const send = (changes: readonly Changed[]) => Promise.resolve(void sent.push(...changes));
  return { sent, throttle: throttleChanges(send, 1000, fail) };
}

test('sends one message for each read model in each period, the latest change last', async () => {
  const { sent, throttle } = open();
  throttle.add([changed('locations', ['a'], '1'), changed('cities', ['c'], '1')]);
  for (let position = 2; position < 500; position += 1) {
    throttle.add([changed('locations', [`l${position % 3}`], String(position))]);
  }
  throttle.add([changed('cities', ['d'], '500')]);
  expect(sent.splice(0)).toEqual([changed('locations', ['a'], '1'), changed('cities', ['c'], '1')]);
  await vi.advanceTimersByTimeAsync(999);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent.splice(0)).toEqual([
    changed('locations', ['l2', 'l0', 'l1'], '499'),
    changed('cities', ['d'], '500'),
  ]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toEqual([]);
  throttle.add([changed('stats', [], '501')]);
  expect(sent).toEqual([changed('stats', [], '501')]);
  throttle[Symbol.dispose]();
});

test('reports too many ids as "any", and sends only the latest trending list', async () => {
  const { sent, throttle } = open();
  throttle.add([changed('stats', [], '1')]);
  for (let number = 0; number < 201; number += 1) throttle.add([changed('photos', [`p${number}`], '2')]);
  throttle.add([changed('trending', ['a', 'b'], '3')]);
  throttle.add([changed('trending', ['b'], '4')]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent.slice(1)).toEqual([changed('photos', [], '2'), changed('trending', ['b'], '4')]);
  throttle[Symbol.dispose]();
});

test('names at most 200 ids, also of a single change', () => {
  const { sent, throttle } = open();
  const ids = Array.from({ length: 201 }, (_, number) => `p${number}`);
  throttle.add([changed('photos', ids.slice(1), '1'), changed('locations', ids, '1')]);
  expect(sent).toEqual([changed('photos', ids.slice(1), '1'), changed('locations', [], '1')]);
  throttle[Symbol.dispose]();
});

test('sends a socket one message of a kind in a period, even if sending takes long and the order changes', async () => {
  const times = new Map<string, number[]>();
  /** Each message takes 100 ms to reach the first socket, and as much again to reach the second. */
  const send = async (changes: readonly Changed[]) => {
    for (const socket of [1, 2]) {
      for (const { readModel } of changes) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        const key = `${readModel} to ${socket}`;
        times.set(key, [...(times.get(key) ?? []), Date.now()]);
      }
    }
  };
  using throttle = throttleChanges(send, 1000, fail);
  const kinds = ['stats', 'cities', 'locations', 'photos'] as const;
  for (let turn = 0; turn < 100; turn += 1) {
    const first = kinds[turn % kinds.length] ?? 'stats';
    throttle.add([changed(first, ['a'], String(turn)), changed('trending', ['b'], String(turn))]);
    await vi.advanceTimersByTimeAsync(170);
  }
  expect(times.size).toBe(10);
  for (const [key, at] of times) {
    const gaps = at.slice(1).map((time, index) => time - (at[index] ?? 0));
    expect(Math.min(...gaps), key).toBeGreaterThanOrEqual(1000);
    // And no socket is forgotten.
    expect(Math.max(...gaps), key).toBeLessThan(3000);
  }
});

test('sends the next changes after a failure', async () => {
  const sent: Changed[] = [];
  const errors: unknown[] = [];
  const send = (changes: readonly Changed[]) => {
    sent.push(...changes);
    return sent.length === 1 ? Promise.reject(new Error('lost')) : Promise.resolve();
  };
  using throttle = throttleChanges(send, 1000, (error) => errors.push(error));
  throttle.add([changed('stats', [], '1')]);
  throttle.add([changed('stats', [], '2')]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual([changed('stats', [], '1'), changed('stats', [], '2')]);
  expect(errors).toEqual([new Error('lost')]);
});
