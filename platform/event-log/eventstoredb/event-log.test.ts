import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { describe, expect, it, vi } from 'vitest';

import type { RecordedEvent } from '#contracts/shared/recorded-event';

import { openNodeProxy } from '../../../test/eventstoredb/proxy.ts';
import { patience } from '../../../test/harness/patience.ts';
import type { TcpProxy } from '../../../test/tcp-proxy.ts';
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
import { type EventStoreDbOptions, openEventStoreDbLog } from './event-log.ts';
import { connect } from './connection.ts';
import { createReader } from './reader.ts';
import { subscribe } from './subscription.ts';
import { type CaughtUp, caughtUp, type EventLog, LogUnavailable, WrongExpectedRevision } from '../port.ts';

/** The URL of a node to which tests may write. Every test uses a prefix of its own. */
const url = process.env.EVENTSTOREDB_URL ?? '';
/** A command that kills the node, restarts it on the same data, and ends once it is up. */
const restart = process.env.EVENTSTOREDB_RESTART ?? '';

if (url === '') {
  console.log('Skipped: the event log on EventStoreDB. Set EVENTSTOREDB_URL to test it against a node.');
} else if (restart === '') {
  console.log('Skipped: restarts of EventStoreDB. Set EVENTSTOREDB_RESTART to a command that does one.');
}

describe.skipIf(url === '')('a node', () => {
  describeEventLog('EventStoreDB', openedLog, { runs: 5 });
  describe('with foreign content', describeForeign);
  describe('when the connection is cut', describeCuts);
  describe('when it is unavailable', describeAbsence);
  describe('a slow consumer', describeSlowConsumer);
  describe('while others append without a pause', describeBusy);
  describe('when the log is closed', describeClosing);
  describe.skipIf(restart === '')('when it is killed and started again', describeRestart);
});

function describeForeign() {
  it('omits system streams and log ids when there is no prefix', async () => {
    await using log = await openEventStoreDbLog({ url });
    const before = await log.head();
    await using another = await openEventStoreDbLog({ url, streamPrefix: `${randomUUID()}-` });
    const names = [`city-${randomUUID()}`, `city-${randomUUID()}`];
    using client = directClient();
    using abort = aborting();
    const subscription = iterate(log.subscribe({ after: before, signal: abort.signal }));
    for (const name of names) {
      await client.setStreamMetadata(`${name}-foreign`, { maxCount: 10 });
      await log.append(name, 'none', [anEvent()]);
    }
    expect(another.id).not.toBe(log.id);
    // Other programs may use the node at the same time.
    const isOurs = (stream: string) => !/^[^$]+-(city|location|photo|opinion|account)-/.test(stream);
    const streamOf = ({ stream }: RecordedEvent) => stream;
    const seen = (await collect(log.readAll({ after: before }))).map(streamOf);
    expect(seen.filter(isOurs)).toEqual(names);
    const told: string[] = [];
    while (told.filter(isOurs).length < 2) told.push(...(await take(events(subscription), 1)).map(streamOf));
    expect(told.filter(isOurs)).toEqual(names);
  });

  it('finds the head, however much foreign content follows it', async () => {
    const streamPrefix = `${randomUUID()}-`;
    await using log = await openEventStoreDbLog({ url, streamPrefix });
    expect(await log.head()).toBe(0n);
    const { position } = await log.append('city-a', 'none', [anEvent()]);
    await using another = await openEventStoreDbLog({ url, streamPrefix: `${randomUUID()}-` });
    await another.append('city-a', 'none', someEvents(100));
    expect(await log.head()).toBe(position);
    expect(await log.head()).toBe(position);
    await another.append('city-a', 99n, someEvents(100));
    const last = await log.append('city-a', 0n, [anEvent()]);
    expect(await log.head()).toBe(last.position);
    await using fresh = await openEventStoreDbLog({ url, streamPrefix });
    expect(await fresh.head()).toBe(last.position);
  });

  it('gives the same id to all processes that open a new log at once', async () => {
    const streamPrefix = `${randomUUID()}-`;
    const logs = await Promise.all(
      Array.from({ length: 5 }, () => openEventStoreDbLog({ url, streamPrefix })),
    );
    expect(new Set(logs.map(({ id }) => id)).size).toBe(1);
    for (const log of logs) await log[Symbol.asyncDispose]();
  });

  it('refuses an append that is too large for it', async () => {
    await using opened = await openedLog();
    const error = await rejection(opened.log.append('city-a', 'none', [anEvent('x'.repeat(2_000_000))]));
    expect(error).toBeInstanceOf(RangeError);
    expect(await opened.log.head()).toBe(0n);
  });
}

function describeCuts() {
  it('stores every answered append exactly once, and accepts repeats of the others', async () => {
    await using proxied = await openProxied();
    const { log, proxy, direct } = proxied;
    const lost: unknown[] = [];
    const writers = Array.from({ length: 16 }, async (_, writer) => {
      for (let index = 0; index < 15; index += 1) {
        const event = someEvents(2);
        const expected = index === 0 ? 'none' : BigInt(index * 2 - 1);
        for (;;) {
          const outcome = await log
            .append(`city-${writer}`, expected, event)
            .catch((error: unknown) => error);
          if (!(outcome instanceof Error)) break;
          expect(outcome).toBeInstanceOf(LogUnavailable);
          lost.push(outcome);
        }
        if (writer === 0 && index % 4 === 1) proxy.cut();
        if (writer === 1 && index % 4 === 3) proxy.cutAfter(500);
      }
    });
    await Promise.all(writers);
    for (let writer = 0; writer < 16; writer += 1) {
      const kept = await collect(direct.readStream(`city-${writer}`));
      expect(new Set(kept.map(({ id }) => id)).size).toBe(30);
      expect(kept).toHaveLength(30);
    }
  });

  it('appends in the order of the calls, even if they are repeated after a lost call', async () => {
    await using proxied = await openProxied();
    const { log, proxy, direct } = proxied;
    const asked: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      const names = Array.from({ length: 64 }, (_, at) => `city-${round}-${at}`);
      const appends = names.map((name) => log.append(name, 'none', [anEvent()]));
      asked.push(...names);
      // Cuts the connection before, while and after the appends are sent and answered.
      if (round % 3 === 1) proxy.cutAfter(1 + 400 * round);
      if (round % 3 === 2) setImmediate(() => proxy.cut());
      await Promise.all(appends);
    }
    expect((await collect(direct.readAll())).map(({ stream }) => stream)).toEqual(asked);
  });

  it.each([1, 400, 5000, 60_000])('resumes a subscription after %i bytes', async (bytes) => {
    await using proxied = await openProxied();
    const { log, proxy, direct, interruptions } = proxied;
    let expected: 'none' | bigint = 'none';
    for (let page = 0; page < 5; page += 1) {
      expected = (await direct.append('city-a', expected, someEvents(100))).revision;
    }
    using abort = aborting();
    const subscription = iterate(log.subscribe({ after: 0n, signal: abort.signal }));
    const seen = await take(events(subscription), 3);
    for (let cut = 0; cut < 3; cut += 1) {
      proxy.cutAfter(bytes);
      await direct.append(`city-${cut}`, 'none', someEvents(20));
      seen.push(...(await take(events(subscription), 100)));
    }
    seen.push(...(await take(events(subscription), 257)));
    expect(seen).toEqual(await collect(direct.readAll()));
    expect(interruptions.length).toBeGreaterThan(0);
  });

  it('fails a read in the middle, and delivers nothing twice', async () => {
    await using proxied = await openProxied();
    const { log, proxy, direct } = proxied;
    await appendLarge(direct, 60);
    const all = await collect(direct.readAll());
    for (const read of [() => log.readAll(), () => log.readStream('city-a', { limit: 1000 })]) {
      const items = iterate(read());
      const seen = await take(items, 1);
      proxy.cut();
      const rest = async () => {
        for (;;) seen.push(...(await take(items, 1)));
      };
      expect(await rejection(rest())).toBeInstanceOf(LogUnavailable);
      expect(seen).toEqual(all.slice(0, seen.length));
    }
  });

  it('fails pending appends, and accepts others once it is back', async () => {
    await using proxied = await openProxied();
    const { log, proxy } = proxied;
    const appendTo = (name: string) =>
      Array.from({ length: 64 }, (_, at) => log.append(`${name}-${at}`, 'none', [anEvent('x'.repeat(2000))]));
    for (let round = 0; round < 5; round += 1) {
      proxy.stall();
      const lost = appendTo(`lost-${round}`).map(rejection);
      await turnsUntilSent();
      proxy.refuse();
      for (const error of await Promise.all(lost)) expect(error).toBeInstanceOf(LogUnavailable);
      proxy.restore();
      expect(await log.append(`after-${round}`, 'none', [anEvent()])).toMatchObject({ revision: 0n });
    }
  });

  it('does not continue with another log', async () => {
    await using proxied = await openProxied();
    const { log, proxy, streamPrefix } = proxied;
    using abort = aborting();
    const subscription = iterate(log.subscribe({ after: 0n, signal: abort.signal }));
    await take(subscription, 1);
    using client = directClient();
    await client.deleteStream(`${streamPrefix}log-identity`);
    await client.appendToStream(
      `${streamPrefix}log-identity`,
      jsonEvent({ type: 'log-identity.v1', data: {} }),
    );
    proxy.cut();
    await expect(subscription.next()).rejects.toThrow(/holds log .* now, it was/);
  });
}

/** Waits long enough for requests to leave, but not for most responses to arrive. */
async function turnsUntilSent(): Promise<void> {
  for (let turns = 0; turns < 3; turns += 1) await turn();
}

/** Blocks this process, as if it were suspended or got no processor time. */
const standStill = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

function describeAbsence() {
  it('fails requests, later delivers what happened meanwhile, and works again', async () => {
    await using proxied = await openProxied();
    const { log, proxy, direct } = proxied;
    const first = await log.append('city-a', 'none', [anEvent()]);
    using abort = aborting();
    const subscription = iterate(log.subscribe({ after: first.position, signal: abort.signal }));
    await take(subscription, 1);

    proxy.refuse();
    for (let round = 0; round < 2; round += 1) await expectUnavailable(log);
    await direct.append('city-a', 0n, someEvents(30));
    proxy.restore();

    expect(await log.append('city-a', 30n, [anEvent()])).toMatchObject({ revision: 31n });
    const seen = await take(events(subscription), 31);
    expect(seen).toEqual(await collect(log.readAll({ after: first.position })));
  });

  it('is noticed in time when it does not answer, and works again', async () => {
    await using proxied = await openProxied({ timeoutMs: 300 });
    const { log, proxy } = proxied;
    const event = anEvent();
    await log.append('city-a', 'none', [event]);
    proxy.stall();
    await expectUnavailable(log);
    proxy.restore();
    expect(await log.append('city-a', 'none', [event])).toMatchObject({ revision: 0n });
    // The stream that was requested during the stall may have been stored or not.
    expect(await collect(log.readStream('city-a'))).toHaveLength(1);
  });

  it('does not count as silent when this process itself was stalled', async () => {
    // Connects without the proxy, because the stall would block it, too.
    await using log = await openEventStoreDbLog({ url, streamPrefix: `${randomUUID()}-`, timeoutMs: 1000 });
    await log.append('city-a', 'none', someEvents(3));
    await log.append('city-b', 'none', [anEvent()]);
    const asked = Promise.all([
      log.append('city-b', 0n, [anEvent()]),
      collect(log.readStream('city-a')),
      collect(log.readAll()),
    ]);
    asked.catch(() => undefined);
    await turnsUntilSent();
    standStill(1500);
    const [appended, read, all] = await asked;
    expect([appended.revision, read.length, all.length >= 4]).toEqual([1n, 3, true]);
  });

  it('is not awaited by a subscription that was not listening when the node went away', async () => {
    await using proxied = await openProxied();
    const { log, proxy, direct, interruptions } = proxied;
    using abort = aborting();
    const subscription = iterate(log.subscribe({ after: 0n, signal: abort.signal }));
    expect(await take(subscription, 1)).toMatchObject([{ type: 'caught-up' }]);
    proxy.cut();
    const { position } = await direct.append('city-a', 'none', [anEvent()]);
    expect(await take(events(subscription), 1)).toMatchObject([{ position }]);
    expect(interruptions).toHaveLength(1);
  });

  it('cannot be opened', async () => {
    await using proxied = await openProxied();
    proxied.proxy.refuse();
    await expect(openEventStoreDbLog({ url: proxied.url })).rejects.toThrow(LogUnavailable);
    proxied.proxy.restore();
    proxied.proxy.stall();
    await expect(openEventStoreDbLog({ url: proxied.url, timeoutMs: 200 })).rejects.toThrow(/within 200 ms/);
  });

  it('is not considered unavailable as long as it sends anything', async () => {
    await using proxied = await openProxied({ timeoutMs: 1000 });
    const { log, proxy, direct } = proxied;
    await appendLarge(direct, 20);
    // All events together take longer than the time-out.
    proxy.slow(20);
    expect(await collect(log.readAll())).toHaveLength(20);
  });

  it('may be slow', async () => {
    await using proxied = await openProxied();
    const { log, proxy } = proxied;
    proxy.slow(20);
    await log.append('city-a', 'none', someEvents(50));
    await expect(log.append('city-a', 'none', [anEvent()])).rejects.toThrow(WrongExpectedRevision);
    using abort = aborting();
    const seen = await take(events(iterate(log.subscribe({ after: 0n, signal: abort.signal }))), 50);
    expect(seen).toEqual(await collect(log.readAll()));
  });
}

async function expectUnavailable(log: EventLog) {
  const asked = [
    log.append('city-b', 'none', [anEvent()]),
    log.head(),
    collect(log.readStream('city-a')),
    collect(log.readAll()),
  ];
  for (const error of await Promise.all(asked.map(rejection))) expect(error).toBeInstanceOf(LogUnavailable);
}

function describeBusy() {
  it('says that it has caught up, although each time there is one more event', async () => {
    const streamPrefix = `${randomUUID()}-`;
    await using opened = await openedLog({ streamPrefix });
    const { log } = opened;
    await using connection = connect(url);
    const reader = createReader(connection, streamPrefix, 0n);
    const appendOne = () => log.append(`city-${randomUUID()}`, 'none', [anEvent()]);
    const head = async () => {
      await appendOne();
      return reader.head();
    };
    const deps = { connection, reader: { ...reader, head }, streamPrefix, start: 0n };
    const hooks = { checkIdentity: async () => undefined, onInterruption: () => undefined };
    using abort = aborting();
    const subscription = iterate(subscribe({ ...deps, ...hooks }, { after: 0n, signal: abort.signal }));
    const seen: unknown[] = [];
    for (let round = 0; round < 5; round += 1) {
      await appendOne();
      for (let item; item !== caughtUp; [item] = await take(subscription, 1)) {
        if (item !== undefined) seen.push(item);
        expect(seen.length).toBeLessThan(20);
      }
    }
    expect(seen).toEqual(await collect(log.readAll()));
  });
}

function describeSlowConsumer() {
  it('stops the node from sending', { timeout: 60_000 }, async () => {
    await using proxied = await openProxied();
    const { log, proxy, direct } = proxied;
    const size = await appendLarge(direct, 200);
    const before = proxy.received();
    using abort = aborting();
    const subscription = iterate(log.subscribe({ after: 0n, signal: abort.signal }));
    await take(subscription, 1);
    // Wait until it sends nothing more while the node answers twenty more requests.
    for (let sent = -1; sent !== proxy.received();) {
      sent = proxy.received();
      for (let round = 0; round < 20; round += 1) await direct.head();
    }
    expect(proxy.received() - before).toBeLessThan(size / 4);
    expect(await take(events(subscription), 199)).toHaveLength(199);
  });

  it('does not count as a node that does not answer', async () => {
    await using proxied = await openProxied({ timeoutMs: 1000 });
    await appendLarge(proxied.direct, 60);
    const items = iterate(proxied.log.readAll());
    await take(items, 1);
    await delay(1200);
    expect(await take(items, 59)).toHaveLength(59);
  });
}

/** Appends many large events to a stream, more than can be in transit at once. @returns their bytes */
async function appendLarge(log: EventLog, count: number): Promise<number> {
  const text = 'x'.repeat(50_000);
  let expected: 'none' | bigint = 'none';
  for (let page = 0; page < count / 10; page += 1) {
    const events = Array.from({ length: 10 }, () => anEvent(text));
    expected = (await log.append('city-a', expected, events)).revision;
  }
  return count * 2 * text.length; // each has the text in its metadata, too
}

function describeClosing() {
  it('is closed only when all pending requests have ended', async () => {
    await using proxied = await openProxied({ timeoutMs: 1500 });
    const { log, proxy } = proxied;
    proxy.stall();
    let hasEnded = false;
    const underWay = rejection(log.append('city-a', 'none', [anEvent()])).finally(() => (hasEnded = true));
    await log[Symbol.asyncDispose]();
    expect(hasEnded).toBe(true);
    expect(await underWay).toBeInstanceOf(LogUnavailable);
  });

  it('answers pending requests, and refuses later ones', async () => {
    const log = await openEventStoreDbLog({ url, streamPrefix: `${randomUUID()}-` });
    const subscription = iterate(log.subscribe({ after: 0n, signal: new AbortController().signal }));
    expect(await take(subscription, 1)).toHaveLength(1);
    const underWay = log.append('city-a', 'none', [anEvent()]);
    await log[Symbol.asyncDispose]();
    expect(await underWay).toMatchObject({ revision: 0n });
    expect(await take(subscription, 2).catch((error: unknown) => error)).toBeInstanceOf(LogUnavailable);
    const late = log.subscribe({ after: 0n, signal: new AbortController().signal });
    for (const one of [
      log.append('city-a', 0n, [anEvent()]),
      log.head(),
      collect(log.readAll()),
      collect(late),
    ]) {
      await expect(one).rejects.toThrow(LogUnavailable);
    }
  });
}

function describeRestart() {
  it('keeps everything that was acknowledged, and continues', async () => {
    await using opened = await openedLog();
    const { log } = opened;
    await log.append('city-a', 'none', someEvents(5));
    using abort = aborting();
    const subscription = iterate(log.subscribe({ after: 0n, signal: abort.signal }));
    const seen = await take(events(subscription), 5);

    const responded: string[] = [];
    const over = new AbortController();
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let index = 0; !over.signal.aborted; index += 1) {
        const event = anEvent();
        const outcome = await log
          .append(`city-${writer}-${index}`, 'none', [event])
          .catch((error: unknown) => error);
        if (!(outcome instanceof Error)) responded.push(event.id);
        else expect(outcome).toBeInstanceOf(LogUnavailable);
        // After a refusal, wait a little, because the machine is busy starting a node.
        if (outcome instanceof Error) await delay(20);
      }
    });
    try {
      await promisify(execFile)('sh', ['-c', restart]);
    } finally {
      over.abort();
      await Promise.all(writers);
    }
    const event = anEvent();
    // A node reports that it is alive shortly before it accepts appends.
    const last = await vi.waitFor(() => log.append('city-a', 4n, [event]), {
      timeout: patience,
      interval: 50,
    });

    const all = await collect(log.readAll());
    const ids = all.map(({ id }) => id);
    expect(responded.filter((id) => !ids.includes(id))).toEqual([]);
    expect(all.some(({ position }) => position === last.position)).toBe(true);
    seen.push(...(await take(events(subscription), all.length - seen.length)));
    expect(seen).toEqual(all);
  });
}

/** Opens a log with a new prefix, so that it is empty whatever the node holds. */
async function openedLog({ streamPrefix = `${randomUUID()}-` }: OpenOptions = {}): Promise<OpenedLog> {
  const logs: EventLog[] = [];
  const open = async (prefix = streamPrefix) => {
    const log = await openEventStoreDbLog({ url, streamPrefix: prefix });
    logs.push(log);
    return log;
  };
  const log = await open();
  return {
    log,
    another: (options) => open(options?.streamPrefix),
    async reopen() {
      await log[Symbol.asyncDispose]();
      return open();
    },
    async [Symbol.asyncDispose]() {
      for (const one of logs) await one[Symbol.asyncDispose]();
    },
  };
}

interface Proxied extends AsyncDisposable {
  /** Connects to the node through the proxy. */
  readonly log: EventLog;
  /** The same log without the proxy. */
  readonly direct: EventLog;
  readonly proxy: TcpProxy;
  readonly url: string;
  readonly streamPrefix: string;
  readonly interruptions: readonly Error[];
}

async function openProxied(options: Partial<EventStoreDbOptions> = {}): Promise<Proxied> {
  const proxy = await openNodeProxy(url);
  const streamPrefix = `${randomUUID()}-`;
  const interruptions: Error[] = [];
  const onInterruption = (error: Error) => void interruptions.push(error);
  // The client keeps the appends of a thread in one place, so that a lost call fails those of both logs. The log that
  // is opened first appends the id; the other has no call that could be lost until it appends itself.
  const direct = await openEventStoreDbLog({ url, streamPrefix });
  const log = await openEventStoreDbLog({ url: proxy.url, streamPrefix, onInterruption, ...options });
  return {
    log,
    direct,
    proxy,
    url: proxy.url,
    streamPrefix,
    interruptions,
    async [Symbol.asyncDispose]() {
      await log[Symbol.asyncDispose]();
      await direct[Symbol.asyncDispose]();
      await proxy[Symbol.asyncDispose]();
    },
  };
}

function directClient(): EventStoreDBClient & Disposable {
  const client = EventStoreDBClient.connectionString(url);
  return Object.assign(client, { [Symbol.dispose]: () => void client.dispose() });
}

/** What a subscription delivers, except its reports that it has caught up. */
async function* events(subscription: AsyncIterator<RecordedEvent | CaughtUp>) {
  for (;;) {
    const next = await subscription.next();
    if (next.done) return;
    if ('stream' in next.value) yield next.value;
  }
}
