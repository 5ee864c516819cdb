import { setTimeout as delay } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { startFakeNode } from '../../../test/eventstoredb/fake-node.ts';
import { openNodeProxy } from '../../../test/eventstoredb/proxy.ts';
import { anEvent, collect, rejection, someEvents } from '../event-log.contract.ts';
import { LogUnavailable, WrongExpectedRevision } from '../port.ts';
import { openEventStoreDbLog } from './event-log.ts';

// Tests of appends that need no node; event-log.test.ts has the others.

const names = (count: number) => Array.from({ length: count }, (_, at) => `city-${at}`);

it('a slow node answers thousands of simultaneous appends, in their order, a few at a time', async () => {
  await using node = await startFakeNode();
  await using log = await openEventStoreDbLog({ url: node.url, timeoutMs: 400 });
  const queue: (() => void)[] = [];
  node.responding = (send) => void queue.push(send);
  // All appends together take several times the time-out.
  const responding = setInterval(() => {
    for (const send of queue.splice(0, 2)) send();
  }, 1);
  const asked = names(2000);
  const started = performance.now();
  const responses = await Promise.all(asked.map((name) => log.append(name, 'none', [anEvent()])));
  clearInterval(responding);
  expect(performance.now() - started).toBeGreaterThan(2 * 400);
  expect(responses.map(({ revision }) => revision)).toEqual(asked.map(() => 0n));
  expect(node.stored()).toEqual(asked);
  expect(node.pending.most).toBeLessThan(16);
});

it('a node that is silent for the time-out fails all waiting appends, until it answers again', async () => {
  await using node = await startFakeNode();
  await using log = await openEventStoreDbLog({ url: node.url, timeoutMs: 300 });
  const sends: (() => void)[] = [];
  node.responding = (send) => void sends.push(send);
  const events = names(100).map(() => [anEvent()]);
  const attempt = (at: number) => log.append(`city-${at}`, 'none', events[at] ?? []);
  const failures = await Promise.all(events.map((_, at) => rejection(attempt(at))));
  for (const error of failures) {
    expect(error).toBeInstanceOf(LogUnavailable);
    expect(String(error)).toMatch(/not answered within 300 ms/);
  }
  const stored = node.stored();
  expect(stored.length).toBeGreaterThan(0);
  node.responding = (send) => send();
  for (const send of sends) send();
  // The log recognises the appends that were stored.
  for (const at of events.keys()) expect(await attempt(at)).toMatchObject({ revision: 0n });
  expect(node.stored().toSorted()).toEqual(names(100).toSorted());
});

it('appends keep their order from the first one on, even if their call is lost', async () => {
  await using node = await startFakeNode();
  await using proxy = await openNodeProxy(node.url);
  await using log = await openEventStoreDbLog({ url: proxy.url });
  const asked: string[] = [];
  for (let round = 0; round < 20; round += 1) {
    const streams = names(64).map((name) => `${name}-${round}`);
    asked.push(...streams);
    const appends = streams.map((name) => log.append(name, 'none', [anEvent()]));
    // Cuts the connection before, while and after the appends are sent and answered.
    if (round % 3 === 1) proxy.cutAfter(1 + 150 * round);
    if (round % 3 === 2) setImmediate(() => proxy.cut());
    await Promise.all(appends);
  }
  expect(node.stored()).toEqual(asked);
});

it('an unreachable node fails all waiting appends, and is used again when it can be reached', async () => {
  await using node = await startFakeNode();
  await using proxy = await openNodeProxy(node.url);
  await using log = await openEventStoreDbLog({ url: proxy.url });
  await log.append('city-before', 'none', [anEvent()]);
  proxy.refuse();
  const failures = await Promise.all(
    names(500).map((name) => rejection(log.append(name, 'none', [anEvent()]))),
  );
  for (const error of failures) expect(error).toBeInstanceOf(LogUnavailable);
  proxy.restore();
  expect(await log.append('city-after', 'none', [anEvent()])).toMatchObject({ revision: 0n });
});

it('a refused append is rejected with the node’s reason', async () => {
  await using node = await startFakeNode();
  await using log = await openEventStoreDbLog({ url: node.url });
  await log.append('city-a', 'none', someEvents(3));
  await expect(log.append('city-a', 0n, [anEvent()])).rejects.toMatchObject({ actual: 2n });
  await expect(log.append('city-b', 4n, [anEvent()])).rejects.toThrow(WrongExpectedRevision);
  await expect(log.append('city-b', 4n, [anEvent()])).rejects.toMatchObject({ actual: 'none' });
  await expect(log.append('city-b', 'none', [anEvent('x'.repeat(2_000_000))])).rejects.toThrow(RangeError);
  expect(await collect(log.readStream('city-a'))).toHaveLength(3);
});

it('closing waits for pending appends, and refuses later ones', async () => {
  await using node = await startFakeNode();
  const log = await openEventStoreDbLog({ url: node.url });
  node.responding = (send) => void delay(50).then(send);
  const underWay = names(20).map((name) => log.append(name, 'none', [anEvent()]));
  await log[Symbol.asyncDispose]();
  expect(await Promise.all(underWay)).toHaveLength(20);
  await expect(log.append('city-a', 'none', [anEvent()])).rejects.toThrow(LogUnavailable);
});
