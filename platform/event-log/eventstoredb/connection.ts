import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import {
  DeadlineExceededError,
  EventStoreDBClient,
  NotLeaderError,
  type StreamingRead,
} from '@eventstore/db-client';
import { LogUnavailable } from '../port.ts';

export interface Connection extends AsyncDisposable {
  readonly client: EventStoreDBClient;
  /** How long the node may be silent during a request, in milliseconds. */
  readonly timeoutMs: number;
  /** Aborted when the connection is closed. */
  readonly closing: AbortSignal;
  /**
   * The items of a read. Until its first item arrives, a read is repeated at most twice: after a lost connection, a
   * change of leader, or a time-out of the node.
   * @throws LogUnavailable when the next item does not arrive in time, or the connection is closed
   * @throws any other error of the client
   */
  readonly items: <T>(open: () => StreamingRead<T>) => AsyncGenerator<T, void, undefined>;
}

/** Attempts per request. A repeat follows at once: the client has a new connection by then, or cannot get one. */
const attempts = 3;
/** Milliseconds. On closing, the client waits until calls are cancelled, which needs a response from the node. */
export const longestGoodbye = 1000;

/**
 * Creates a connection to a node or a cluster; nothing is sent yet. Credentials, TLS and the other settings come from
 * the connection string, as does the node's time-out (`defaultDeadline`, in milliseconds) unless `timeoutMs` is given.
 * @throws LogUnavailable saying what is wrong with the string
 */
export function connect(url: string, timeoutMs = deadlineIn(url)): Connection {
  const client = createClient(url);
  const closing = new AbortController();
  // Each pending read adds a listener.
  setMaxListeners(0, closing.signal);
  return {
    client,
    timeoutMs,
    closing: closing.signal,
    items: (open) => itemsOf(open, timeoutMs, closing.signal),
    async [Symbol.asyncDispose]() {
      closing.abort();
      await Promise.race([client.dispose(), delay(longestGoodbye, undefined, { ref: false })]);
    },
  };
}

/** The number of parts in which the time-out for a silent node is counted. */
const parts = 4;

/**
 * Calls `silence` after the given milliseconds without a call of `heard`. A time in which this process was stalled
 * counts as at most one part, since messages that arrived meanwhile have not been handled yet.
 */
export function listenFor(milliseconds: number, silence: () => void): { heard(): void; end(): void } {
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
    if (waiting) interrupt(stream, noResponse(timeoutMs));
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

/** A Readable, although the client's types do not fully say so. */
interface ClientStream {
  on(event: 'error', listener: (error: Error) => void): unknown;
  emit(event: 'error', error: Error): boolean;
  iterator(options: { readonly destroyOnReturn: boolean }): AsyncIterableIterator<unknown>;
  resume(): unknown;
}

/**
 * The items of a stream that was opened in this turn of the event loop. It reports even a failure before the first item
 * is requested. A Readable's own iterator listens only from then on.
 */
export function itemsIn<T>(stream: ClientStream): AsyncIterableIterator<T> {
  let begun = false;
  let failure: Error | undefined;
  // Never removed: an abandoned call may fail later, when nobody else listens.
  stream.on('error', (error) => (failure ??= error));
  // The client types the items of a stream; Readable does not.
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

/** Makes the pending request for the next item fail. Destroying the stream would not end the call behind it. */
export function interrupt(stream: ClientStream, error: Error): void {
  stream.emit('error', error);
}

/** Cancels the call, and drains what has arrived, because the client keeps a call until all of it has been read. */
export function leave(stream: ClientStream, cancel: () => Promise<void>): void {
  stream.resume();
  // Fails if the call was never made; then there is nothing to cancel.
  cancel().catch(() => undefined);
}

/** gRPC's CANCELLED, DEADLINE_EXCEEDED, ABORTED (the node's own time-outs) and UNAVAILABLE. */
const passingCodes = [1, 4, 10, 14];

/** The request was not sent because its call was lost. gRPC's code is INTERNAL then, as for permanent faults. */
const notSent = 'Write error: write after end';

/** Whether the request may be repeated. When the node times out an append, the client's error has no code. */
export const isPassing = (error: unknown) =>
  error instanceof NotLeaderError ||
  error instanceof DeadlineExceededError ||
  (error instanceof Error &&
    (error.message.includes(notSent) ||
      ('code' in error && passingCodes.some((code) => code === error.code))));

export const closed = () => new LogUnavailable('The event log is closed');
export const noResponse = (timeoutMs: number) =>
  new LogUnavailable(`EventStoreDB has not answered within ${timeoutMs} ms`);

/** gRPC's PERMISSION_DENIED, UNAVAILABLE and UNAUTHENTICATED, which the operator has to resolve. */
const meanings: Readonly<Record<string, string>> = {
  7: 'EventStoreDB does not allow it to the user of the connection string',
  14: 'EventStoreDB cannot be reached',
  16: 'EventStoreDB knows no such user, or another password',
};

/** What gRPC writes before and after the reason of a failure. */
const aroundReason =
  /^\d+ [A-Z_]+: (?:No connection established\. Last error: (?:Error: )?)?|\. Resolution note: .*$/gs;

/** Converts errors of the client for which the port has no more specific class. */
export function toUnavailable(error: unknown, what: string): LogUnavailable {
  if (error instanceof LogUnavailable) return error;
  const message = (error instanceof Error ? error.message : String(error)).replaceAll(aroundReason, '');
  const meaning = error instanceof Error && 'code' in error ? meanings[String(error.code)] : undefined;
  return new LogUnavailable(`${what}: ${meaning ? `${meaning} (${message})` : message}`, { cause: error });
}

/** The options of client 6.2.1, in lower case, as the client compares them. */
const options = new Set(
  [
    ...['tls', 'tlsCAFile', 'userCertFile', 'userKeyFile', 'connectionName', 'nodePreference'],
    ...['maxDiscoverAttempts', 'discoveryInterval', 'gossipTimeout', 'defaultDeadline'],
    ...['keepAliveInterval', 'keepAliveTimeout'],
  ].map((name) => name.toLowerCase()),
);
const flat = (name: string) => name.trim().toLowerCase().replace(/[_-]/g, '');
/** Options of which only the default is supported. */
const switches = new Set(['tlsverifycert', 'throwonappendfailure']);
const isKnown = (name: string, value: string) =>
  options.has(name) || (switches.has(name) && value === 'true');

/**
 * Creates a client for a connection string. No message repeats the string, because it contains the password. Unknown
 * options are refused here, since the client would print the whole string for one and then ignore it.
 * @throws LogUnavailable saying what is wrong with the string
 */
export function createClient(url: string): EventStoreDBClient {
  const unknown = optionsIn(url).find(([name, value]) => !isKnown(flat(name), value));
  if (unknown)
    throw new LogUnavailable(`EVENTSTOREDB_URL has an option that is not supported: ${unknown[0]}`);
  try {
    // The same protocol under its newer name, which this client does not know.
    return EventStoreDBClient.connectionString(url.replace(/^kurrentdb/, 'esdb'));
  } catch (error) {
    const isAboutTheString = !(error instanceof Error) || 'connectionString' in error;
    throw new LogUnavailable(`EVENTSTOREDB_URL: ${isAboutTheString ? 'it is malformed' : error.message}`);
  }
}

const defaultDeadline = 5000;

/** How long the node may be silent, in milliseconds. */
function deadlineIn(url: string): number {
  const [, given] = /[?&]defaultDeadline=(\d+)(?:&|$)/i.exec(url) ?? [];
  return given === undefined ? defaultDeadline : Number(given);
}

/** The options by name. They come after the user and password, which may contain any character. */
function optionsIn(url: string): [name: string, value: string][] {
  const [, query] = url.replace(/^[^:]+:\/\/([^:]+:[^@]+@)?/, '').split(/\?(.*)/s);
  if (query === undefined) return [];
  return query.split(/[&?]/).map((option) => {
    const [name = '', value = ''] = option.split(/=(.*)/s);
    return [name, value];
  });
}
