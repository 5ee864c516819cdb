import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { BroadcastChannel, Worker } from 'node:worker_threads';

import { expect, test } from 'vitest';

import {
  startProjectionsThread,
  startThread,
  type RunningProjections,
} from '#apps/all-in-one/projections-thread';
import type { ThreadSettings } from '#apps/all-in-one/thread-messages';
import { places } from '#contracts/read-models';
import { writerLease } from '#platform/projections/leases';
import { readModels } from '#projections/read-models';

import { city, idOf } from '../../projections/testing/events.ts';
import { createWorld, type World } from '../../projections/testing/world.ts';
import { patience } from '../harness/patience.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const built = path.resolve(root, process.env['LIGHTFALL_DIST'] ?? 'dist', 'projector.js');
if (!existsSync(built)) throw new Error(`${built} is not there: npm run build makes it`);
const startBuilt = startThread(pathToFileURL(built));

interface Started {
  readonly projections: RunningProjections & AsyncDisposable;
  readonly threads: Worker[];
  /** The messages logged at level error. */
  readonly errors: string[];
}

function startOn(world: World, start: (settings: ThreadSettings, number: number) => Worker): Started {
  const threads: Worker[] = [];
  const errors: string[] = [];
  const logger = {
    info: () => undefined,
    warn: () => undefined,
    error: (_fields: object, message: string) => void errors.push(message),
  };
  const projections = startProjectionsThread({
    config: { dataDir: world.folder, streamPrefix: '' },
    logger,
    onDamage: () => errors.push('damaged'),
    start(settings) {
      const thread = start(settings, threads.length + 1);
      threads.push(thread);
      return thread;
    },
  });
  return { projections, threads, errors };
}

/** Starts the built thread so that it dies when it gets a message, with everything still open. */
const startMortal = (workerData: ThreadSettings): Worker =>
  new Worker(
    `const { BroadcastChannel } = require('node:worker_threads');
     new BroadcastChannel('end of the thread').onmessage = () => { throw new Error('told to'); };
     import(${JSON.stringify(pathToFileURL(built).href)});`,
    { eval: true, workerData },
  );

const dying = () => new Worker('throw new Error("no more")', { eval: true });

test('the thread writes the read models, reports progress, and releases everything when it is closed', async () => {
  await using world = await createWorld();
  const reader = await world.store.reader(places);
  const changes = world.store.changes(places, AbortSignal.timeout(patience))[Symbol.asyncIterator]();
  const { projections, threads, errors } = startOn(world, startBuilt);
  await world.append(city.submitted(idOf('lisbon')));
  await projections.caughtUp(await world.log.head());
  expect(await reader.count('cities', {})).toBe(1);
  expect((await changes.next()).value).toMatchObject({ model: 'places' });
  expect(projections.status()).toHaveLength(readModels.length);
  expect(await world.store.isLeased(writerLease(places))).toBe(true);
  const [thread] = threads;
  const ended = thread && once(thread, 'exit');
  await projections[Symbol.asyncDispose]();
  expect(await ended).toEqual([0]);
  expect(await world.store.isLeased(writerLease(places))).toBe(false);
  expect(errors).toEqual([]);
  await expect(projections.caughtUp(999n)).rejects.toThrow('The projections are closed');
});

test('a thread that dies is replaced, and waiting callers get the read models from the next one', async () => {
  await using world = await createWorld();
  await world.append(city.submitted(idOf('lisbon')));
  const { projections, threads, errors } = startOn(world, (settings, number) =>
    number === 1 ? dying() : number === 2 ? startMortal(settings) : startBuilt(settings),
  );
  await using _ = projections;
  await projections.caughtUp(await world.log.head());
  expect(threads).toHaveLength(2);
  expect(errors).toEqual(['the projections thread has died']);
  // A thread that dies with everything open leaves its leases free for the next one.
  const channel = new BroadcastChannel('end of the thread');
  channel.postMessage(null);
  await world.append(city.submitted(idOf('porto')));
  await projections.caughtUp(await world.log.head());
  await expect.poll(() => threads.length).toBe(3);
  await projections.caughtUp(await world.log.head());
  expect(await (await world.store.reader(places)).count('cities', {})).toBe(2);
  channel.close();
});

test('if every thread dies, the read models stop and report why', async () => {
  await using world = await createWorld();
  const { projections, threads } = startOn(world, dying);
  await using _ = projections;
  const why = /stopped at an event, since its thread has died again and again: no more/;
  await expect(projections.caughtUp(1n)).rejects.toThrow(why);
  await expect(projections.caughtUp(1n)).rejects.toThrow(why);
  expect(threads).toHaveLength(5);
  expect(new Set(projections.status().map(({ state }) => state))).toEqual(new Set(['stopped']));
});

test('an unknown event stops the models and is named', async () => {
  await using world = await createWorld();
  const { projections, errors } = startOn(world, startBuilt);
  await using _ = projections;
  // The cast: a later release may write such an event.
  const [id] = await world.append({ ...city.submitted(idOf('lisbon')), type: 'city-painted.v9' } as never);
  await expect(projections.caughtUp(await world.log.head())).rejects.toThrow(/Read model \w+ has stopped/);
  await expect
    .poll(() => projections.status().map(({ state }) => state))
    .toEqual(Array(readModels.length).fill('stopped'));
  expect(projections.status()[0]?.stoppedAt).toContain(`event ${id} at position 1`);
  expect(errors).toEqual(Array(readModels.length).fill('read model stopped'));
});
