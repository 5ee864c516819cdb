import { createRequire } from 'node:module';

import type * as Shared from '@eventstore/db-client/generated/shared_pb.js';
import type * as Services from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type * as Streams from '@eventstore/db-client/generated/streams_pb.js';

import type { ExpectedRevision } from '../port.ts';

// An ES module cannot import names from the client's generated code.
const require = createRequire(import.meta.url);
const generated = '@eventstore/db-client/generated';
const shared = require(`${generated}/shared_pb.js`) as typeof Shared;
export const { StreamsClient } = require(`${generated}/streams_grpc_pb.js`) as typeof Services;
const { BatchAppendReq } = require(`${generated}/streams_pb.js`) as typeof Streams;
const { Empty, MaximumAppendSizeExceeded, StreamIdentifier, UUID, WrongExpectedVersion } = shared;

/** An event as the node stores it. */
export interface Message {
  readonly id: string;
  readonly type: string;
  readonly data: object;
  readonly metadata: object;
}

/** Distinguishes the requests of a call: 128 bits, as two signed decimal numbers. */
export interface Correlation {
  readonly high: string;
  readonly low: string;
}

/** A whole append as one message of a call that carries many appends. */
export function toRequest(
  correlation: Correlation,
  stream: string,
  expected: ExpectedRevision,
  messages: readonly Message[],
): Streams.BatchAppendReq {
  const structured = new UUID.Structured();
  structured.setMostSignificantBits(correlation.high).setLeastSignificantBits(correlation.low);
  const options = new BatchAppendReq.Options();
  options.setStreamIdentifier(new StreamIdentifier().setStreamName(bytesOf(stream)));
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- The generated code has two classes of the empty message, with one encoding.
  if (expected === 'none') options.setNoStream(new Empty());
  else options.setStreamPosition(String(expected));
  // Has no deadline, which would be a time of day: the node's clock may differ.
  const request = new BatchAppendReq();
  request.setCorrelationId(new UUID().setStructured(structured));
  request.setOptions(options);
  request.setProposedMessagesList(messages.map(toProposed));
  return request.setIsFinal(true);
}

function toProposed({ id, type, data, metadata }: Message) {
  const proposed = new BatchAppendReq.ProposedMessage();
  proposed.getMetadataMap().set('type', type).set('content-type', 'application/json');
  proposed.setId(new UUID().setString(id));
  proposed.setCustomMetadata(bytesOf(JSON.stringify(metadata)));
  return proposed.setData(bytesOf(JSON.stringify(data)));
}

const encoder = new TextEncoder();
const bytesOf = (text: string): Uint8Array => encoder.encode(text);

export type Answer =
  | { readonly type: 'appended'; readonly revision: bigint; readonly position: bigint }
  | { readonly type: 'conflict'; readonly actual: ExpectedRevision }
  | { readonly type: 'too-large'; readonly most: number }
  /** A time-out within the node; the events may have been stored. */
  | { readonly type: 'timeout' }
  | { readonly type: 'refused'; readonly why: string };

/** Returns the lower half of the answered request's correlation, and the answer. */
export function readAnswer(response: Streams.BatchAppendResp): {
  readonly low: string;
  readonly answer: Answer;
} {
  const low = response.getCorrelationId()?.getStructured()?.getLeastSignificantBits() ?? '';
  return { low, answer: answerIn(response) };
}

const errorName = (name: string): string => `event_store.client.${name}`;

function answerIn(response: Streams.BatchAppendResp): Answer {
  const success = response.getSuccess();
  const position = success?.getPosition()?.getCommitPosition();
  if (success && position !== undefined) {
    return { type: 'appended', revision: BigInt(success.getCurrentRevision()), position: BigInt(position) };
  }
  const error = response.getError();
  const details = error?.getDetails();
  const name = details?.getTypeName() ?? '';
  const conflict = details?.unpack(
    (bytes) => WrongExpectedVersion.deserializeBinary(bytes),
    errorName('WrongExpectedVersion'),
  );
  if (conflict) {
    const known = conflict.hasCurrentStreamRevision();
    return { type: 'conflict', actual: known ? BigInt(conflict.getCurrentStreamRevision()) : 'none' };
  }
  const tooLarge = details?.unpack(
    (bytes) => MaximumAppendSizeExceeded.deserializeBinary(bytes),
    errorName('MaximumAppendSizeExceeded'),
  );
  if (tooLarge) return { type: 'too-large', most: tooLarge.getMaxappendsize() };
  if (name === errorName('Timeout')) return { type: 'timeout' };
  return { type: 'refused', why: error?.getMessage() || name || 'no position' };
}
