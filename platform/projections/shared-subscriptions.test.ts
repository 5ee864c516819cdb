import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { parseEvent } from '#contracts/events';
import type { RecordedEvent } from '#contracts/shared/recorded-event';
import { type EventLog, caughtUp, type CaughtUp } from '#platform/event-log/index';
import { createSharedSubscriptions, type Subscriber, inBatches } from './shared-subscriptions.ts';
import { city } from '#projections/testing/events';
import { createWorld, type World } from '#projections/testing/world';
import { recorded } from '#projections/testing/given';

interface Watched extends Subscriber {
  readonly seen: bigint[];
  /** Fulfilled when the position was reached and `caughtUp` was called. */
  reached(position: bigint): Promise<void>;
}

function createSubscriber(
  from = 0n,
  onApply: (events: readonly RecordedEvent[]) => void = () => undefined,
): Watched {
  const seen: bigint[] = [];
  let position = from;
  let tell: () => void = () => undefined;
  return {
    seen,
    position: () => position,
    async apply(events) {
      onApply(events);
      seen.push(...events.map((event) => event.position));
      position = events.at(-1)?.position ?? position;
    },
    caughtUp: async () => tell(),
    reached: async (target) => {
      while (position < target) await new Promise<void>((resolve) => (tell = resolve));
    },
  };
}

/** The log, with the number of its open subscriptions. */
function counting(log: EventLog) {
  const readings = { open: 0, most: 0 };
  const counted: EventLog = {
    ...log,
    async *subscribe(options) {
      readings.open += 1;
      readings.most = Math.max(readings.most, readings.open);
      try {
        yield* log.subscribe(options);
      } finally {
        readings.open -= 1;
      }
    },
  };
  return { log: counted, readings };
}

const subscriptionsTo = (log: EventLog, batchSize: number, signal = new AbortController().signal) =>
  createSharedSubscriptions({ log, parse: parseEvent, batchSize, signal });

const submit = (world: World, ...names: string[]) =>
  world.append(...names.map((name) => city.submitted(name)));

test('subscribers at the same position share one subscription', async () => {
  await using world = await createWorld();
  await submit(world, 'a', 'b', 'c');
  const { log, readings } = counting(world.log);
  const over = new AbortController();
  const subscriptions = subscriptionsTo(log, 2, over.signal);
  const [one, other] = [createSubscriber(), createSubscriber()];
  const following = [subscriptions.subscribe(one), subscriptions.subscribe(other)];
  await Promise.all([one.reached(3n), other.reached(3n)]);
  expect(readings.most).toBe(1);
  expect([one.seen, other.seen]).toEqual([
    [1n, 2n, 3n],
    [1n, 2n, 3n],
  ]);
  over.abort();
  await Promise.all(following);
  expect(subscriptions.count()).toBe(0);
});

test('subscribers apply a batch in the order of their priority, however long each of them takes', async () => {
  await using world = await createWorld();
  await submit(world, 'a', 'b', 'c');
  const over = new AbortController();
  const subscriptions = subscriptionsTo(world.log, 2, over.signal);
  const applied: string[] = [];
  const named = (name: string, turns: number, place?: Subscriber['priority']) => {
    const subscriber = createSubscriber();
    const apply = async (events: readonly RecordedEvent[]) => {
      for (let passed = 0; passed < turns; passed += 1) await turn();
      applied.push(name);
      await subscriber.apply(events);
    };
    return { ...subscriber, priority: place, apply };
  };
  const all = [named('last', 0, 'last'), named('other', 1), named('first', 5, 'first'), named('another', 2)];
  const following = all.map((subscriber) => subscriptions.subscribe(subscriber));
  await Promise.all(all.map((subscriber) => subscriber.reached(3n)));
  const batch = ['first', 'other', 'another', 'last'];
  expect(applied).toEqual([...batch, ...batch]);
  over.abort();
  await Promise.all(following);
});

test('a late subscriber catches up alone and then joins the others', async () => {
  await using world = await createWorld();
  await submit(world, 'a', 'b', 'c');
  const { log, readings } = counting(world.log);
  const over = new AbortController();
  const subscriptions = subscriptionsTo(log, 1, over.signal);
  const [early, late] = [createSubscriber(2n), createSubscriber()];
  const following = [subscriptions.subscribe(early)];
  await early.reached(3n);
  following.push(subscriptions.subscribe(late));
  await late.reached(3n);
  await submit(world, 'd');
  await Promise.all([early.reached(4n), late.reached(4n)]);
  await submit(world, 'e');
  await Promise.all([early.reached(5n), late.reached(5n)]);
  expect(subscriptions.count()).toBe(1);
  expect(readings.most).toBe(2);
  expect(early.seen).toEqual([3n, 4n, 5n]);
  expect(late.seen).toEqual([1n, 2n, 3n, 4n, 5n]);
  over.abort();
  await Promise.all(following);
});

function createGate() {
  let open: () => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const opened = new Promise<void>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { opened, open, fail };
}

test('a subscriber that is slow with a batch delays no others, misses nothing, and joins them again', async () => {
  await using world = await createWorld();
  await submit(world, 'a');
  const { log, readings } = counting(world.log);
  const over = new AbortController();
  const subscriptions = subscriptionsTo(log, 1, over.signal);
  const slow = createSubscriber();
  const goOn = createGate();
  const held: Subscriber = {
    ...slow,
    priority: 'first',
    async apply(events) {
      if (events[0]?.position === 2n) await goOn.opened;
      await slow.apply(events);
    },
  };
  const quick = createSubscriber();
  const following = [held, quick].map((each) => subscriptions.subscribe(each));
  await Promise.all([slow.reached(1n), quick.reached(1n)]);
  await submit(world, 'b');
  await quick.reached(2n);
  await submit(world, 'c');
  await quick.reached(3n);
  expect(slow.seen).toEqual([1n]);
  goOn.open();
  await slow.reached(3n);
  await submit(world, 'd');
  await Promise.all([slow.reached(4n), quick.reached(4n)]);
  while (readings.open > 1) await turn();
  expect(subscriptions.count()).toBe(1);
  expect(slow.seen).toEqual([1n, 2n, 3n, 4n]);
  expect(quick.seen).toEqual([1n, 2n, 3n, 4n]);
  over.abort();
  await Promise.all(following);
});

test('a slow subscriber can be stopped, or fail, after the batch that it applies', async () => {
  await using world = await createWorld();
  await submit(world, 'a');
  const over = new AbortController();
  const subscriptions = subscriptionsTo(world.log, 1, over.signal);
  const held = (ends: Promise<void>) => {
    const subscriber = createSubscriber();
    const apply = async (events: readonly RecordedEvent[]) => {
      if (events[0]?.position === 2n) await ends;
      await subscriber.apply(events);
    };
    return { ...subscriber, apply };
  };
  const [first, second] = [createGate(), createGate()];
  const [stopping, failing, quick] = [held(first.opened), held(second.opened), createSubscriber()];
  const stop = new AbortController();
  const stopped = subscriptions.subscribe(stopping, stop.signal);
  const failed = expect(subscriptions.subscribe(failing)).rejects.toThrow('too much');
  const following = subscriptions.subscribe(quick);
  await Promise.all([stopping, failing, quick].map((each) => each.reached(1n)));
  await submit(world, 'b', 'c');
  await quick.reached(3n);
  stop.abort();
  first.open();
  second.fail(new Error('too much'));
  await Promise.all([stopped, failed]);
  expect([stopping.seen, failing.seen]).toEqual([[1n, 2n], [1n]]);
  over.abort();
  await following;
  expect(subscriptions.count()).toBe(0);
});

test('a subscriber that fails is removed with its error; the others continue', async () => {
  await using world = await createWorld();
  await submit(world, 'a', 'b');
  const over = new AbortController();
  const subscriptions = subscriptionsTo(world.log, 1, over.signal);
  const weak = createSubscriber(0n, ([event]) => {
    if (event?.position === 2n) throw new Error('too much');
  });
  const strong = createSubscriber();
  const failing = subscriptions.subscribe(weak);
  const following = subscriptions.subscribe(strong);
  await expect(failing).rejects.toThrow('too much');
  await submit(world, 'c');
  await strong.reached(3n);
  expect([weak.seen, strong.seen]).toEqual([[1n], [1n, 2n, 3n]]);
  over.abort();
  await following;
});

test('a stopped subscriber leaves after its batch; the others continue, and the last one closes it', async () => {
  await using world = await createWorld();
  await submit(world, 'a', 'b');
  const { log, readings } = counting(world.log);
  const subscriptions = subscriptionsTo(log, 1);
  const [stop, end] = [new AbortController(), new AbortController()];
  const leaving = createSubscriber(0n, () => stop.abort());
  const staying = createSubscriber();
  const left = subscriptions.subscribe(leaving, stop.signal);
  const stayed = subscriptions.subscribe(staying, end.signal);
  await left;
  await submit(world, 'c');
  await staying.reached(3n);
  expect([leaving.seen, staying.seen]).toEqual([[1n], [1n, 2n, 3n]]);
  end.abort();
  await stayed;
  while (subscriptions.count() > 0 || readings.open > 0) await turn();
  await subscriptions.subscribe(leaving, stop.signal);
  expect(leaving.seen).toEqual([1n]);
});

test('an error of the log reaches every subscriber', async () => {
  await using world = await createWorld();
  const log: EventLog = {
    ...world.log,
    subscribe: () => {
      throw new Error('no log');
    },
  };
  const subscriptions = subscriptionsTo(log, 1);
  await Promise.all(
    [createSubscriber(), createSubscriber()].map((each) =>
      expect(subscriptions.subscribe(each)).rejects.toThrow('no log'),
    ),
  );
});

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

test('batches are full until the subscription has caught up, then contain the events that have arrived', async () => {
  const items = [...events.slice(0, 25), caughtUp, ...events.slice(25, 27), caughtUp];
  expect(await sizesOf(items, 10)).toEqual([
    [10, false],
    [10, false],
    [5, true],
    [2, true],
  ]);
});

test('an empty log gives one empty batch at its head', async () => {
  expect(await sizesOf([caughtUp], 10)).toEqual([[0, true]]);
});

test('no event is lost or repeated, however the events are split on arrival', async () => {
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
