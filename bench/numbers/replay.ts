import path from 'node:path';

import { parseEvent } from '#contracts/events/index';
import { openEventLog, type EventLog } from '#command-service/event-log/index';
import { readModels } from '#projections/read-models/all';
import { openReadStore } from '#projections/read-store/index';
import { createProjections } from '#projections/runner';

import type { Bench } from '../bench.ts';
import { perSecond, ratio, type Row } from '../report.ts';
import { median, medianRatio } from '../statistics.ts';

/** The whole log into fresh read models, beside reading the log alone. */
export async function replay(bench: Bench): Promise<Row[]> {
  const { dataDir, events } = await bench.world();
  await using log = await openEventLog({ path: path.join(dataDir, 'events.db'), streamPrefix: '' });
  const all = readModels.filter(({ declaration }) => declaration.name !== 'search');
  const search = readModels.filter(({ declaration }) => declaration.name === 'search');
  const rates = { floor: [] as number[], all: [] as number[], search: [] as number[] };
  for (let round = 0; round < bench.options.rounds; round += 1) {
    bench.say(`replay of ${events} events: round ${round + 1} of ${bench.options.rounds}`);
    rates.floor.push(events / (await timed(() => readThrough(log))));
    rates.all.push(events / (await timed(async () => replayInto(log, all, await bench.folder('replay')))));
    rates.search.push(
      events / (await timed(async () => replayInto(log, search, await bench.folder('replay')))),
    );
  }
  const row = (number: string, ours: readonly number[], design: string): Row => ({
    number,
    ours: perSecond(median(ours), ' events'),
    floor: `${perSecond(median(rates.floor))} read and parsed`,
    ratio: ratio(medianRatio(ours, rates.floor)),
    design,
  });
  return [
    row('replay, all but search', rates.all, '50,000/s'),
    row('replay, search', rates.search, 'its own'),
  ];
}

/** Seconds. */
async function timed(action: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await action();
  return (performance.now() - started) / 1000;
}

async function readThrough(log: EventLog): Promise<void> {
  for await (const event of log.readAll()) parseEvent(event);
}

async function replayInto(log: EventLog, models: typeof readModels, folder: string): Promise<void> {
  const file = path.join(folder, 'read-models.db');
  await using store = await openReadStore({ path: file, warn: complain });
  const logger = { info: () => undefined, warn: complainOf, error: complainOf };
  await using projections = await createProjections({ log, store, models, logger });
  await projections.processAll();
}

const complain = (message: string): void => void process.stderr.write(`${message}\n`);
const complainOf = (fields: object, message: string): void =>
  complain(`${message} ${JSON.stringify(fields)}`);
