import { expect, test } from 'vitest';

import type { RecordedEvent } from '#contracts/shared/recorded-event';
import { caughtUp, type CaughtUp } from '#platform/event-log/index';

import { inBatches } from './in-batches.ts';
import { city } from '#projections/testing/events';
import { recorded } from '#projections/testing/given';

const events = recorded(Array.from({ length: 100 }, (_, index) => city.submitted(`c${index}`)));

async function* told(items: readonly (RecordedEvent | CaughtUp)[], pulled = { count: 0 }) {
  for (const item of items) {
    pulled.count += 1;
    yield item;
  }
}
const sizesOf = async (items: readonly (RecordedEvent | CaughtUp)[], most: number) => {
  const sizes: [number, boolean][] = [];
  for await (const batch of inBatches(told(items), most)) sizes.push([batch.events.length, batch.atHead]);
  return sizes;
};

test('batches are full until it has caught up, then contain the events that have arrived', async () => {
  const items = [...events.slice(0, 25), caughtUp, ...events.slice(25, 27), caughtUp];
  expect(await sizesOf(items, 10)).toEqual([
    [10, false],
    [10, false],
    [5, true],
    [2, true],
  ]);
});

test('an empty log is one empty batch at its head', async () => {
  expect(await sizesOf([caughtUp], 10)).toEqual([[0, true]]);
});

test('no event is lost or repeated, in whatever portions they arrive', async () => {
  for (const most of [1, 2, 3, 7, 99, 100, 101]) {
    const seen: bigint[] = [];
    for await (const batch of inBatches(told([...events, caughtUp]), most)) {
      seen.push(...batch.events.map(({ position }) => position));
    }
    expect(seen).toEqual(events.map(({ position }) => position));
  }
});

test('a slow consumer slows the reading: at most one batch is in memory', async () => {
  const pulled = { count: 0 };
  let taken = 0;
  for await (const batch of inBatches(told(events, pulled), 10)) {
    taken += batch.events.length;
    await new Promise((resolve) => setImmediate(resolve));
    expect(pulled.count).toBe(taken);
  }
  expect(taken).toBe(100);
});

test('an error of the subscription is thrown after the events before it', async () => {
  const seen: number[] = [];
  const broken = async function* () {
    yield* told(events.slice(0, 3));
    throw new Error('lost');
  };
  const reading = (async () => {
    for await (const batch of inBatches(broken(), 10)) seen.push(batch.events.length);
  })();
  await expect(reading).rejects.toThrow('lost');
  expect(seen).toEqual([3]);
});
