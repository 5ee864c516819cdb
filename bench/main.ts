import { text } from 'node:stream/consumers';

import { terminal } from '../apps/terminal.ts';
import { createBench, type Bench } from './bench.ts';
import { serveFloor } from './floor.ts';
import { sendRequests } from './client.ts';
import { hasWrk, Load } from './load.ts';
import { approve } from './numbers/approve.ts';
import { byId, create, list, search } from './numbers/rates.ts';
import { endCity } from './numbers/end-city.ts';
import { growth } from './numbers/growth.ts';
import { map } from './numbers/map.ts';
import { memory, soak } from './numbers/memory.ts';
import { mongodb } from './numbers/mongodb.ts';
import { pages } from './numbers/pages.ts';
import { proof } from './numbers/proof.ts';
import { reads } from './numbers/reads.ts';
import { replay } from './numbers/replay.ts';
import { searchStore } from './numbers/search-store.ts';
import { sockets } from './numbers/sockets.ts';
import { start } from './numbers/start.ts';
import { submit } from './numbers/submit.ts';
import { readOptions, usage, UsageError } from './options.ts';
import { machine, type Row, table } from './report.ts';

const { print, printStatus, progress } = terminal();

/** The order matters: measurements that change the data come after those that read it. */
const measurements: Readonly<Record<string, (bench: Bench) => Promise<Row[]>>> = {
  submit,
  replay,
  start,
  list,
  search,
  'by-id': byId,
  memory,
  pages,
  approve,
  reads,
  create,
  'end-city': endCity,
  'search-store': searchStore,
  map,
  growth,
  proof,
  mongodb,
  sockets,
  soak,
};

/**
 * `npm run bench`: measures every number that has a target, and its floor in the same run. Progress goes to standard
 * error, the table to standard output. The program also serves as the bare server and the load client.
 */
async function main(args: readonly string[]): Promise<void> {
  if (args[0] === 'floor') return serveFloor();
  if (args[0] === 'client') {
    const result = await sendRequests(Load.parse(JSON.parse(await text(process.stdin))));
    process.stdout.write(JSON.stringify(result));
    return;
  }
  const options = readOptions(args, Object.keys(measurements));
  await using bench = await createBench(options, progress);
  const started = performance.now();
  const rows: Row[] = [];
  for (const [name, measure] of Object.entries(measurements)) {
    if (options.only?.includes(name) === false) continue;
    rows.push(...(await measure(bench).catch((error: unknown) => failed(name, error))));
  }
  const minutes = (performance.now() - started) / 60_000;
  print(
    `${table(rows)}\n\n${machine((await hasWrk()) ? 'wrk' : 'an own client on node:net (wrk is not installed)')}\n` +
      (bench.servers.configured ? '' : 'Without servers: EVENTSTOREDB_URL and MONGODB_URL name them\n') +
      `${options.cities} cities, ${options.locations} locations, ${options.connections} connections, ` +
      `medians of ${options.rounds} rounds of ${options.seconds} s, ${minutes.toFixed(1)} minutes`,
  );
}

/** A measurement that fails does not stop the others, but the run fails. */
function failed(name: string, error: unknown): Row[] {
  printStatus(`${name}: ${error instanceof Error ? error.stack : String(error)}`);
  process.exitCode = 1;
  return [{ number: name, ours: 'failed' }];
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const isUsage = error instanceof UsageError;
  const shown = isUsage ? `${error.message}\n${usage(Object.keys(measurements))}` : error;
  printStatus(shown instanceof Error ? (shown.stack ?? shown.message) : String(shown));
  process.exitCode = 1;
});
