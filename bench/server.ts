import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import * as z from 'zod/mini';

import { adminPassword, createCaller } from './caller.ts';
import { launch, ownFile, type Child, type Launched } from './child.ts';

export interface Server extends Child {
  readonly origin: string;
  /** Milliseconds from starting the process to the first response. */
  readonly firstResponse: number;
}

/**
 * `npm start` on a data folder, without limits, with these settings; fulfilled once it is ready. `say` gets the
 * progress of the read models meanwhile.
 * @throws Error if the process ends before, or makes no progress; then it is ended
 */
export async function startServer(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  say: (text: string) => void = () => undefined,
): Promise<Server> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const launched = launchServer(port, dataDir, settings);
  using call = createCaller(origin);
  const ask = (path: string) => call(path).catch(() => undefined);
  try {
    // The server answers before it announces itself.
    await repeat(
      launched.ended,
      async () => (await ask('/api/locations'))?.status === 200 || 'no answer yet',
    );
    const firstResponse = performance.now() - started;
    await repeat(launched.ended, async () => {
      const response = await ask('/readyz');
      return response?.status === 200 || progressIn(response?.text ?? 'null', say);
    });
    return { ...launched, announced: await launched.announced, origin, firstResponse };
  } catch (error) {
    await launched[Symbol.asyncDispose]();
    throw error;
  }
}

const launchServer = (port: number, dataDir: string, settings: Readonly<Record<string, string>>): Launched =>
  launch({
    // The flags are those in `npm start`.
    args: [
      '--max-semi-space-size=4',
      '--heap-growing-percent=50',
      path.join(path.dirname(ownFile()), 'start.js'),
    ],
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: adminPassword,
      RATE_LIMIT: 'off',
      SAMPLE: 'none',
      LOG_LEVEL: 'warn',
      // Uses embedded stores, because the seeded data is in the folder, whatever else is measured.
      EVENTSTOREDB_URL: '',
      MONGODB_URL: '',
      ...settings,
    },
    announcement: / is at (http:\S+)/,
  });

/** Milliseconds between two attempts. */
const pause = 2;
/** Milliseconds without progress after which a start has failed. */
const patience = 120_000;

/** Repeats `attempt` until its result is true. Each new `progress` gives it more time. */
async function repeat(ended: AbortSignal, attempt: () => Promise<true | string>): Promise<void> {
  let known = '';
  for (let end = performance.now() + patience; ;) {
    const progress = await attempt();
    if (progress === true) return;
    if (ended.aborted) throw new Error('The server has ended before it was ready');
    if (progress !== known) end = performance.now() + patience;
    known = progress;
    if (performance.now() > end)
      throw new Error(`The server got no further in ${patience / 1000} s: ${known}`);
    await delay(pause);
  }
}

const Report = z.object({ head: z.string(), readModels: z.array(z.object({ position: z.string() })) });

function progressIn(report: string, say: (text: string) => void): string {
  const { data } = Report.safeParse(JSON.parse(report));
  if (data === undefined) return 'no report';
  const positions = data.readModels.map(({ position }) => Number(position));
  say(`The read models are at ${Math.min(...positions)} to ${Math.max(...positions)} of ${data.head} events`);
  return positions.join();
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
