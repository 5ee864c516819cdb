import { createRequire } from 'node:module';

import type * as ServerFeatures from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type * as ServerFeaturesService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type * as Shared from '@eventstore/db-client/generated/shared_pb.js';
import type * as Status from '@eventstore/db-client/generated/status_pb.js';
import type * as Services from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type * as Streams from '@eventstore/db-client/generated/streams_pb.js';
import type * as Grpc from '@grpc/grpc-js';
import type * as AnyMessage from 'google-protobuf/google/protobuf/any_pb.js';

// An ES module cannot import names from generated code.
const require = createRequire(import.meta.url);
const generated = '@eventstore/db-client/generated';
const { Server, ServerCredentials } = require('@grpc/grpc-js') as typeof Grpc;
const { Any } = require('google-protobuf/google/protobuf/any_pb.js') as typeof AnyMessage;
const { AllStreamPosition, StreamIdentifier, WrongExpectedVersion, MaximumAppendSizeExceeded } = require(
  `${generated}/shared_pb.js`,
) as typeof Shared;
const { Status: StatusMessage } = require(`${generated}/status_pb.js`) as typeof Status;
const { StreamsService } = require(`${generated}/streams_grpc_pb.js`) as typeof Services;
const { BatchAppendResp, ReadReq, ReadResp } = require(`${generated}/streams_pb.js`) as typeof Streams;
const features = require(`${generated}/serverfeatures_pb.js`) as typeof ServerFeatures;
const { ServerFeaturesService: featuresService } = require(
  `${generated}/serverfeatures_grpc_pb.js`,
) as typeof ServerFeaturesService;

type Proposed = Streams.BatchAppendReq.ProposedMessage;

interface Stored {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  readonly message: Proposed;
}

export interface FakeNode extends AsyncDisposable {
  /** A connection string for it. */
  readonly url: string;
  readonly port: number;
  /** The names of the streams in the order in which their events were stored, without the log's own id. */
  stored(): string[];
  /** Appends that have arrived without a response yet, and the most at once. */
  readonly pending: { now: number; most: number };
  /**
   * Called for each append after it is stored, with the function that sends its response. By default answers are sent
   * at once, in order.
   */
  responding: (send: () => void) => void;
}

const most = 1_048_576;

/**
 * Answers appends, and reads of streams and of the end of `$all`, as one node of EventStoreDB does, from memory. It has
 * no subscriptions. Tests without a node use it for behaviour that only depends on when responses come.
 */
export async function startFakeNode(): Promise<FakeNode> {
  const events: Stored[] = [];
  const lastOf = (stream: string) => events.findLast((event) => event.stream === stream);

  function responseTo(request: Streams.BatchAppendReq): Streams.BatchAppendResp {
    const options = request.getOptions();
    const identifier = options?.getStreamIdentifier();
    const stream = nameIn(identifier);
    const response = new BatchAppendResp();
    response.setCorrelationId(request.getCorrelationId()).setStreamIdentifier(identifier);
    const messages = request.getProposedMessagesList();
    if (request.serializeBinary().length > most) return response.setError(tooLarge());
    const expected = options?.hasNoStream() === true ? -1 : Number(options?.getStreamPosition());
    const actual = lastOf(stream)?.revision ?? -1;
    if (actual !== expected) {
      const earlier = events.filter((event) => event.stream === stream).slice(expected + 1);
      const isSame = messages.every((message, at) => idOf(message) === idOf(earlier[at]?.message));
      return isSame ? succeeded(response, earlier[messages.length - 1]) : response.setError(conflict(actual));
    }
    for (const [at, message] of messages.entries()) {
      const position = 100 * (events.length + 1);
      events.push({ stream, revision: expected + 1 + at, position, message });
    }
    return succeeded(response, events.at(-1));
  }

  const node: FakeNode = {
    url: '',
    port: 0,
    stored: () => events.map(({ stream }) => stream).filter((stream) => !stream.endsWith('log-identity')),
    pending: { now: 0, most: 0 },
    responding: (send) => send(),
    async [Symbol.asyncDispose]() {
      server.forceShutdown();
    },
  };

  const server = new Server();
  server.addService(featuresService, {
    getSupportedMethods(_: unknown, respond: Grpc.sendUnaryData<ServerFeatures.SupportedMethods>) {
      const method = new features.SupportedMethod();
      method.setServiceName('event_store.client.streams.Streams').setMethodName('batchappend');
      respond(
        null,
        new features.SupportedMethods().setMethodsList([method]).setEventStoreServerVersion('23'),
      );
    },
  });
  server.addService(StreamsService, {
    batchAppend(call: Grpc.ServerDuplexStream<Streams.BatchAppendReq, Streams.BatchAppendResp>) {
      call.on('error', () => undefined);
      call.on('data', (request: Streams.BatchAppendReq) => {
        const response = responseTo(request);
        const { pending } = node;
        pending.now += 1;
        pending.most = Math.max(pending.most, pending.now);
        node.responding(() => {
          pending.now -= 1;
          call.write(response);
        });
      });
      call.on('end', () => call.end());
    },
    read(call: Grpc.ServerWritableStream<Streams.ReadReq, Streams.ReadResp>) {
      const options = call.request.getOptions();
      const stream =
        options?.hasStream() === true ? nameIn(options.getStream()?.getStreamIdentifier()) : undefined;
      const found = events.filter((event) => stream === undefined || event.stream === stream);
      if (stream !== undefined && found.length === 0) {
        const missing = new ReadResp.StreamNotFound().setStreamIdentifier(identifierOf(stream));
        call.write(new ReadResp().setStreamNotFound(missing));
      }
      if (options?.getReadDirection() === ReadReq.Options.ReadDirection.BACKWARDS) found.reverse();
      for (const event of found) call.write(new ReadResp().setEvent(toRead(event)));
      call.end();
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return Object.assign(node, { port, url: `esdb://127.0.0.1:${port}?tls=false` });
}

const nameIn = (identifier: Shared.StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString();

const identifierOf = (stream: string) => new StreamIdentifier().setStreamName(Buffer.from(stream));

const idOf = (message: Proposed | undefined): string | undefined => message?.getId()?.getString();

function succeeded(response: Streams.BatchAppendResp, last: Stored | undefined): Streams.BatchAppendResp {
  const position = new AllStreamPosition();
  position.setCommitPosition(String(last?.position)).setPreparePosition(String(last?.position));
  const success = new BatchAppendResp.Success();
  return response.setSuccess(success.setCurrentRevision(String(last?.revision)).setPosition(position));
}

function errorOf(bytes: Uint8Array, name: string): Status.Status {
  const details = new Any();
  details.pack(bytes, `event_store.client.${name}`);
  return new StatusMessage().setDetails(details);
}

function conflict(actual: number): Status.Status {
  const error = new WrongExpectedVersion();
  if (actual >= 0) error.setCurrentStreamRevision(String(actual));
  return errorOf(error.serializeBinary(), 'WrongExpectedVersion');
}

const tooLarge = (): Status.Status =>
  errorOf(
    new MaximumAppendSizeExceeded().setMaxappendsize(most).serializeBinary(),
    'MaximumAppendSizeExceeded',
  );

function toRead({ stream, revision, position, message }: Stored): Streams.ReadResp.ReadEvent {
  const event = new ReadResp.ReadEvent.RecordedEvent();
  event.setId(message.getId()).setStreamIdentifier(identifierOf(stream)).setStreamRevision(String(revision));
  event.setCommitPosition(String(position)).setPreparePosition(String(position));
  const metadata = event.getMetadataMap();
  metadata.set('type', message.getMetadataMap().get('type') ?? '').set('created', '0');
  metadata.set('content-type', 'application/json');
  event.setCustomMetadata(message.getCustomMetadata()).setData(message.getData());
  return new ReadResp.ReadEvent().setEvent(event).setCommitPosition(String(position));
}
