import { randomBytes } from 'node:crypto';

import type { EventStoreDBClient } from '@eventstore/db-client';

import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';

import { passing } from './connection.ts';
import { type Answer, type Message, StreamsClient, readAnswer, toRequest } from './messages.ts';
import type { ExpectedRevision } from '../port.ts';

/**
 * Appends once, all events or none.
 * @throws Error with gRPC's code when the connection fails first: whether they are in the log is then not known
 */
export type Append = (
  stream: string,
  expected: ExpectedRevision,
  messages: readonly Message[],
) => Promise<Answer>;

/**
 * All appends share one call, each with its own answer: four times as fast as a call each. Client 6.2.1 can do the
 * same, but keeps what waits for answers in one place for all clients and calls of the process: when a call is lost,
 * the appends of another fail with it, and their answers, or what was not sent yet, then throw where nobody can catch
 * it, and the process ends. Here a lost call fails its own appends, and nothing else.
 *
 * The node takes a call's appends one after the other, so that they are in the log in the order in which they were
 * asked for; also those that are asked for again after a lost call, if all of them are, at once.
 */
export function createAppend(client: EventStoreDBClient): Append {
  const calls = new WeakMap<AppendStream, Call>();
  let current: Promise<Call> | undefined;
  // One for each connection that the client makes; it makes another when one is lost, or the leader changes.
  const streams = new WeakMap<NodeConnection, AppendStream>();
  // `protected`, for the client's own subclasses; it makes none by a connection string.
  const inner = client as unknown as ClientCore;
  const open = inner.GRPCStreamCreator(
    StreamsClient,
    'appendToStream',
    (connection) => {
      const stream = connection.batchAppend(...inner.callArguments({}, { deadline: Infinity }));
      calls.set(
        stream,
        createCall(stream, () => {
          streams.delete(connection);
          current = undefined;
        }),
      );
      return stream;
    },
    streams,
  );
  const openCall = async () => {
    const call = calls.get(await open());
    if (!call) throw ended();
    return call;
  };
  // One promise for all callers: asked by each, the client would give the first caller its stream after the second.
  const obtain = () => {
    if (current) return current;
    const opening = openCall();
    opening.catch(() => {
      if (current === opening) current = undefined;
    });
    return (current = opening);
  };
  return async (stream, expected, messages) => (await obtain()).append(stream, expected, messages);
}

interface Call {
  readonly append: Append;
}

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

function createCall(stream: AppendStream, forget: () => void): Call {
  const waiting = new Map<string, Waiting>();
  const high = randomBytes(8).readBigInt64BE().toString();
  let last = 0;
  let failure: Error | undefined;

  const fail = (error: Error) => {
    if (failure) return;
    failure = error;
    forget();
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
  };
  stream.on('error', fail);
  stream.on('end', () => {
    fail(ended());
    stream.end();
  });
  stream.on('close', () => fail(ended()));
  stream.on('data', (response: BatchAppendResp) => {
    const { low, answer } = readAnswer(response);
    waiting.get(low)?.resolve(answer);
    waiting.delete(low);
  });

  return {
    append: (name, expected, messages) =>
      new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        const low = String((last += 1));
        waiting.set(low, { resolve, reject });
        stream.write(toRequest({ high, low }, name, expected, messages));
      }),
  };
}

const ended = () => passing('EventStoreDB has ended the call');

type NodeConnection = InstanceType<typeof StreamsClient>;
type AppendStream = ReturnType<NodeConnection['batchAppend']>;

interface ClientCore {
  /** Returns a function that opens a stream or reuses the open one. It tells the client when that stream is lost. */
  readonly GRPCStreamCreator: (
    service: typeof StreamsClient,
    name: string,
    create: (connection: NodeConnection) => AppendStream,
    cache: WeakMap<NodeConnection, AppendStream>,
  ) => () => Promise<AppendStream>;
  /** Credentials and the like. */
  readonly callArguments: (
    options: object,
    callOptions: { readonly deadline: number },
  ) => Parameters<NodeConnection['batchAppend']>;
}
