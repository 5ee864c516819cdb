import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startFloor, type Floor } from './floor.ts';
import type { Options } from './options.ts';
import { seed, type World } from './fill.ts';
import { startServer, type Server } from './server.ts';
import { findServers, type Servers } from './servers.ts';

/** What all measurements share. Each part is created when it is first used. */
export interface Bench extends AsyncDisposable {
  readonly options: Options;
  readonly say: (text: string) => void;
  readonly servers: Servers;
  world(): Promise<World>;
  /** The server on the seeded data, with its read models caught up. */
  server(): Promise<Server>;
  /** Stops the server; the next caller of `server` gets a new one on the same data. */
  stopServer(): Promise<void>;
  floor(): Promise<Floor>;
  /** The path of a folder that is removed at the end. */
  folder(name: string): Promise<string>;
}

export async function createBench(options: Options, say: (text: string) => void): Promise<Bench> {
  const root = await mkdtemp(path.join(tmpdir(), 'lightfall-bench-'));
  const folder = (name: string) => mkdtemp(path.join(root, `${name}-`));
  const servers = await findServers(process.env);
  let world: Promise<World> | undefined;
  let server: Promise<Server> | undefined;
  let floor: Promise<Floor> | undefined;
  const worldOnce = () =>
    (world ??= folder('world').then((dataDir) =>
      seed({ ...options, openLog: servers.embedded.openLog, dataDir, say }),
    ));
  const stop = async (running: Promise<AsyncDisposable> | undefined) => {
    await (await running)?.[Symbol.asyncDispose]();
  };
  return {
    options,
    say,
    servers,
    world: worldOnce,
    server: () => (server ??= worldOnce().then(({ dataDir }) => startServer(dataDir))),
    async stopServer() {
      await stop(server);
      server = undefined;
    },
    floor: () => (floor ??= startFloor()),
    folder,
    async [Symbol.asyncDispose]() {
      // A failed start was already reported to its caller.
      await Promise.allSettled([stop(server), stop(floor)]);
      await servers[Symbol.asyncDispose]();
      await rm(root, { recursive: true, force: true });
    },
  };
}
