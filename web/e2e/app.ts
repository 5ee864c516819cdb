import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const program = join(import.meta.dirname, '../../dist/start.js');

export interface AppOptions {
  /** `on` loads the sample places; `none` (the default) starts empty. */
  readonly sample?: 'on' | 'none';
}

export interface App extends AsyncDisposable {
  /** Where it answers, without a slash at the end. */
  readonly origin: string;
  readonly admin: { readonly email: string; readonly password: string };
}

/**
 * The whole application as its user starts it: one process, an empty data folder, a free port. Ready when this returns.
 * @throws Error with what it printed when it ends before it is ready
 */
export async function startApp({ sample = 'none' }: AppOptions = {}): Promise<App> {
  if (!existsSync(program)) throw new Error('There is no dist/start.js: run `npm run build` first.');
  const folder = await mkdtemp(join(tmpdir(), 'lightfall-e2e-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const admin = { email: 'admin@example.com', password: 'a-password-for-tests' };
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: join(folder, 'data'),
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_ORIGIN: origin,
      SAMPLE: sample,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
    },
  });
  const printed = collect(child);
  const stop = async () => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(origin, child, printed);
  } catch (error) {
    await stop();
    throw error;
  }
  return { origin, admin, [Symbol.asyncDispose]: stop };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}

function collect(child: ChildProcess): () => string {
  let text = '';
  const add = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-20_000);
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return () => text;
}

async function untilReady(origin: string, child: ChildProcess, printed: () => string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The application ended before it was ready.\n${printed()}`);
    if (await answersReady(origin)) return;
    await pause(100);
  }
  throw new Error(`The application was not ready within a minute.\n${printed()}`);
}

async function answersReady(origin: string): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/readyz`);
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch (error) {
    // Not listening yet: fetch tells of every refused connection by a TypeError.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
