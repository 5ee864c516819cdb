import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { closingOnFailure, type Closers } from '#platform/concurrency/closers';
import { createDataFolder } from '../harness/data-folder.ts';
import { patience } from '../harness/patience.ts';
import { startProcess, type ServerProcess } from '../harness/server-process.ts';
import { openTestServers } from '../mongodb-server/database.ts';
import { startProxy, type Proxy } from './proxy.ts';

export interface World extends AsyncDisposable {
  readonly proxy: Proxy;
  /** The environment of every process. */
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly ServerProcess[];
  readonly query: readonly ServerProcess[];
  readonly projections: readonly ServerProcess[];
  start(script: string): ServerProcess;
}

const two = [0, 1];

/**
 * Two processes of each kind behind one entry point. The read models, records and photos are on a MongoDB server; the
 * log is on the EventStoreDB that EVENTSTOREDB_URL names, or otherwise in a file that all of them share.
 */
export const startWorld = (): Promise<World> => closingOnFailure(start);

async function start(closers: Closers): Promise<Omit<World, typeof Symbol.asyncDispose>> {
  const folder = closers.add(await createDataFolder());
  const servers = closers.add(await openTestServers({ replicaSet: true }));
  const database = closers.add(await servers.fresh());
  const proxy = closers.add(await startProxy());
  const log = process.env['EVENTSTOREDB_URL'];
  const environment = {
    MONGODB_URL: database.url,
    PUBLIC_ORIGIN: proxy.origin,
    TRUST_PROXY: '1',
    ...(log !== undefined && { EVENTSTOREDB_URL: log, STREAM_PREFIX: `test.${randomUUID().slice(0, 8)}-` }),
  };
  const run = (script: string) => closers.add(startProcess({ dataDir: folder.path, script, environment }));
  const command = two.map(() => run('command'));
  const query = two.map(() => run('query'));
  // One after the other: if started together, they might divide the read models between them.
  const active = run('projections');
  await active.ready();
  const projections = [active, run('projections')];
  await Promise.all([...command, ...query, ...projections].map((process) => process.ready()));
  proxy.setTargets({
    command: await Promise.all(command.map((process) => process.origin())),
    query: await Promise.all(query.map((process) => process.origin())),
  });
  return { proxy, environment, command, query, projections, start: run };
}

interface Model {
  readonly name: string;
  readonly state: string;
}

/** The state of each read model as reported by a projections process. */
export async function statesOf(runner: ServerProcess): Promise<readonly string[]> {
  const report: unknown = await (await fetch(`${await runner.origin()}/readyz`)).json();
  return (report as { readModels: Model[] }).readModels.map(({ state }) => state);
}

/** Repeats a check until it returns a result. */
export async function until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
  const timeout = AbortSignal.timeout(patience);
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    timeout.throwIfAborted();
    await delay(20);
  }
}

/** The process that writes every read model, once there is one. */
export const activeOf = (runners: readonly ServerProcess[]): Promise<ServerProcess> =>
  until(async () => {
    for (const runner of runners) {
      if ((await statesOf(runner)).every((state) => state === 'live')) return runner;
    }
    return undefined;
  });
