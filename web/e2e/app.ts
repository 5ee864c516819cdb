import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const root = join(import.meta.dirname, '../..');

export interface AppOptions {
  /** `on` loads the sample places; `none` (the default) starts empty. */
  readonly sample?: 'on' | 'none';
  /** The folder of the build, by default `dist`. */
  readonly build?: string;
  /** More environment variables; the function gets the origin at which the application will answer. */
  readonly environment?: (origin: string) => Promise<Readonly<Record<string, string>>>;
}

export interface App extends AsyncDisposable {
  /** The origin at which it answers, without a trailing slash. */
  readonly origin: string;
  readonly admin: { readonly email: string; readonly password: string };
  /** The folder of its data. */
  readonly dataDir: string;
  /** Stops the process and keeps its data. */
  readonly stop: () => Promise<void>;
  /** Starts it again with the same port and data. Resolves once it is ready. */
  readonly start: () => Promise<void>;
}

/**
 * Starts the whole application as a user does, from the build made by build.ts: one process, an empty data folder, a
 * free port. Resolves once it is ready.
 * @throws Error with its output if it exits before that
 */
export async function startApp({
  sample = 'none',
  build = join(root, 'dist'),
  environment,
}: AppOptions = {}): Promise<App> {
  const folder = await mkdtemp(join(tmpdir(), 'lightfall-e2e-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const admin = { email: 'admin@example.com', password: 'a-password-for-tests' };
  const env = {
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
    ...(await environment?.(origin)),
  };
  let child: ChildProcess | null = null;
  const start = async () => {
    // The process lives for seconds, so optimising its code takes longer than running it unoptimised.
    child = spawn(process.execPath, ['--no-opt', join(build, 'start.js')], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
    });
    await untilReady(origin, child, collect(child));
  };
  const stop = async () => {
    if (child) await end(child);
  };
  const dispose = async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (error) {
    await dispose();
    throw error;
  }
  return { origin, admin, dataDir: env.DATA_DIR, start, stop, [Symbol.asyncDispose]: dispose };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The server got no port.');
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
    if (await isReady(origin)) return;
    await pause(100);
  }
  throw new Error(`The application was not ready within a minute.\n${printed()}`);
}

async function isReady(origin: string): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/readyz`);
    await response.arrayBuffer();
    return response.status === 200;
  } catch (error) {
    // Not listening yet: fetch reports a refused connection as a TypeError.
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
