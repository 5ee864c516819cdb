import { setTimeout as delay } from 'node:timers/promises';

import { openEventLog } from '#platform/event-log/index';

import { seed } from '../../bench/fill.ts';
import { createDataFolder } from '../harness/data-folder.ts';
import { startProcess, type ServerProcess } from '../harness/server-process.ts';
import type { Attack } from './attack.ts';
import { cpuOf, watchHealth } from './server-under-attack.ts';

/** Each request uses a different limit, so that no two share a response. */
const plain = '/api/locations?';
const questions: readonly string[] = [
  '/api/locations?search=the&minRating=5',
  '/api/locations?search=the&minRating=4.99',
  '/api/locations?search=ing&minRating=4.99&category=cafe',
  // All trigrams are common, but no text contains it.
  '/api/locations?search=the%20crowds%20arrive%20before',
  '/api/locations?search=paving%20mirrors%20rain%20the%20after',
  '/api/locations?search=e%20&category=architecture',
  '/api/locations?minRating=4.99',
  '/api/locations?minRating=4.99&category=cafe',
  '/api/cities?search=ala',
  '/api/locations/trending?x',
];
const together = 32;
/** The most that a query may cost, in multiples of a list of the same length. */
const costMost = 12;

const timeout = 10 * 60_000;

/** The read models are first built from the log, which takes a while. */
async function readyIn(server: ServerProcess): Promise<string> {
  const origin = await server.origin();
  const signal = AbortSignal.timeout(timeout);
  while ((await fetch(`${origin}/readyz`, { signal })).status !== 200) await delay(100);
  return origin;
}

/** The most expensive queries, 32 at a time and without signing in, on a guide with `size` places. */
export const attack: Attack = {
  fullSize: 22_000,
  async run(size) {
    await using folder = await createDataFolder();
    await seed({
      dataDir: folder.path,
      cities: 200,
      locations: size,
      openLog: (dataDir) => openEventLog({ path: `${dataDir}/events.db`, streamPrefix: '' }),
      say: () => undefined,
    });
    await using server = startProcess({ dataDir: folder.path });
    const origin = await readyIn(server);
    let limit = 0;
    const statuses = new Set<number>();
    /** CPU milliseconds for each request. */
    const costOf = async (question: string): Promise<number> => {
      const before = await cpuOf(server.pid);
      const asked = Array.from({ length: together }, async () => {
        limit = (limit % 100) + 1;
        const response = await fetch(`${origin}${question}&limit=${limit}`);
        await response.arrayBuffer();
        statuses.add(response.status);
      });
      await Promise.all(asked);
      return ((await cpuOf(server.pid)) - before) / together;
    };
    await costOf(plain);
    const list = await costOf(`${plain}category=nature`);
    const health = watchHealth(origin);
    const costs: { readonly question: string; readonly cost: number }[] = [];
    for (const question of questions) costs.push({ question, cost: await costOf(question) });
    const times = await health.stop();
    const worst = Math.max(...costs.map(({ cost }) => cost));
    return {
      held: [...statuses].join() === '200' && worst <= costMost * Math.max(list, 1),
      facts: [
        `${size} places. A list of up to 100 costs ${list.toFixed(1)} ms of CPU.`,
        ...costs.map(({ question, cost }) => `${question}: ${cost.toFixed(1)} ms of CPU each, 32 at a time.`),
        `/healthz meanwhile: p50 ${times[Math.floor(times.length / 2)]?.toFixed(0)} ms, at most ${times.at(-1)?.toFixed(0)} ms, of ${times.length}.`,
      ],
    };
  },
};
