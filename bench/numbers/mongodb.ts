import { setTimeout as delay } from 'node:timers/promises';

import * as z from 'zod/mini';

import { openReadStore } from '#platform/read-store/index';
import { readModels } from '#projections/read-models';

import { openTestServers } from '../../test/mongodb-server/database.ts';
import { openTcpProxy } from '../../test/tcp-proxy.ts';
import type { Bench } from '../bench.ts';
import { cpuOf } from '../child.ts';
import { asAdministrator, asNewcomer, type Call, createCaller, succeed } from '../caller.ts';
import { ms, type Row } from '../report.ts';
import { seed, type World } from '../fill.ts';
import { startServer } from '../server.ts';
import { replayInto } from './replay.ts';

/** Commands that are not part of the work: the driver sends them to keep its connections alive. */
const besides = ['hello', 'ping', 'endSessions', 'isMaster'];

/** How often each action of the server is repeated. */
const times = 50;

/**
 * What a replay, a create, an approval and pages request from MongoDB, which is the same for a stand-in as for a real
 * server.
 */
export async function mongodb(bench: Bench): Promise<Row[]> {
  const dataDir = await bench.folder('mongodb');
  const { openLog } = bench.servers.embedded;
  const world = await seed({ dataDir, cities: 10, locations: 1000, openLog, say: bench.say });
  await using servers = await openTestServers({ replicaSet: true });
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

  const rows: Row[] = [];
  const count = async (
    what: string,
    many: number,
    work: () => Promise<void>,
    pid?: number,
  ): Promise<void> => {
    bench.say(`mongodb: ${what}`);
    const started = pid && (await cpuOf(pid));
    const before = { bytes: calls.bytes, names: new Map(calls.byName), received: proxy.received() };
    await work();
    const cpu = pid && started ? `, ${ms(((await cpuOf(pid)) - started) / many)} CPU` : '';
    const made = [...calls.byName]
      .map(([name, all]) => ({ name, each: (all - (before.names.get(name) ?? 0)) / many }))
      .filter(({ name, each }) => each > 0 && !besides.includes(name))
      .sort((one, other) => other.each - one.each);
    const total = made.reduce((sum, { each }) => sum + each, 0);
    const kilobytes = (bytes: number) => `${(bytes / many / 1000).toFixed(1)} kB`;
    rows.push({
      number: `${what}, on MongoDB`,
      ours: `${total.toFixed(1)} calls, ${kilobytes(calls.bytes - before.bytes)} sent, ${kilobytes(proxy.received() - before.received)} received${cpu}`,
      floor: made.map(({ name, each }) => `${name} ${each.toFixed(1)}`).join(', '),
    });
  };

  {
    await using log = await openLog(dataDir);
    await using store = await openReadStore({ url: url.href, path: '', warn: bench.say });
    await count('a replay of 1,000 events', world.events / 1000, () =>
      replayInto({ log, store }, readModels),
    );
  }
  await using server = await startServer(dataDir, { MONGODB_URL: url.href }, bench.say);
  await actions(server.origin, world, (what, many, work) => count(what, many, work, server.pid));
  return rows;
}

type Count = (what: string, many: number, work: () => Promise<void>) => Promise<void>;

/** Counts the server's requests in a second without work, for each create and approval, and for each page. */
async function actions(origin: string, { cityIds }: World, count: Count): Promise<void> {
  const admin = await asAdministrator(origin);
  const person = await asNewcomer(origin);
  using call = createCaller(origin);
  const ids: string[] = [];
  const repeat = async (act: (number: number) => Promise<unknown>): Promise<void> => {
    for (let number = 0; number < times; number += 1) await act(number);
    // No response waited for all read models.
    while (!(await isCaughtUp(call))) await delay(2);
  };
  await count('a second without work', 3, () => delay(3000));
  await count('a create', times, () =>
    repeat(async (number) => {
      const cityId = cityIds[number % cityIds.length];
      const body = { name: `Waiting ${number}`, description: 'Waits.', cityId, category: 'nature' };
      const { text } = await succeed(call('/api/locations', { method: 'POST', headers: person, body }));
      ids.push(Created.parse(JSON.parse(text)).id);
    }),
  );
  await count('an approval', times, () =>
    repeat((number) =>
      succeed(
        call(`/api/admin/locations/${ids[number]}/approve`, { method: 'POST', headers: admin, body: {} }),
      ),
    ),
  );
  const open = (number: number) =>
    succeed(call(`/location/${ids[number]}`, { headers: { Accept: 'text/html' } }));
  await count('a page that nobody asked for before', times, () => repeat(open));
  await count('that page again', times, () => repeat(open));
}

const Created = z.object({ id: z.string() });

const Report = z.object({ readModels: z.array(z.object({ lag: z.string() })) });

/** Whether every read model has reached the end of the log: a server that is ready may lag behind it. */
async function isCaughtUp(call: Call): Promise<boolean> {
  const { readModels: models } = Report.parse(JSON.parse((await succeed(call('/readyz'))).text));
  return models.every(({ lag }) => lag === '0');
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
