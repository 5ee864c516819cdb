import { setImmediate as turn } from 'node:timers/promises';

import { expect, test } from 'vitest';

import type { Recorded } from '#contracts/events/index';
import type { EventLog } from '#command-service/event-log/index';

import { createLanes, type Follower } from './lanes.ts';
import { city } from './testing/events.ts';
import { createWorld, type World } from './testing/world.ts';

interface Watched extends Follower {
  readonly seen: bigint[];
  /** Fulfilled when it has seen the position and, live, been told that this was all. */
  reached(position: bigint): Promise<void>;
}

function createFollower(
  from = 0n,
  onApply: (events: readonly Recorded[]) => void = () => undefined,
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

/** The log, and how often it is being read at this moment. */
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

const submit = (world: World, ...names: string[]) =>
  world.happened(...names.map((name) => city.submitted(name)));

test('those who stand at one place share one reading of the log', async () => {
  await using world = await createWorld();
  await submit(world, 'a', 'b', 'c');
  const { log, readings } = counting(world.log);
  const over = new AbortController();
  const lanes = createLanes({ log, batchSize: 2, signal: over.signal });
  const [one, other] = [createFollower(), createFollower()];
  const following = [lanes.follow(one), lanes.follow(other)];
  await Promise.all([one.reached(3n), other.reached(3n)]);
  expect(readings.most).toBe(1);
  expect([one.seen, other.seen]).toEqual([
    [1n, 2n, 3n],
    [1n, 2n, 3n],
  ]);
  over.abort();
  await Promise.all(following);
  expect(lanes.count()).toBe(0);
});

test('one who comes late catches up alone and then joins the others', async () => {
  await using world = await createWorld();
  await submit(world, 'a', 'b', 'c');
  const { log, readings } = counting(world.log);
  const over = new AbortController();
  const lanes = createLanes({ log, batchSize: 1, signal: over.signal });
  const [early, late] = [createFollower(2n), createFollower()];
  const following = [lanes.follow(early)];
  await early.reached(3n);
  following.push(lanes.follow(late));
  await late.reached(3n);
  await submit(world, 'd');
  await Promise.all([early.reached(4n), late.reached(4n)]);
  await submit(world, 'e');
  await Promise.all([early.reached(5n), late.reached(5n)]);
  expect(lanes.count()).toBe(1);
  expect(readings.most).toBe(2);
  expect(early.seen).toEqual([3n, 4n, 5n]);
  expect(late.seen).toEqual([1n, 2n, 3n, 4n, 5n]);
  over.abort();
  await Promise.all(following);
});

test('who fails gets off with the error; the others ride on', async () => {
  await using world = await createWorld();
  await submit(world, 'a', 'b');
  const over = new AbortController();
  const lanes = createLanes({ log: world.log, batchSize: 1, signal: over.signal });
  const weak = createFollower(0n, ([event]) => {
    if (event?.position === 2n) throw new Error('too much');
  });
  const strong = createFollower();
  const failing = lanes.follow(weak);
  const following = lanes.follow(strong);
  await expect(failing).rejects.toThrow('too much');
  await submit(world, 'c');
  await strong.reached(3n);
  expect([weak.seen, strong.seen]).toEqual([[1n], [1n, 2n, 3n]]);
  over.abort();
  await following;
});

test('one that is told to stop gets off after the batch in hand; the others ride on, the last one ends the reading', async () => {
  await using world = await createWorld();
  await submit(world, 'a', 'b');
  const { log, readings } = counting(world.log);
  const lanes = createLanes({ log, batchSize: 1, signal: new AbortController().signal });
  const [stop, end] = [new AbortController(), new AbortController()];
  const leaving = createFollower(0n, () => stop.abort());
  const staying = createFollower();
  const left = lanes.follow(leaving, stop.signal);
  const stayed = lanes.follow(staying, end.signal);
  await left;
  await submit(world, 'c');
  await staying.reached(3n);
  expect([leaving.seen, staying.seen]).toEqual([[1n], [1n, 2n, 3n]]);
  end.abort();
  await stayed;
  while (lanes.count() > 0 || readings.open > 0) await turn();
  await lanes.follow(leaving, stop.signal);
  expect(leaving.seen).toEqual([1n]);
});

test('an error of the log reaches every follower', async () => {
  await using world = await createWorld();
  const log: EventLog = {
    ...world.log,
    subscribe: () => {
      throw new Error('no log');
    },
  };
  const lanes = createLanes({ log, batchSize: 1, signal: new AbortController().signal });
  await Promise.all(
    [createFollower(), createFollower()].map((each) => expect(lanes.follow(each)).rejects.toThrow('no log')),
  );
});
