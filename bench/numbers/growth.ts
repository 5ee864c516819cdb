import { setTimeout as delay } from 'node:timers/promises';

import path from 'node:path';

import { openReadStore } from '#platform/read-store/index';
import { readModels } from '#projections/read-models';
import { entityHistory } from '#projections/moderation/entity-history';

import type { Bench } from '../bench.ts';
import { cpuOf } from '../child.ts';
import { fill, type Amounts, type Filled } from '../fill.ts';
import { replayInto } from './replay.ts';
import { questionsOf, type Asking, type Question } from '../questions.ts';
import type { Options } from '../options.ts';
import { ms, ratio, type Row } from '../report.ts';
import { startServer, type Server } from '../server.ts';
import { median, ownCpu } from '../times.ts';

const sizes: Readonly<Record<Options['growth'], readonly Amounts[]>> = {
  small: [
    { ratings: 500, edits: 50, cityPlaces: 200, places: 1000, waiting: 1000 },
    { ratings: 5000, edits: 500, cityPlaces: 2000, places: 10_000, waiting: 1000 },
    { ratings: 50_000, edits: 5000, cityPlaces: 20_000, places: 50_000, waiting: 1000 },
  ],
  full: [
    { ratings: 2000, edits: 50, cityPlaces: 1000, places: 20_000, waiting: 10_000 },
    { ratings: 20_000, edits: 500, cityPlaces: 10_000, places: 200_000, waiting: 10_000 },
    { ratings: 200_000, edits: 5000, cityPlaces: 100_000, places: 1_000_000, waiting: 10_000 },
  ],
};

/** An installation of one size, with its measurements. */
interface World {
  readonly dataDir: string;
  readonly filled: Filled;
  /** Seconds that filling the log and the read models took. */
  readonly appending: number;
  readonly replaying: number;
  /** Milliseconds of one act, in each round. */
  readonly taken: Map<string, number[]>;
}

/** What commands and queries cost, in processor time of the whole server, as the amount of data grows. */
export async function growth(bench: Bench): Promise<Row[]> {
  const worlds: World[] = [];
  for (const amounts of sizes[bench.options.growth]) worlds.push(await makeWorld(bench, amounts));
  const names = await askAll(bench, worlds);
  await measureStarts(bench, worlds);
  const events = worlds.map(({ filled }) => filled.events.toLocaleString('en-US')).join(', ');
  const costs = names.map((name): Row => {
    const costs = worlds.map(({ taken }) => medianOr(NaN, taken.get(name) ?? []));
    const [first = NaN] = costs;
    return {
      number: `growth: ${name}`,
      ours: costs.map(ms).join(', '),
      floor: name === 'start' ? `${events} events` : '',
      ratio: ratio((costs.at(-1) ?? NaN) / first),
      design: name.startsWith('search') ? '' : 'at most 1.5',
    };
  });
  return [...costs, ...worlds.map(preparationOf)];
}

const medianOr = (otherwise: number, values: readonly number[]): number =>
  values.length === 0 ? otherwise : median(values);

/** How long it took to fill an installation, because that limits its size here. */
const preparationOf = ({ filled: { events }, appending, replaying }: World): Row => ({
  number: `growth: filling with ${events.toLocaleString('en-US')} events`,
  ours: `${appending.toFixed(0)} s for the log, ${replaying.toFixed(0)} s for the read models`,
});

async function makeWorld(bench: Bench, amounts: Amounts): Promise<World> {
  const dataDir = await bench.folder('growth');
  const { openLog } = bench.servers.embedded;
  await using log = await openLog(dataDir);
  const started = performance.now();
  const filled = await fill(log, amounts, bench.say);
  const appended = performance.now();
  await using store = await openReadStore({ path: path.join(dataDir, 'read-models.db'), warn: bench.say });
  await replayInto({ log, store }, readModels, ({ events, head }) =>
    bench.say(`growth: ${events} of ${head} events in the read models`),
  );
  return {
    dataDir,
    filled,
    appending: (appended - started) / 1000,
    replaying: (performance.now() - appended) / 1000,
    taken: new Map(),
  };
}

interface RunningWorld {
  readonly world: World;
  readonly server: Server;
  readonly asking: Asking;
}

/** Alternates between the sizes, so that other load on the machine affects them all alike. */
async function askAll(bench: Bench, worlds: readonly World[]): Promise<string[]> {
  const running: RunningWorld[] = [];
  try {
    for (const world of worlds) {
      bench.say(`growth: starting with ${world.filled.events} events`);
      const server = await startServer(world.dataDir, {}, bench.say);
      running.push({ world, server, asking: await questionsOf(server.origin, world.filled) });
    }
    return await askInTurns(bench, running);
  } finally {
    for (const { server, asking } of running) {
      asking[Symbol.dispose]();
      await server[Symbol.asyncDispose]();
    }
  }
}

async function askInTurns(bench: Bench, running: readonly RunningWorld[]): Promise<string[]> {
  const names = running[0]?.asking.all.map(({ name }) => name) ?? [];
  for (const [at, name] of names.entries()) {
    for (let turn = -1; turn < turns; turn += 1) {
      bench.say(`growth: ${name}`);
      for (const { world, server, asking } of running) {
        const question = asking.all[at];
        if (question === undefined) continue;
        const cost = await costOf(server, question, turn + 1).catch((error: unknown) => failed(name, error));
        if (turn >= 0 && cost !== undefined) note(world, name, cost);
      }
    }
  }
  for (const { world } of running) await measureAudit(bench, world);
  return [...names, audit, 'start'];
}

/** If one measurement of a long run fails, the others still get their rows, but the run fails. */
function failed(name: string, error: unknown): undefined {
  process.stderr.write(`\n${name}: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

const turns = 5;
const actsInTurn = 30;
/** Milliseconds: long enough for a command's follow-up work, and short enough for little other work of the server. */
const settling = 40;

async function costOf({ pid }: Server, { act, times = actsInTurn }: Question, turn: number): Promise<number> {
  const before = await cpuOf(pid);
  for (let at = 0; at < times; at += 1) await act(turn * times + at);
  await delay(settling);
  const after = await cpuOf(pid);
  return (after - before) / times;
}

function note({ taken }: World, name: string, cost: number): void {
  taken.set(name, [...(taken.get(name) ?? []), cost]);
}

const audit = 'audit of one place';

async function measureAudit(bench: Bench, world: World): Promise<void> {
  const { openLog } = bench.servers.embedded;
  await using log = await openLog(world.dataDir);
  const warn = bench.say;
  await using store = await openReadStore({ path: path.join(world.dataDir, 'read-models.db'), warn });
  for (let turn = -1; turn < turns; turn += 1) {
    const spent = await ownCpu(async () => {
      for await (const _event of entityHistory({ log, store }, 'location', world.filled.plainId));
    });
    if (turn >= 0) note(world, audit, spent);
  }
}

/** From starting the process to its first response. */
async function measureStarts(bench: Bench, worlds: readonly World[]): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    bench.say('growth: starts');
    for (const world of worlds) {
      await using server = await startServer(world.dataDir);
      note(world, 'start', server.firstResponse);
    }
  }
}
