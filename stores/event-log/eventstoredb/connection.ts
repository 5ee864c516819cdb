import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import { type EventStoreDBClient, NotLeaderError, type StreamingRead } from '@eventstore/db-client';

import { createNotifier } from '../../waiting.ts';
import { createClient, deadlineIn } from './url.ts';
import { LogUnavailable } from '../port.ts';

export interface Connection extends AsyncDisposable {
  readonly client: EventStoreDBClient;
  /** How long the node may be silent when it is asked something, in milliseconds. */
  readonly timeoutMs: number;
  /** Aborted when the connection is closed. */
  readonly closing: AbortSignal;
  /**
   * The answer of a call that may be repeated: once more after a lost connection, a change of leader, or a node's
   * own time-out.
   * @throws LogUnavailable when there is none in time, or the connection is closed
   * @throws what the call throws otherwise
   */
  readonly ask: <T>(call: () => Promise<T>) => Promise<T>;
  /** The items of a read; repeated, and failing, as `ask` does as long as none has arrived. */
  readonly items: <T>(open: () => StreamingRead<T>) => AsyncGenerator<T, void, undefined>;
}

/** An answer that is lost with its connection is asked for again at once: by then there is a new connection, or none. */
const attempts = 3;
/** The client waits for calls to be cancelled, and cancelling needs an answer too; in milliseconds. */
const longestGoodbye = 1000;

/**
 * Connects to a node or a cluster; nothing is sent yet. Credentials, TLS and the rest are in the connection string,
 * also how long the node may be silent (`defaultDeadline`, in milliseconds) unless `timeoutMs` says so.
 * @throws LogUnavailable saying what is wrong with the string
 */
export function connect(url: string, timeoutMs = deadlineIn(url)): Connection {
  const client = createClient(url);
  const closing = new AbortController();
  // One for every read under way.
  setMaxListeners(0, closing.signal);
  let underWay = 0;
  const answers = createNotifier();

  async function counted<T>(action: () => Promise<T>): Promise<T> {
    underWay += 1;
    try {
      return await action();
    } finally {
      underWay -= 1;
      answers.notify();
    }
  }

  return {
    client,
    timeoutMs,
    closing: closing.signal,
    ask: (call) => counted(() => repeated(call, timeoutMs, closing.signal)),
    items: (open) => itemsOf(open, timeoutMs, closing.signal),
    async [Symbol.asyncDispose]() {
      closing.abort();
      await answers.until(() => underWay === 0);
      await Promise.race([client.dispose(), delay(longestGoodbye, undefined, { ref: false })]);
    },
  };
}

/** The silence of a node is counted in so many parts. */
const parts = 4;

/**
 * Calls back after so many milliseconds of silence. Those in which this process stood still count as one part of them
 * at most: what came meanwhile is still to be heard.
 */
function listenFor(milliseconds: number, silence: () => void): { heard(): void; end(): void } {
  let left = parts;
  const timer = setInterval(() => {
    left -= 1;
    if (left === 0) silence();
  }, milliseconds / parts);
  return {
    heard() {
      left = parts;
      timer.refresh();
    },
    end: () => clearInterval(timer),
  };
}

async function repeated<T>(call: () => Promise<T>, timeoutMs: number, closing: AbortSignal): Promise<T> {
  if (closing.aborted) throw closed();
  let listening: { end(): void } | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    listening = listenFor(timeoutMs, () => reject(noAnswer(timeoutMs)));
  });
  // Whoever lost the race is not waited for.
  tooLate.catch(() => undefined);
  try {
    for (let attempt = 1; ; attempt += 1) {
      const answer = call();
      answer.catch(() => undefined);
      try {
        return await Promise.race([answer, tooLate]);
      } catch (error) {
        if (attempt === attempts || !isPassing(error)) throw error;
      }
    }
  } finally {
    listening?.end();
  }
}

async function* itemsOf<T>(open: () => StreamingRead<T>, timeoutMs: number, closing: AbortSignal) {
  for (let attempt = 1; ; attempt += 1) {
    let begun = false;
    try {
      for await (const item of itemsOnce(open, timeoutMs, closing)) {
        begun = true;
        yield item;
      }
      return;
    } catch (error) {
      if (begun || attempt === attempts || !isPassing(error)) throw error;
    }
  }
}

async function* itemsOnce<T>(open: () => StreamingRead<T>, timeoutMs: number, closing: AbortSignal) {
  if (closing.aborted) throw closed();
  const stream = open();
  const stop = () => interrupt(stream, closed());
  closing.addEventListener('abort', stop, { once: true });
  let waiting = true;
  const listening = listenFor(timeoutMs, () => {
    if (waiting) interrupt(stream, noAnswer(timeoutMs));
  });
  try {
    for await (const item of itemsIn<T>(stream)) {
      waiting = false;
      yield item;
      waiting = true;
      listening.heard();
    }
  } finally {
    listening.end();
    closing.removeEventListener('abort', stop);
    leave(stream, () => stream.cancel());
  }
}

/** A Readable; the client's own types do not quite say so. */
interface ClientStream {
  on(event: 'error', listener: (error: Error) => void): unknown;
  emit(event: 'error', error: Error): boolean;
  iterator(options: { readonly destroyOnReturn: boolean }): AsyncIterableIterator<unknown>;
  resume(): unknown;
}

/**
 * What comes out of a stream that was opened in this turn. A failure is not lost when it comes before the first item
 * is asked for: a Readable's own iterator begins to listen only then.
 */
export function itemsIn<T>(stream: ClientStream): AsyncIterableIterator<T> {
  let begun = false;
  let failure: Error | undefined;
  // Stays for good: a call that was given up may fail later, when nobody listens any more.
  stream.on('error', (error) => (failure ??= error));
  // The client types what comes out of a stream, Readable does not.
  const items = stream.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<T>;
  return {
    next() {
      if (!begun && failure) return Promise.reject(failure);
      begun = true;
      return items.next();
    },
    return: async () => (await items.return?.()) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Makes who waits for the next item fail. Destroying the stream would leave the call behind it as it is. */
export function interrupt(stream: ClientStream, error: Error): void {
  stream.emit('error', error);
}

/** Tells the node that no more is wanted, and lets what has arrived drain away: the client keeps a call until then. */
export function leave(stream: ClientStream, cancel: () => Promise<void>): void {
  stream.resume();
  // Fails when the call was never made; then there is nothing to cancel.
  cancel().catch(() => undefined);
}

/** gRPC's CANCELLED, DEADLINE_EXCEEDED, ABORTED (the node's own time-outs) and UNAVAILABLE. */
const passingCodes = [1, 4, 10, 14];

/** A failure after which the same may be asked again. */
export const passing = (message: string) => Object.assign(new Error(message), { code: 14 });

const isPassing = (error: unknown) =>
  error instanceof NotLeaderError ||
  (error instanceof Error && 'code' in error && passingCodes.some((code) => code === error.code));

const closed = () => new LogUnavailable('The event log is closed');
const noAnswer = (timeoutMs: number) =>
  new LogUnavailable(`EventStoreDB has not answered within ${timeoutMs} ms`);

/** gRPC's PERMISSION_DENIED and UNAUTHENTICATED: the operator has to do something about them. */
const refusals: Readonly<Record<string, string>> = {
  7: 'EventStoreDB does not allow it to the user of the connection string',
  16: 'EventStoreDB knows no such user, or another password',
};

/** For whatever the client throws that the port has no better name for. */
export function toUnavailable(error: unknown, what: string): LogUnavailable {
  if (error instanceof LogUnavailable) return error;
  const message = error instanceof Error ? error.message : String(error);
  const refusal = error instanceof Error && 'code' in error ? refusals[String(error.code)] : undefined;
  return new LogUnavailable(`${what}: ${refusal ? `${refusal} (${message})` : message}`, { cause: error });
}
