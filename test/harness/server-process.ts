import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { adminEmail, adminPassword } from './in-process.ts';
import { patience } from './patience.ts';
import { serversOf } from './servers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The output of `npm run build`; another build may be named. */
const dist = path.resolve(root, process.env['LIGHTFALL_DIST'] ?? 'dist');

export interface ServerProcess extends AsyncDisposable {
  readonly pid: number;
  /** The server's address, once it is printed. @throws Error with the output if the process ends before */
  origin(): Promise<string>;
  /** Waits until `/readyz` is 200. @throws Error if the process ends before */
  ready(): Promise<string>;
  /** Sends a signal, and waits for the end of the process. */
  end(signal: NodeJS.Signals): Promise<Ended>;
  /** Fulfilled when the process ends. */
  ended: Promise<Ended>;
  /** Writes a line to its standard input. */
  tell(line: string): void;
  /** Its output on standard error so far. */
  said(): string;
  /** Its log lines so far. */
  logged(): string;
}

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface StartOptions {
  readonly dataDir: string;
  /** A script that `npm run build` has made in dist, without `.js`; `start` by default. */
  readonly script?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** The folder of a build that the caller made; by default dist, which must be newer than the sources. */
  readonly build?: string;
  /** Options of Node. */
  readonly options?: readonly string[];
  /** A command that runs the server; it gets the server's command line as its last arguments. */
  readonly within?: readonly string[];
}

let isBuilt = 'LIGHTFALL_DIST' in process.env;
/** @throws Error if the build is older than the sources, because the tests would then say nothing about them */
function requireBuild(): void {
  if (isBuilt) return;
  execFileSync(process.execPath, ['scripts/build.mjs', '--check'], { cwd: root });
  isBuilt = true;
}

/**
 * Starts `node dist/start.js`, or another script, on a free port, without the sample and without limits. Disposing of
 * it kills it.
 */
export function startProcess({
  dataDir,
  script: name = 'start',
  environment = {},
  build,
  options = [],
  within = [],
}: StartOptions): ServerProcess {
  const script = path.join(build ?? dist, `${name}.js`);
  if (build === undefined) requireBuild();
  const [command = process.execPath, ...args] = within.concat(process.execPath, options, script);
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    // A separate process group, so that the server can be killed together with the command that runs it.
    detached: true,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_DIR: dataDir,
      SAMPLE: 'none',
      RATE_LIMIT: 'off',
      ADMIN_EMAIL: adminEmail,
      ADMIN_PASSWORD: adminPassword,
      ...serversOf(dataDir),
      ...environment,
    },
  });
  let said = '';
  let logged = '';
  child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)));
  child.stdout.on('data', (chunk: Buffer) => (logged += String(chunk)));
  let over = false;
  const ended = once(child, 'close').then(([code, signal]: unknown[]): Ended => {
    over = true;
    // The types of node:child_process's listeners.
    return { code: code as number | null, signal: signal as NodeJS.Signals | null };
  });

  async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
    const timeout = AbortSignal.timeout(patience);
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      if (over) throw new Error(`The server has ended. It said:\n${said}\n${logged}`);
      if (timeout.aborted) throw new Error(`The server is not ready. It said:\n${said}\n${logged}`);
      await delay(20);
    }
  }
  const origin = () =>
    until(async () => /http:\/\/localhost:\d+/.exec(said)?.[0].replace('localhost', '127.0.0.1'));

  return {
    pid: child.pid ?? 0,
    origin,
    async ready() {
      const at = await origin();
      return until(async () => {
        const response = await fetch(`${at}/readyz`).catch(() => undefined);
        await response?.arrayBuffer();
        return response?.status === 200 ? at : undefined;
      });
    },
    async end(signal) {
      child.kill(signal);
      return ended;
    },
    ended,
    tell: (line) => void child.stdin.write(`${line}\n`),
    said: () => said,
    logged: () => logged,
    async [Symbol.asyncDispose]() {
      if (!over) process.kill(-(child.pid ?? 0), 'SIGKILL');
      await ended;
    },
  };
}
