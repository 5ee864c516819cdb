import { Worker } from 'node:worker_threads';
import { LogUnavailable } from '../port.ts';

/** Settings of the writer thread. */
export interface WriterSettings {
  readonly path: string;
  /** Maximum size of the file in pages of 4096 bytes; 0 for no limit. */
  readonly maxPages: number;
}

/** An append for the writer thread: flat and made of strings, so that sending it between threads is cheap. */
export interface AppendRequest {
  readonly stream: string;
  /** Revision of the stream's last event, -1 for a stream without events. */
  readonly expected: number;
  /** Id, type, data and metadata (both as JSON) of the first event, then of the next. */
  readonly fields: readonly string[];
}

/** To the writer thread: all appends of one turn of the event loop, or the request to end. */
export type ToWriter = readonly AppendRequest[] | 'close';

export type AppendResponse =
  | { readonly kind: 'appended'; readonly revision: number; readonly position: number }
  | { readonly kind: 'wrong-revision'; readonly actual: number }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** From the writer thread, once per transaction: the responses in the order in which the appends were sent. */
export interface FromWriter {
  readonly responses: readonly AppendResponse[];
  /** False when nothing was written. */
  readonly committed: boolean;
}

export interface AppendStats {
  /** Appends that were answered with a revision. */
  readonly appends: number;
  /** Transactions that wrote something, one fsync each. */
  readonly commits: number;
}

export interface Appender extends AsyncDisposable {
  /** @throws LogUnavailable when the writer ends before it answers */
  send(request: AppendRequest): Promise<AppendResponse>;
  stats(): AppendStats;
}

export type StartWriter = (settings: WriterSettings) => Worker;

export const startWriter: StartWriter = (settings) =>
  new Worker(new URL('./writer.mjs', import.meta.url), { workerData: settings });

interface Waiting {
  readonly request: AppendRequest;
  readonly respond: (response: AppendResponse) => void;
  readonly fail: (error: LogUnavailable) => void;
}

interface Writer {
  readonly worker: Worker;
  readonly ended: Promise<void>;
  /** Sent but not yet answered, in the order of sending. */
  readonly sent: Waiting[];
}

/**
 * Sends appends to the writer thread; those of one turn of the event loop share a message. If the writer dies, the
 * appends that were sent to it fail, and the next append starts another. `committed` is called after each transaction
 * that wrote something, when its responses have been given.
 */
export function createAppender(options: {
  readonly settings: WriterSettings;
  readonly start: StartWriter;
  /** Whether to start the writer at once, because appends are expected. */
  readonly atOnce: boolean;
  readonly committed: () => void;
}): Appender {
  const stats = { appends: 0, commits: 0 };
  let queued: Waiting[] = [];
  let writer: Writer | undefined = options.atOnce ? startOne() : undefined;
  let closed = false;

  function startOne(): Writer {
    const worker = options.start(options.settings);
    const sent: Waiting[] = [];
    let cause: unknown;
    worker.on('error', (error) => (cause = error));
    worker.on('message', (message: FromWriter) => settle(sent, message));
    const ended = new Promise<void>((resolve) => {
      worker.on('exit', () => {
        if (writer?.worker === worker) writer = undefined;
        const why = cause instanceof Error ? `: ${cause.message}` : '';
        const error = new LogUnavailable(`The event log's writer has ended${why}`, { cause });
        for (const waiting of sent.splice(0)) waiting.fail(error);
        resolve();
      });
    });
    return { worker, ended, sent };
  }

  function settle(sent: Waiting[], { responses, committed }: FromWriter) {
    if (committed) stats.commits += 1;
    for (const response of responses) {
      if (response.kind === 'appended') stats.appends += 1;
      sent.shift()?.respond(response);
    }
    if (committed) options.committed();
  }

  function flush() {
    const batch = queued;
    queued = [];
    if (batch.length === 0) return;
    writer ??= startOne();
    writer.sent.push(...batch);
    writer.worker.postMessage(batch.map(({ request }) => request) satisfies ToWriter);
  }

  return {
    send: (request) =>
      new Promise((respond, fail) => {
        if (closed) {
          fail(new LogUnavailable('The event log is closed'));
          return;
        }
        if (queued.length === 0) setImmediate(flush);
        queued.push({ request, respond, fail });
      }),
    stats: () => ({ ...stats }),
    async [Symbol.asyncDispose]() {
      closed = true;
      flush();
      writer?.worker.postMessage('close' satisfies ToWriter);
      await writer?.ended;
    },
  };
}
