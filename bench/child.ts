import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

export interface Child extends AsyncDisposable {
  readonly pid: number;
  /** The text that matched the announcement. */
  readonly announced: string;
}

/** A process that may not have announced itself yet. Disposing of it ends the process and waits for that. */
export interface Launched extends AsyncDisposable {
  readonly pid: number;
  /** Rejected if the process ends before. */
  readonly announced: Promise<string>;
  /** Aborted when the process has ended. */
  readonly ended: AbortSignal;
}

export interface ChildOptions {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Matched against standard output and error; its first group is returned. */
  readonly announcement: RegExp;
}

/** Milliseconds that a process has to end by itself. */
const farewell = 30_000;

/** Starts Node with arguments. */
export function launch({ args, env = {}, announcement }: ChildOptions): Launched {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new AbortController();
  const end = once(child, 'exit').then(() => ended.abort());
  return {
    pid: child.pid ?? 0,
    announced: heard(child, announcement, end),
    ended: ended.signal,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      const killing = setTimeout(() => child.kill('SIGKILL'), farewell);
      await end;
      clearTimeout(killing);
    },
  };
}

/**
 * Starts Node with arguments and waits for the announcement. Disposing of it asks the process to end, and waits.
 * @throws Error if it ends before
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const launched = launch(options);
  return { ...launched, announced: await launched.announced };
}

/** Bytes of output that are stored, to be shown if the process fails. */
const keptOutput = 4096;

async function heard(child: ChildProcess, announcement: RegExp, ended: Promise<unknown>): Promise<string> {
  let output = '';
  const found = new Promise<string>((resolve) => {
    const listen = (data: unknown): void => {
      output = (output + String(data)).slice(-keptOutput);
      const said = announcement.exec(output)?.[1];
      if (said !== undefined) resolve(said);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
  });
  const failed = ended.then((): never => {
    throw new Error(`${child.spawnargs.join(' ')} ended:\n${output}`);
  });
  return Promise.race([found, failed]);
}

/**
 * Runs a program to its end with a text on its standard input; returns its standard output. @throws Error if it fails
 */
export async function run(command: string, args: readonly string[], input?: string): Promise<string> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
    // A program that ends without reading breaks the pipe; its exit is handled.
    child.stdin.on('error', () => undefined);
  });
  child.stdin.end(input);
  const [code, output, complaint] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${complaint}${output}`);
  return output;
}

/** The file of this program, which also runs its child processes. @throws Error if it was not started from a file */
export function ownFile(): string {
  const file = process.argv[1];
  if (file === undefined) throw new Error('The benchmark has to be started from a file');
  return file;
}

/** Milliseconds of processor time that all threads of a process have used, from Linux. */
export async function cpuOf(pid: number): Promise<number> {
  const folder = `/proc/${pid}/task`;
  const times = (await readdir(folder)).map((thread) =>
    // A thread may have ended meanwhile.
    readFile(`${folder}/${thread}/schedstat`, 'utf8').catch(() => '0'),
  );
  return (await Promise.all(times)).reduce((sum, text) => sum + Number(text.split(' ', 1)[0]) / 1e6, 0);
}

/** Bytes of resident memory, from Linux. */
export async function resident(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}
