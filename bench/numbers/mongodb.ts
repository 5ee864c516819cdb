import { openReadStore } from '#platform/read-store/index';
import { readModels } from '#projections/read-models';

import { openTestServers } from '../../test/mongodb-server/database.ts';
import { openTcpProxy } from '../../test/tcp-proxy.ts';
import type { Bench } from '../bench.ts';
import type { Row } from '../report.ts';
import { seed } from '../seed.ts';
import { replayInto } from './replay.ts';

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
  await replayInto({ log, store }, readModels);
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
    },
  ];
}

/** What a client sent to MongoDB: how many commands of each name, and bytes. */
interface Calls {
  /** Receives what one connection sends, piece by piece. */
  listen(): (bytes: Buffer) => void;
  readonly byName: ReadonlyMap<string, number>;
  readonly bytes: number;
}

const headerSize = 16;
/** OP_MSG begins with flags, the kind of its first section, the length of the command and the type of its first field. */
const nameAt = headerSize + 4 + 1 + 4 + 1;
const opMsg = 2013;

function countCalls(): Calls {
  const byName = new Map<string, number>();
  let bytes = 0;
  return {
    byName,
    get bytes() {
      return bytes;
    },
    listen() {
      let left: Buffer = Buffer.alloc(0);
      return (more) => {
        bytes += more.length;
        left = Buffer.concat([left, more]);
        while (left.length >= headerSize && left.length >= left.readInt32LE(0)) {
          const message = left.subarray(0, left.readInt32LE(0));
          left = left.subarray(message.length);
          if (message.readInt32LE(12) !== opMsg) continue;
          const name = message.toString('latin1', nameAt, message.indexOf(0, nameAt));
          byName.set(name, (byName.get(name) ?? 0) + 1);
        }
      };
    },
  };
}
