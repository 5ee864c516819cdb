import { createHash, randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { EventMetadata } from '#contracts/shared/event-metadata';
import type { RecordedEvent } from '#contracts/shared/recorded-event';

import { chainStart } from './chain.ts';
import { hashOf } from './sqlite/hash-chain.mjs';
import {
  type EventLog,
  type ExpectedRevision,
  type NewEvent,
  WrongExpectedRevision,
  caughtUp,
} from './port.ts';
import { randomCases } from '../../test/harness/random-cases.ts';

export interface OpenOptions {
  /** Default: a prefix for which the log is empty. */
  readonly streamPrefix?: string;
}

export interface OpenedLog extends AsyncDisposable {
  /** Has no events with its prefix. */
  readonly log: EventLog;
  /** Opens a second log on the same store, as another process would. Closed with the first. */
  another(options?: OpenOptions): Promise<EventLog>;
  /** Closes the log and opens the same store again. */
  reopen(): Promise<EventLog>;
}

/** Tests for every event log. `open` opens one for a test; `runs` is the number of random interleavings to try. */
export function describeEventLog(
  name: string,
  open: (options?: OpenOptions) => Promise<OpenedLog>,
  { runs = 10 }: { readonly runs?: number } = {},
): void {
  describe(`${name}: append`, () => describeAppend(open));
  describe(`${name}: reading`, () => describeReading(open));
  describe(`${name}: subscription`, () => describeSubscription(open, runs));
  describe(`${name}: the chain of hashes`, () => describeChain(open));
  describe(`${name}: the store`, () => describeStore(open));
}

type Open = (options?: OpenOptions) => Promise<OpenedLog>;

function describeAppend(open: Open) {
  it('returns revisions from 0 and rising positions above 0', async () => {
    await using opened = await open();
    const { log } = opened;
    const first = await log.append('city-a', 'none', [anEvent()]);
    const second = await log.append('city-a', 0n, [anEvent()]);
    const other = await log.append('city-b', 'none', [anEvent()]);
    expect([first.revision, second.revision, other.revision]).toEqual([0n, 1n, 0n]);
    expect(first.position).toBeGreaterThan(0n);
    expect(second.position).toBeGreaterThan(first.position);
    expect(other.position).toBeGreaterThan(second.position);
  });

  it('returns the revision and position of the last of several events', async () => {
    await using opened = await open();
    const { log } = opened;
    const events = [anEvent(), anEvent(), anEvent()];
    const appended = await log.append('city-a', 'none', events);
    const read = await collect(log.readStream('city-a'));
    expect(ids(read)).toEqual(ids(events));
    expect(read.map(({ revision }) => revision)).toEqual([0n, 1n, 2n]);
    expect(read.at(-1)).toMatchObject(appended);
  });

  const wrong: readonly (readonly [string, number, ExpectedRevision, ExpectedRevision])[] = [
    ['none, when there are events', 2, 'none', 1n],
    ['a revision, when there is no event', 0, 0n, 'none'],
    ['a revision that has passed', 2, 0n, 1n],
    ['a revision that is not reached', 2, 2n, 1n],
    ['a revision beyond every number', 2, 2n ** 62n, 1n],
  ];
  it.each(wrong)('refuses %s', async (_, existing, expected, actual) => {
    await using opened = await open();
    const { log } = opened;
    if (existing > 0) await log.append('city-a', 'none', someEvents(existing));
    const before = await log.head();
    const error = await rejection(log.append('city-a', expected, someEvents(2)));
    expect(error).toBeInstanceOf(WrongExpectedRevision);
    expect(error).toMatchObject({ stream: 'city-a', actual });
    expect(await log.head()).toBe(before);
    expect(await collect(log.readStream('city-a'))).toHaveLength(existing);
  });

  it('refuses an empty append', async () => {
    await using opened = await open();
    await expect(opened.log.append('city-a', 'none', [])).rejects.toThrow(RangeError);
  });

  it('accepts only one of several racing appends', async () => {
    await using opened = await open();
    const { log } = opened;
    await log.append('city-a', 'none', [anEvent()]);
    const attempts = Array.from({ length: 8 }, () => someEvents(2));
    const outcomes = await Promise.allSettled(attempts.map((events) => log.append('city-a', 0n, events)));
    const winners = attempts.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue;
      expect(outcome.reason).toBeInstanceOf(WrongExpectedRevision);
      expect(outcome.reason).toMatchObject({ actual: 2n });
    }
    expect(ids(await collect(log.readStream('city-a', { from: 1n })))).toEqual(ids(winners.flat()));
  });

  it('fails only the refused appends', async () => {
    await using opened = await open();
    const { log } = opened;
    const names = Array.from({ length: 20 }, (_, index) => `city-${index}`);
    // Every third append expects an event that does not exist.
    const outcomes = await Promise.allSettled(
      names.map((name, index) => log.append(name, index % 3 === 0 ? 4n : 'none', someEvents(2))),
    );
    const expected = names.map((_, index) => (index % 3 === 0 ? 'rejected' : 'fulfilled'));
    expect(outcomes.map(({ status }) => status)).toEqual(expected);
    const kept = await Promise.all(names.map(async (name) => (await collect(log.readStream(name))).length));
    expect(kept).toEqual(names.map((_, index) => (index % 3 === 0 ? 0 : 2)));
  });

  it('returns the first answer to a repeated append', async () => {
    await using opened = await open();
    const { log } = opened;
    const [first, second] = [someEvents(1), someEvents(3)];
    const responses = [await log.append('city-a', 'none', first), await log.append('city-a', 0n, second)];
    await log.append('city-a', 3n, [anEvent()]);
    const head = await log.head();
    expect(await log.append('city-a', 'none', first)).toEqual(responses[0]);
    expect(await log.append('city-a', 0n, second)).toEqual(responses[1]);
    expect(await log.head()).toBe(head);
    expect(await collect(log.readStream('city-a'))).toHaveLength(5);
  });

  it('returns the same answer to simultaneous repetitions of an append', async () => {
    await using opened = await open();
    const { log } = opened;
    const events = someEvents(2);
    const [one, two] = await Promise.all([
      log.append('city-a', 'none', events),
      log.append('city-a', 'none', events),
    ]);
    expect(one).toEqual(two);
    expect(await collect(log.readStream('city-a'))).toHaveLength(2);
  });

  it('treats an append as a repetition only if all its events are the same', async () => {
    await using opened = await open();
    const { log } = opened;
    const [a, b, c] = [anEvent(), anEvent(), anEvent()];
    await log.append('city-a', 'none', [a, b]);
    for (const [expected, events] of [
      ['none', [b, a]],
      ['none', [a, b, c]],
      ['none', [c]],
      [0n, [a]],
    ] satisfies [ExpectedRevision, NewEvent[]][]) {
      await expect(log.append('city-a', expected, events)).rejects.toThrow(WrongExpectedRevision);
    }
    expect(ids(await collect(log.readStream('city-a')))).toEqual(ids([a, b]));
  });
}

function describeReading(open: Open) {
  it('returns every event unchanged, with the same position everywhere', async () => {
    await using opened = await open();
    const { log } = opened;
    const events = someEvents(3);
    const responses = [
      await log.append('city-a', 'none', events.slice(0, 1)),
      await log.append('city-b', 'none', events.slice(1, 2)),
      await log.append('city-a', 0n, events.slice(2)),
    ];
    const expected = events.map(({ id, event, metadata }, index) => ({
      id,
      stream: index === 1 ? 'city-b' : 'city-a',
      ...responses[index],
      type: event.type,
      data: event.data,
      metadata,
    }));
    expect(await collect(log.readAll())).toEqual(expected);
    expect(await collect(log.readStream('city-a'))).toEqual([expected[0], expected[2]]);
    expect(await collect(log.readStream('city-b'))).toEqual([expected[1]]);
    expect(await log.head()).toBe(responses[2]?.position);
  });

  it('reads nothing from an empty log', async () => {
    await using opened = await open();
    const { log } = opened;
    expect(await log.head()).toBe(0n);
    expect(await collect(log.readAll())).toEqual([]);
    expect(await collect(log.readStream('city-a'))).toEqual([]);
    expect(await collect(log.readStream('city-a', { backwards: true }))).toEqual([]);
  });

  const parts: readonly (readonly [Parameters<EventLog['readStream']>[1], number[]])[] = [
    [{ from: 2n }, [2, 3, 4]],
    [{ from: 4n }, [4]],
    [{ from: 5n }, []],
    [{ limit: 2 }, [0, 1]],
    [{ limit: 0 }, []],
    [{ from: 1n, limit: 2 }, [1, 2]],
    [{ backwards: true }, [4, 3, 2, 1, 0]],
    [{ backwards: true, limit: 1 }, [4]],
    [{ backwards: true, from: 2n }, [2, 1, 0]],
    [{ backwards: true, from: 0n }, [0]],
    [{ backwards: true, from: 2n, limit: 2 }, [2, 1]],
    [{ backwards: true, from: 99n, limit: 2 }, [4, 3]],
  ];
  it('reads any part of a stream, forwards and backwards', async () => {
    await using opened = await open();
    const { log } = opened;
    for (let revision = -1n; revision < 4n; revision += 1n) {
      await log.append('city-a', revision < 0n ? 'none' : revision, [anEvent()]);
      await log.append(`city-b${revision}`, 'none', [anEvent()]);
    }
    for (const [options, expected] of parts) {
      const revisions = (await collect(log.readStream('city-a', options))).map(({ revision }) =>
        Number(revision),
      );
      expect({ options, revisions }).toEqual({ options, revisions: expected });
    }
  });

  it('reads the whole log after a position, up to a limit', async () => {
    await using opened = await open();
    const { log } = opened;
    for (let index = 0; index < 5; index += 1) await log.append(`city-${index}`, 'none', someEvents(2));
    const all = await collect(log.readAll());
    expect(all).toHaveLength(10);
    expect(positions(all)).toEqual(positions(all).toSorted(ascending));
    expect(new Set(positions(all)).size).toBe(10);
    for (const [index, event] of all.entries()) {
      expect(await collect(log.readAll({ after: event.position }))).toEqual(all.slice(index + 1));
      expect(await collect(log.readAll({ after: event.position, limit: 3 }))).toEqual(
        all.slice(index + 1, index + 4),
      );
    }
    expect(await collect(log.readAll({ limit: 0 }))).toEqual([]);
  });

  it('reads a long stream and a long log completely', async () => {
    await using opened = await open();
    const { log } = opened;
    const events = someEvents(2300);
    await appendAll(log, 'city-a', events, 100);
    expect(ids(await collect(log.readAll()))).toEqual(ids(events));
    expect(ids(await collect(log.readStream('city-a')))).toEqual(ids(events));
    expect(ids(await collect(log.readStream('city-a', { backwards: true })))).toEqual(
      ids(events).toReversed(),
    );
    expect(ids(await collect(log.readAll({ limit: 1700 })))).toEqual(ids(events.slice(0, 1700)));
    expect(ids(await collect(log.readStream('city-a', { limit: 1700 })))).toEqual(ids(events.slice(0, 1700)));
  });

  it('reads the whole log up to its head at that moment', async () => {
    await using opened = await open();
    const { log } = opened;
    await appendAll(log, 'city-a', someEvents(1200), 100);
    let seen = 0;
    for await (const event of log.readAll()) {
      if (seen < 3) await log.append('city-a', event.revision + 1199n, [anEvent()]);
      seen += 1;
    }
    expect(seen).toBe(1200);
  });

  it('lets a reader stop early', async () => {
    await using opened = await open();
    const { log } = opened;
    await log.append('city-a', 'none', someEvents(5));
    for await (const event of log.readAll()) {
      expect(event.revision).toBe(0n);
      break;
    }
    expect(await log.append('city-a', 4n, [anEvent()])).toMatchObject({ revision: 5n });
  });
}

function describeSubscription(open: Open, runs: number) {
  it('delivers past events, reports that it has caught up, and continues with new ones', async () => {
    await using opened = await open();
    const { log } = opened;
    await log.append('city-a', 'none', someEvents(3));
    using abort = aborting();
    const subscription = iterate(log.subscribe({ after: 0n, signal: abort.signal }));
    expect(await take(subscription, 4)).toMatchObject([
      { revision: 0n },
      { revision: 1n },
      { revision: 2n },
      caughtUp,
    ]);
    const { position } = await log.append('city-a', 2n, [anEvent()]);
    expect(await take(subscription, 1)).toMatchObject([{ revision: 3n, position }]);
  });

  it('is caught up at once in an empty log, and at the head', async () => {
    await using opened = await open();
    const { log } = opened;
    using abort = aborting();
    const fromStart = iterate(log.subscribe({ after: 0n, signal: abort.signal }));
    expect(await take(fromStart, 1)).toEqual([caughtUp]);
    await log.append('city-a', 'none', someEvents(2));
    const fromHead = iterate(log.subscribe({ after: await log.head(), signal: abort.signal }));
    expect(await take(fromHead, 1)).toEqual([caughtUp]);
    await log.append('city-b', 'none', [anEvent()]);
    expect(await take(fromHead, 1)).toMatchObject([{ stream: 'city-b', revision: 0n }]);
    expect(await take(fromStart, 3)).toMatchObject([
      { stream: 'city-a' },
      { stream: 'city-a' },
      { stream: 'city-b' },
    ]);
  });

  it('reports each time that it has caught up', async () => {
    await using opened = await open();
    const { log } = opened;
    using abort = aborting();
    const subscription = iterate(log.subscribe({ after: 0n, signal: abort.signal }));
    expect(await take(subscription, 1)).toEqual([caughtUp]);
    for (const name of ['city-a', 'city-b']) {
      await log.append(name, 'none', someEvents(2));
      expect(await take(subscription, 3)).toMatchObject([{ stream: name }, { stream: name }, caughtUp]);
    }
  });

  it('delivers events that another opener of the store appends', async () => {
    await using opened = await open();
    const { log } = opened;
    const other = await opened.another();
    using abort = aborting();
    const subscription = iterate(log.subscribe({ after: 0n, signal: abort.signal }));
    expect(await take(subscription, 1)).toEqual([caughtUp]);
    const appended = await other.append('city-a', 'none', [anEvent()]);
    expect(await take(subscription, 1)).toMatchObject([appended]);
    expect(await collect(log.readStream('city-a'))).toMatchObject([appended]);
  });

  it('ends when aborted: before it starts, while it waits, and between two events', async () => {
    await using opened = await open();
    const { log } = opened;
    await log.append('city-a', 'none', someEvents(3));
    expect(await collect(log.subscribe({ after: 0n, signal: AbortSignal.abort() }))).toEqual([]);

    const whileWaiting = new AbortController();
    const subscription = iterate(log.subscribe({ after: await log.head(), signal: whileWaiting.signal }));
    expect(await take(subscription, 1)).toEqual([caughtUp]);
    const end = subscription.next();
    whileWaiting.abort();
    expect(await end).toMatchObject({ done: true });

    const betweenEvents = new AbortController();
    const seen: unknown[] = [];
    for await (const event of log.subscribe({ after: 0n, signal: betweenEvents.signal })) {
      seen.push(event);
      betweenEvents.abort();
    }
    expect(seen).toHaveLength(1);
  });

  it('waits for a slow consumer without losing events', async () => {
    await using opened = await open();
    const { log } = opened;
    const events = someEvents(2300);
    await appendAll(log, 'city-a', events.slice(0, 1200), 100);
    using abort = aborting();
    const subscription = iterate(log.subscribe({ after: 0n, signal: abort.signal }));
    const seen = await take(subscription, 10);
    await appendAll(log, 'city-a', events.slice(1200), 100, 1199n);
    seen.push(...(await take(subscription, 2291)));
    expect(seen.at(-1)).toBe(caughtUp);
    expect(ids(seen.filter(isEvent))).toEqual(ids(events));
  });

  it('delivers without gaps or repeats from any position, also while others append', async () => {
    const writes = fc.array(
      fc.record({
        stream: fc.nat({ max: 3 }),
        events: fc.integer({ min: 1, max: 3 }),
        turns: fc.nat({ max: 3 }),
      }),
      { minLength: 1, maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(
        writes,
        writes,
        fc.nat({ max: 100 }),
        fc.array(fc.nat({ max: 2 })),
        async (past, present, start, turns) => {
          await using opened = await open();
          const { log } = opened;
          await writeAll(log, past, 'past');
          const existing = await collect(log.readAll());
          const after = existing[Math.floor((start / 100) * existing.length) - 1]?.position ?? 0n;
          using abort = aborting();
          const reading = readUntilEnd(log, after, abort.signal, turns);
          await writeAll(log, present, 'present');
          await log.append('end', 'none', [anEvent()]);
          const seen = await reading;
          expect(seen.filter(isEvent)).toEqual(await collect(log.readAll({ after })));
          expect(seen.some((item, index) => item === caughtUp && seen[index - 1] === caughtUp)).toBe(false);
        },
      ),
      randomCases(runs),
    );
  });
}

function describeStore(open: Open) {
  it('keeps its id and its events when it is reopened', async () => {
    await using opened = await open();
    const { id } = opened.log;
    expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    await opened.log.append('city-a', 'none', someEvents(3));
    await opened.log.append('city-b', 'none', someEvents(2));
    const before = await collect(opened.log.readAll());
    const again = await opened.reopen();
    expect(again.id).toBe(id);
    expect(await collect(again.readAll())).toEqual(before);
    const { position } = await again.append('city-a', 2n, [anEvent()]);
    expect(position).toBeGreaterThan(before.at(-1)?.position ?? 0n);
  });

  it('returns unusual content unchanged', async () => {
    await using opened = await open();
    const { log } = opened;
    const names = [
      'Kraków 🌉 東京',
      'a\u0000b',
      '\ud800 alone',
      '"\\\n\r\t\u2028',
      "'; DROP TABLE event; --",
      '',
      'e\u0301',
    ];
    const events = [...names, 'x'.repeat(200_000)].map((text) => anEvent(text));
    await log.append('city-ü 1/2%', 'none', events);
    const read = await collect((await opened.reopen()).readStream('city-ü 1/2%'));
    expect(read.map(({ data }) => data)).toEqual(events.map(({ event }) => event.data));
    expect(read.map(({ metadata }) => metadata)).toEqual(events.map(({ metadata }) => metadata));
  });

  it('keeps logs of different prefixes apart', async () => {
    const streamPrefix = `${randomUUID()}-`;
    await using opened = await open({ streamPrefix });
    const mine = opened.log;
    const theirs = await opened.another({ streamPrefix: `${randomUUID()}-` });
    expect(theirs.id).toBeTruthy();
    await mine.append('city-a', 'none', someEvents(2));
    const head = await mine.head();
    const { position } = await theirs.append('city-a', 'none', [anEvent()]);
    expect(await mine.head()).toBe(head);
    expect(await theirs.head()).toBe(position);
    const error = await rejection(mine.append('city-a', 'none', [anEvent()]));
    expect(error).toMatchObject({ stream: 'city-a', actual: 1n });

    await mine.append('city-b', 'none', [anEvent()]);
    const streams = ['city-a', 'city-a', 'city-b'];
    expect((await collect(mine.readAll())).map(({ stream }) => stream)).toEqual(streams);
    expect((await collect(mine.readAll({ limit: 3 }))).map(({ stream }) => stream)).toEqual(streams);
    using abort = aborting();
    const seen = await take(iterate(mine.subscribe({ after: 0n, signal: abort.signal })), 4);
    expect(seen.map((item) => ('stream' in item ? item.stream : item.type))).toEqual([
      ...streams,
      'caught-up',
    ]);
    expect(await collect(theirs.readAll())).toMatchObject([{ stream: 'city-a', position }]);
  });
}

/** The hash of the chain as docs/how-it-works.md describes it, computed from the appended event. */
function hashAfter(before: string, stream: string, revision: number, { id, event, metadata }: NewEvent) {
  const texts = [event.type, JSON.stringify(event.data), JSON.stringify(metadata)];
  const hash = createHash('sha256');
  for (const field of [before, stream, String(revision), id, ...texts]) {
    const bytes = Buffer.from(field, 'utf8');
    hash.update(`${bytes.length}:`).update(bytes).update(',');
  }
  return hash.digest('hex');
}

function describeChain(open: Open) {
  it('adds a hash per event, over the hash before it, stream, revision, id, type, data and metadata', async () => {
    await using opened = await open();
    const { log } = opened;
    expect(await collect(log.links(chainStart))).toEqual([]);
    expect(await collect(log.hashes(chainStart))).toEqual([]);
    const [a, b, c] = [anEvent('Łódź'), anEvent('a "quoted" \u2028 name'), anEvent('x'.repeat(70_000))];
    await log.append('city-a', 'none', [a]);
    await log.append('city-b', 'none', [b]);
    await log.append('city-a', 0n, [c]);
    const links = await collect(log.links(chainStart));
    const prefix = links[0]?.stream.slice(0, -'city-a'.length) ?? '';
    const first = hashAfter('', `${prefix}city-a`, 0, a);
    const second = hashAfter(first, `${prefix}city-b`, 0, b);
    const third = hashAfter(second, `${prefix}city-a`, 1, c);
    expect(links.map(({ hash }) => hash)).toEqual([first, second, third]);
    expect(links.map(({ events }) => events)).toEqual([1, 2, 3]);
    expect(links.map(({ position }) => position)).toEqual(positions(await collect(log.readAll())));
    for (const { hash, stored } of links) expect(stored ?? hash).toBe(hash);
    expect((await collect(log.hashes(chainStart))).slice(2)).toEqual([
      { events: 3, position: await log.head(), hash: third },
    ]);
  });

  it('continues from any of its points', async () => {
    await using opened = await open();
    const { log } = opened;
    await log.append('city-a', 'none', someEvents(4));
    const links = await collect(log.links(chainStart));
    const [, second] = links;
    if (second === undefined) throw new Error('there are four');
    expect(await collect(log.links(second))).toEqual(links.slice(2));
    const end = (await collect(log.hashes(chainStart))).at(-1) ?? chainStart;
    expect(await collect(log.hashes(end))).toEqual([]);
    await log.append('city-b', 'none', someEvents(1));
    const [last] = (await collect(log.links(chainStart))).slice(-1);
    expect(await collect(log.hashes(end))).toEqual([
      { events: 5, position: last?.position, hash: last?.hash },
    ]);
  });

  it('is a single chain for all simultaneous writers', async () => {
    await using opened = await open();
    const { log } = opened;
    const logs = [log, await opened.another(), await opened.another()];
    const lists = logs.map((each, writer) =>
      Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          each.append(`city-${writer}-${index}`, 'none', someEvents(3)),
        ),
      ),
    );
    // A refused append does not change the chain.
    const refused = rejection(log.append('city-0-0', 7n, someEvents(2)));
    await Promise.all([...lists, refused]);
    let before = '';
    let count = 0;
    for await (const { hash, stored, events } of log.links(chainStart)) {
      if (stored !== undefined) expect(stored).toBe(hash);
      expect(hash).not.toBe(before);
      before = hash;
      count += 1;
      expect(events).toBe(count);
    }
    expect(count).toBe(72);
  });

  it('yields every point, from any starting point', async () => {
    await using opened = await open();
    const { log } = opened;
    await appendAll(log, 'city-a', someEvents(2100), 100);
    const links = await collect(log.links(chainStart));
    const at = (events: number) => {
      const { position, hash } = links[events - 1] ?? chainStart;
      return { events, position, hash };
    };
    const all = links.map((_, index) => at(index + 1));
    expect(await collect(log.hashes(chainStart))).toEqual(all);
    expect(await collect(log.hashes(at(1020)))).toEqual(all.slice(1020));
    expect(await collect(log.hashes(at(2100)))).toEqual([]);
  });

  it('returns the content that each hash covers, event by event', async () => {
    await using opened = await open();
    const { log } = opened;
    await log.append('city-a', 'none', [anEvent('Łódź'), anEvent('a "quoted" \u2028 name')]);
    await log.append('city-b', 'none', [anEvent('Oslo')]);
    const hashes: string[] = [];
    for await (const { hash } of log.hashes(chainStart)) {
      hashes.push(hash);
    }
    let before = chainStart.hash;
    for await (const event of log.readAll()) {
      expect(await log.eventAt(event.position)).toEqual(event);
      before = hashOf(before, log.contentOf(event));
      expect(before).toBe(hashes.shift());
    }
    expect(hashes).toEqual([]);
    expect(await log.eventAt((await log.head()) + 1n)).toBeUndefined();
  });
}

interface Write {
  readonly stream: number;
  readonly events: number;
  readonly turns: number;
}

/** One writer per stream, all at once. Before each append, a writer waits for `turns` turns of the event loop. */
async function writeAll(log: EventLog, writes: readonly Write[], prefix: string) {
  const streams = new Map<number, Write[]>();
  for (const write of writes) streams.set(write.stream, [...(streams.get(write.stream) ?? []), write]);
  const writers = [...streams].map(async ([stream, list]) => {
    let expected: ExpectedRevision = 'none';
    for (const { events, turns } of list) {
      for (let turn = 0; turn < turns; turn += 1) await nextTurn();
      expected = (await log.append(`${prefix}-${stream}`, expected, someEvents(events))).revision;
    }
  });
  await Promise.all(writers);
}

/** Everything that a subscription delivers, up to the event in the stream `end`. */
async function readUntilEnd(log: EventLog, after: bigint, signal: AbortSignal, turns: readonly number[]) {
  const seen: (RecordedEvent | typeof caughtUp)[] = [];
  for await (const item of log.subscribe({ after, signal })) {
    seen.push(item);
    if ('stream' in item && item.stream === 'end') break;
    for (let turn = turns[seen.length] ?? 0; turn > 0; turn -= 1) await nextTurn();
  }
  return seen;
}

async function appendAll(
  log: EventLog,
  stream: string,
  events: readonly NewEvent[],
  step: number,
  from?: bigint,
) {
  let expected: ExpectedRevision = from ?? 'none';
  for (let at = 0; at < events.length; at += step) {
    expected = (await log.append(stream, expected, events.slice(at, at + step))).revision;
  }
}

const metadata: EventMetadata = {
  time: '2025-06-01T12:00:00.000Z',
  actor: 'system',
  correlationId: '5f0c6f4a-5f0f-4f56-9a3f-0d6a1d6a9f10',
  causationId: 'a test',
};

export const anEvent = (name = 'Lisbon'): NewEvent => ({
  id: randomUUID(),
  event: {
    type: 'city-submitted.v1',
    data: { cityId: randomUUID(), name, country: 'Portugal', imageUrl: '/pictures/lisbon.jpg' },
  },
  metadata: { ...metadata, causationId: name },
});

export const someEvents = (count: number): NewEvent[] => Array.from({ length: count }, () => anEvent());

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

export const iterate = <T>(items: AsyncIterable<T>) => items[Symbol.asyncIterator]();

export async function take<T>(items: AsyncIterator<T>, count: number): Promise<T[]> {
  const list: T[] = [];
  while (list.length < count) {
    const next = await items.next();
    if (next.done) throw new Error(`Ended after ${list.length} of ${count}`);
    list.push(next.value);
  }
  return list;
}

/** A signal that is aborted when the test's scope ends, so that no subscription outlives it. */
export function aborting(): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  return { signal: controller.signal, [Symbol.dispose]: () => controller.abort() };
}

export const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('It was fulfilled');
    },
    (error: unknown) => error,
  );

const ids = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id);
const positions = (events: readonly RecordedEvent[]) => events.map(({ position }) => position);
const isEvent = (item: RecordedEvent | typeof caughtUp): item is RecordedEvent => 'stream' in item;
const ascending = (a: bigint, b: bigint) => (a < b ? -1 : 1);
