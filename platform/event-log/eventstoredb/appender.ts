import { setTimeout as delay } from 'node:timers/promises';

import { type AppendResult, type EventData, NO_STREAM } from '@eventstore/db-client';
import pLimit from 'p-limit';

import {
  createClient,
  closed,
  isPassing,
  listenFor,
  longestGoodbye,
  noResponse,
  toUnavailable,
} from './connection.ts';
import type { ExpectedRevision } from '../port.ts';

/**
 * Appends once, all events or none. After a lost call it sends the append again, at most twice.
 * @throws LogUnavailable when the node cannot be reached, or has answered no append for the time-out
 * @throws any other error of the client
 */
type Append = (
  stream: string,
  expected: ExpectedRevision,
  events: readonly EventData[],
) => Promise<AppendResult>;

export interface Appender extends AsyncDisposable {
  readonly append: Append;
}

/**
 * Appends that the client has at once; the others wait here, in the order of the calls. A stream of the client buffers
 * 16 messages. Messages beyond that wait in the client, and if the connection is lost then, it throws errors that
 * nobody can catch, which end the process.
 */
const atOnce = 15;
/** Attempts per append. A repeat follows at once: the client has a new connection by then, or cannot get one. */
const attempts = 3;

/**
 * Appends with a client of its own. The client sends all appends over one call, so the node logs them in the order in
 * which they were requested. It stores the pending appends of a thread in one place, so a lost call fails the appends
 * of all calls. So a thread should append to only one log, and opens a call only after the previous one has ended.
 */
export function createAppender(url: string, timeoutMs: number): Appender {
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;
  let line: Line | undefined;
  let ending: Promise<void> | undefined;

  async function send(...args: Parameters<Append>): Promise<AppendResult> {
    if (isClosed) throw closed();
    await ending;
    line ??= openLine(url, timeoutMs, (ended) => {
      line = undefined;
      ending = ended;
    });
    return line.append(...args);
  }

  return {
    append(...args) {
      const response = send(...args);
      underWay.add(response);
      const over = () => void underWay.delete(response);
      response.then(over, over);
      return response;
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await Promise.allSettled(underWay);
      await line?.close();
      await ending;
    },
  };
}

interface Line {
  readonly append: Append;
  readonly close: () => Promise<void>;
}

/**
 * A client with its appends. When the node is silent for the time-out, or the client cannot reach it, the line closes
 * and all its appends fail. `onEnd` receives a promise that is fulfilled once the client has released its call.
 */
function openLine(url: string, timeoutMs: number, onEnd: (ended: Promise<void>) => void): Line {
  const client = createClient(url);
  const limit = pLimit(atOnce);
  const waiting = new Set<(error: Error) => void>();
  let listening: ReturnType<typeof listenFor> | undefined;
  let failure: Error | undefined;
  /** The number of lost calls, so that only the first append that notices a loss marks the call as lost. */
  let calls = 0;
  let isOpen = false;
  /** While the client opens its call, a second append would overtake the first, so the first is sent alone. */
  let opening: Promise<void> | undefined;

  const close = async () => {
    // Waits until calls are cancelled, which may need a response from the node.
    await Promise.race([client.dispose(), delay(longestGoodbye, undefined, { ref: false })]);
  };

  function end(error: Error): void {
    if (failure !== undefined) return;
    failure = error;
    listening?.end();
    limit.clearQueue();
    for (const reject of waiting) reject(error);
    waiting.clear();
    onEnd(close());
  }

  const sendOnce: Append = (stream, expected, events) =>
    client.appendToStream(stream, [...events], {
      expectedRevision: expected === 'none' ? NO_STREAM : expected,
      // Otherwise the client sends a time of day to the node, whose clock may differ.
      deadline: Infinity,
      // One message for each append, whatever its size.
      batchAppendSize: Infinity,
    });

  async function send(...args: Parameters<Append>): Promise<AppendResult> {
    let opened: (() => void) | undefined;
    try {
      for (let attempt = 1; ; attempt += 1) {
        while (opening !== undefined && opened === undefined) await opening;
        if (failure !== undefined) throw failure;
        if (!isOpen) opening ??= new Promise((resolve) => (opened = resolve));
        const call = calls;
        try {
          const response = await sendOnce(...args);
          heard();
          return response;
        } catch (error) {
          if (!isPassing(error)) {
            heard();
            throw error;
          }
          if (call === calls) {
            calls += 1;
            isOpen = false;
          }
          if (attempt < attempts) continue;
          if (opened !== undefined) end(toUnavailable(error, 'The event log cannot be written'));
          throw error;
        }
      }
    } finally {
      if (opened !== undefined) {
        opening = undefined;
        opened();
      }
    }
  }

  function heard(): void {
    isOpen = true;
    listening?.heard();
  }

  return {
    close,
    append: (...args) =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure);
        listening ??= listenFor(timeoutMs, () => end(noResponse(timeoutMs)));
        waiting.add(reject);
        const over = () => {
          waiting.delete(reject);
          if (waiting.size > 0) return;
          listening?.end();
          listening = undefined;
        };
        limit(() => send(...args))
          .then(resolve, reject)
          .finally(over);
      }),
  };
}
