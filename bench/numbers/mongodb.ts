import { parseEvent } from '#contracts/events';
import { readModels } from '#projections/read-models';
import { fillAndSwap, openReplays } from '#platform/projections/replay';
import { openReadStore, type ReadStore } from '#platform/read-store/index';
import type { EventLog } from '#platform/event-log/index';

import { openTcpProxy } from '../../test/tcp-proxy.ts';
import { openTestServers } from '../../test/mongodb-server/database.ts';
import type { Bench } from '../bench.ts';
import { countCalls } from '../mongodb-calls.ts';
import type { Row } from '../report.ts';
import { seed } from '../seed.ts';

/** Commands that are not part of the work, because the driver sends them to keep its connections alive. */
const besides = ['hello', 'ping', 'endSessions', 'isMaster'];

/** What a replay into MongoDB requests of it, which is the same for a stand-in as for a real server. */
export async function mongodb(bench: Bench): Promise<Row[]> {
  const dataDir = await bench.folder('mongodb');
  const { openLog } = bench.servers.embedded;
  const { events } = await seed({ dataDir, cities: 10, locations: 1000, openLog, say: bench.say });
  await using servers = await openTestServers();
  await using database = await servers.fresh();
  const url = new URL(database.url);
  const calls = countCalls();
  await using proxy = await openTcpProxy({
    host: url.hostname,
    port: Number(url.port),
    listen: () => calls.listen(),
  });
  url.host = `127.0.0.1:${proxy.port}`;
  url.searchParams.set('directConnection', 'true');
  url.searchParams.delete('replicaSet');
  await using log = await openLog(dataDir);
  const warn = bench.say;
  await using store = await openReadStore({ url: url.href, path: '', warn });
  bench.say(`mongodb: replay of ${events} events`);
  const before = { bytes: calls.bytes, names: new Map(calls.byName), received: proxy.received() };
  await replayAll(log, store);
  const made = [...calls.byName]
    .map(([name, count]) => ({ name, count: count - (before.names.get(name) ?? 0) }))
    .filter(({ name, count }) => count > 0 && !besides.includes(name))
    .sort((one, other) => other.count - one.count);
  const each = (count: number) => ((count * 1000) / events).toFixed(1);
  const kilobytes = (bytes: number) => `${Math.round(bytes / events)} kB`;
  return [
    {
      number: 'replay into MongoDB, for 1,000 events',
      ours: `${each(made.reduce((sum, { count }) => sum + count, 0))} calls, ${kilobytes(calls.bytes - before.bytes)} sent, ${kilobytes(proxy.received() - before.received)} received`,
      floor: made.map(({ name, count }) => `${name} ${each(count)}`).join(', '),
      ratio: '',
      design: '',
    },
  ];
}

async function replayAll(log: EventLog, store: ReadStore): Promise<void> {
  await using opened = await openReplays(readModels, { log, store });
  await fillAndSwap({ log, parse: parseEvent, store, replays: opened.replays });
}
