import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { createCaller, type Call } from './caller.ts';
import { ownFile, startChild, type Child } from './child.ts';
import { adminPassword } from './seed.ts';

export interface Server extends Child {
  readonly origin: string;
  /** Milliseconds from starting the process to the first answer. */
  readonly firstAnswer: number;
}

/** The request that checks whether the server answers. */
const question = '/api/locations';

/** `npm start` on a data folder, without limits, with these settings; fulfilled once it is ready. */
export async function startServer(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const starting = startChild({
    // The flag is the one in `npm start`.
    args: ['--max-semi-space-size=4', path.join(path.dirname(ownFile()), 'start.js')],
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
  using call = createCaller(origin);
  const [child, firstAnswer] = await Promise.all([
    starting,
    untilAnswered(call, question).then(() => performance.now() - started),
  ]);
  await untilAnswered(call, '/readyz');
  return { ...child, origin, firstAnswer };
}

/** Milliseconds between two attempts, and for all of them. */
const pause = 2;
const timeout = 600_000;

async function untilAnswered(call: Call, question: string): Promise<void> {
  const end = performance.now() + timeout;
  for (;;) {
    const status = await call(question).then(
      (answer) => answer.status,
      // The server does not listen yet.
      () => 0,
    );
    if (status === 200) return;
    if (performance.now() > end) throw new Error(`No answer to ${question} within ${timeout / 1000} s`);
    await delay(pause);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
