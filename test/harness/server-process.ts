import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { adminEmail, adminPassword } from './in-process.ts';
import { serversOf } from './servers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What `npm run build` makes; another build may be named. */
const dist = path.resolve(root, process.env['LIGHTFALL_DIST'] ?? 'dist');

export interface ServerProcess extends AsyncDisposable {
  readonly pid: number;
  /** Where it listens, as soon as it says so. @throws Error with what it said when it ends before */
  origin(): Promise<string>;
  /** Waits until `/readyz` is 200. @throws Error when it ends before */
  ready(): Promise<string>;
  /** Sends a signal, and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>;
  /** Waits for the end without doing anything about it. */
  ended: Promise<Ended>;
  /** Writes a line to its standard input. */
  tell(line: string): void;
  /** What it has written so far to standard error. */
  said(): string;
  /** Its log lines so far. */
  logged(): string;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface StartOptions {
  readonly dataDir: string;
  /** What `npm run build` has made in dist, without `.js`; `start` if it is left out. */
  readonly script?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** A command that runs the server as what its own arguments end with. */
  readonly within?: readonly string[];
}

/** `node dist/start.js`, or another script, on a free port, without the sample and without limits. Disposing of it kills it. */
export function startProcess({
  dataDir,
  script: name = 'start',
  environment = {},
  within = [],
}: StartOptions): ServerProcess {
  const script = path.join(dist, `${name}.js`);
  if (!existsSync(script)) throw new Error(`${script} is not there: npm run build makes it`);
  const [command = '', ...args] = [...within, process.execPath, script];
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own, to be killed with whatever it runs within.
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
    // As node:child_process gives them to its listeners.
    return { code: code as number | null, signal: signal as NodeJS.Signals | null };
  });

  async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
    const patience = AbortSignal.timeout(30_000);
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      if (over) throw new Error(`The server has ended. It said:\n${said}\n${logged}`);
      if (patience.aborted) throw new Error(`The server is not ready. It said:\n${said}\n${logged}`);
      await delay(5);
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
