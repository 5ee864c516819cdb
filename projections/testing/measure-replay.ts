import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

import { openEventLog, type EventLog } from '#command-service/event-log/index';

import type { ReadModel } from '../read-models/rule.ts';
import { openReadStore } from '../read-store/index.ts';
import { fill, openReplays } from '../replay.ts';
import { idOf, streamOfEvent } from './events.ts';
import { mixedEvents } from './mixed-events.ts';
import { metadataAt } from './world.ts';

export interface ReplayMeasurement {
  readonly models: readonly string[];
  readonly events: number;
  readonly seconds: number;
  readonly eventsPerSecond: number;
  /** Of this process: says more than the clock on a machine that others use too. */
  readonly cpuSeconds: number;
}

const together = 2000; // appends under way at once: the log commits them with few fsyncs

/** Fills an empty log with about so many mixed events and returns how many they are. */
export async function fillLog(log: EventLog, count: number): Promise<number> {
  const revisions = new Map<string, bigint>();
  let told = 0;
  let underWay: Promise<unknown>[] = [];
  for (const { events, actor } of mixedEvents(count)) {
    const [first] = events;
    if (first === undefined) continue;
    const stream = streamOfEvent(first);
    const revision = revisions.get(stream);
    revisions.set(stream, (revision ?? -1n) + BigInt(events.length));
    const from = told;
    const news = events.map((event, index) => ({
      id: idOf(`event ${from + index}`),
      event,
      metadata: { ...metadataAt(from + index), actor },
    }));
    told += events.length;
    underWay.push(log.append(stream, revision ?? 'none', news));
    if (underWay.length >= together) {
      await Promise.all(underWay);
      underWay = [];
    }
  }
  await Promise.all(underWay);
  return told;
}

/** Replays the whole log into fresh copies of the models, in a read store of its own in the folder. */
export async function measureReplay(
  log: EventLog,
  models: readonly ReadModel[],
  folder: string,
): Promise<ReplayMeasurement> {
  const names = models.map(({ declaration }) => declaration.name);
  await using store = await openReadStore({
    path: join(folder, `replay-${names.join('-')}.db`),
    warn: () => undefined,
  });
  await using opened = await openReplays(models, { log, store });
  const began = performance.now();
  const cpu = process.cpuUsage();
  const events = await fill({ log, replays: opened.replays });
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return {
    models: names,
    events,
    seconds,
    eventsPerSecond: events / seconds,
    cpuSeconds: (user + system) / 1e6,
  };
}

/** A log of about so many mixed events in the folder, and how fast the models are replayed from it, one set at a time. */
export async function measureReplays(
  folder: string,
  count: number,
  sets: ReadonlyArray<readonly ReadModel[]>,
): Promise<ReplayMeasurement[]> {
  await using log = await openEventLog({ path: join(folder, 'events.db'), streamPrefix: '' });
  if ((await log.head()) === 0n) await fillLog(log, count);
  const measured: ReplayMeasurement[] = [];
  for (const models of sets) measured.push(await measureReplay(log, models, folder));
  return measured;
}
