import { Worker } from 'node:worker_threads';

import { SqliteError } from '../../sqlite/connection.mjs';
import { StoreUnavailable } from '../port.ts';
import type { SqlValue } from './sqlite.ts';

/** One statement, run once for each row of values. */
export interface Statement {
  readonly sql: string;
  readonly rows: (readonly SqlValue[])[];
}

export interface FillingSettings {
  readonly path: string;
  /** Settings of the connection, such as `cache_size = 1`. */
  readonly pragmas: readonly string[];
}

/** A transaction, or the request to end. */
export type ToFillingThread = readonly Statement[] | 'close';

/** One for each transaction, in their order. */
export interface FillingAnswer {
  /** SQLite's message, if the transaction was rolled back. */
  readonly failure?: string;
}

/** A thread with a connection of its own, which does nothing but run transactions one after the other. */
export interface FillingThread extends AsyncDisposable {
  /** @throws SqliteError when SQLite fails; StoreUnavailable when the thread has ended */
  run(transaction: readonly Statement[]): Promise<void>;
  /** Resolves once everything asked for so far has been run, or has failed. */
  idle(): Promise<void>;
}

interface Waiting {
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** The thread of all copies that are being filled: there is one while there are any. */
export interface FillingThreads extends AsyncDisposable {
  take(): FillingThread;
  giveBack(): Promise<void>;
}

export function createFillingThreads(settings: FillingSettings): FillingThreads {
  let thread: FillingThread | undefined;
  let users = 0;
  const end = async (): Promise<void> => {
    const last = thread;
    thread = undefined;
    await last?.[Symbol.asyncDispose]();
  };
  return {
    take() {
      users += 1;
      return (thread ??= startFillingThread(settings));
    },
    async giveBack() {
      users -= 1;
      if (users === 0) await end();
    },
    [Symbol.asyncDispose]: end,
  };
}

function startFillingThread(settings: FillingSettings): FillingThread {
  const worker = new Worker(new URL('./filling-thread.mjs', import.meta.url), { workerData: settings });
  const waiting: Waiting[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let ended: StoreUnavailable | undefined;
  let cause: unknown;
  worker.on('error', (error) => (cause = error));
  worker.on('message', ({ failure }: FillingAnswer) => {
    const next = waiting.shift();
    if (failure === undefined) next?.done();
    else next?.failed(new SqliteError(new Error(failure)));
  });
  const exited = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      ended = new StoreUnavailable('The thread that fills a copy has ended', { cause });
      for (const { failed } of waiting.splice(0)) failed(ended);
      resolve();
    });
  });

  return {
    run(transaction) {
      if (ended !== undefined) return Promise.reject(ended);
      const run = new Promise<void>((done, failed) => waiting.push({ done, failed }));
      worker.postMessage(transaction satisfies ToFillingThread);
      last = run.catch(() => undefined);
      return run;
    },
    idle: async () => void (await last),
    async [Symbol.asyncDispose]() {
      worker.postMessage('close' satisfies ToFillingThread);
      await exited;
    },
  };
}
