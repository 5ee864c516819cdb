import { parseEvent } from '#contracts/events';
import type { EventLog } from '#platform/event-log/index';
import { readModels } from '#projections/read-models';
import type { ReadStore } from '#platform/read-store/index';
import { fillAndSwap, openReplays, type FillProgress } from '#platform/projections/replay';

import type { Bench } from '../bench.ts';
import { perSecond, ratio, type Row } from '../report.ts';
import { seed, type World } from '../fill.ts';
import type { Pair } from '../servers.ts';
import { median, medianRatio } from '../times.ts';

/** Replays the whole log into new read models, compared with only reading the log. */
export async function replay(bench: Bench): Promise<Row[]> {
  const { embedded, configured } = bench.servers;
  const rows = await replayOf(bench, embedded, await bench.world());
  if (configured === undefined) return rows;
  const { cities, 'server-locations': locations } = bench.options;
  const dataDir = await bench.folder('server-world');
  const world = await seed({ cities, locations, dataDir, openLog: configured.openLog, say: bench.say });
  return [...rows, ...(await replayOf(bench, configured, world))];
}

async function replayOf(bench: Bench, pair: Pair, { dataDir, events }: World): Promise<Row[]> {
  await using log = await pair.openLog(dataDir);
  const all = readModels.filter(({ declaration }) => declaration.name !== 'search');
  const search = readModels.filter(({ declaration }) => declaration.name === 'search');
  const into = async (models: typeof readModels) => {
    await using store = await pair.openReadStore(await bench.folder('replay'));
    return events / (await timed(() => replayInto({ log, store }, models)));
  };
  const rates = { floor: [] as number[], all: [] as number[], search: [] as number[] };
  for (let round = 0; round < bench.options.rounds; round += 1) {
    bench.say(`replay of ${events} events, ${pair.log}: round ${round + 1} of ${bench.options.rounds}`);
    rates.floor.push(events / (await timed(() => readThrough(log))));
    rates.all.push(await into(all));
    rates.search.push(await into(search));
  }
  const isEmbedded = pair === bench.servers.embedded;
  const from = isEmbedded ? '' : ` from ${pair.log} into ${pair.readStore}`;
  const row = (number: string, ours: readonly number[], design: string): Row => ({
    number,
    ours: perSecond(median(ours), ' events'),
    floor: `${perSecond(median(rates.floor))} read and parsed`,
    ratio: ratio(medianRatio(ours, rates.floor)),
    design,
  });
  return [
    row(`replay, all but search${from}`, rates.all, isEmbedded ? '50,000/s' : ''),
    row(`replay, search${from}`, rates.search, isEmbedded ? 'its own' : ''),
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

/** Fills the read models as `npm run replay` does, which is several times faster than the first start of a server. */
export async function replayInto(
  stores: { readonly log: EventLog; readonly store: ReadStore },
  models: typeof readModels,
  onProgress?: (progress: FillProgress) => void,
): Promise<void> {
  await using opened = await openReplays(models, stores);
  const { replays } = opened;
  await fillAndSwap({ ...stores, parse: parseEvent, replays, ...(onProgress && { onProgress }) });
}
