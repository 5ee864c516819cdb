import { randomBytes } from 'node:crypto';

import type { EventStoreDBClient } from '@eventstore/db-client';

import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';

import { passing } from './connection.ts';
import { type Answer, type Message, StreamsClient, readAnswer, toRequest } from './messages.ts';
import type { ExpectedRevision } from '../port.ts';

/**
 * Appends once, all events or none.
 * @throws Error with gRPC's code when the connection fails; it is then unknown whether the events were stored
 */
export type Append = (
  stream: string,
  expected: ExpectedRevision,
  messages: readonly Message[],
) => Promise<Answer>;

/**
 * All appends share one call, and each gets its own answer. This is four times as fast as one call per append.
 * Client 6.2.1 can do the same, but keeps all pending appends of the process in one place. When a call is lost there,
 * appends of other clients and calls fail too, and late answers or unsent messages throw errors that nobody can catch,
 * which end the process. Here a lost call fails only its own appends.
 *
 * The node handles the appends of a call in order, so they are logged in the order in which they were requested. This
 * also holds after a lost call, if all of its appends are repeated at once.
 */
export function createAppend(client: EventStoreDBClient): Append {
  const calls = new WeakMap<AppendStream, Call>();
  let current: Promise<Call> | undefined;
  // One per connection of the client. The client opens another when a connection is lost or the leader changes.
  const streams = new WeakMap<NodeConnection, AppendStream>();
  // These members are `protected`, meant for subclasses; but `connectionString` never creates a subclass.
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
  // All callers share one promise: if each asked the client, the first would get its stream after the second.
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
