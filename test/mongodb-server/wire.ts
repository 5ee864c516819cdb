import { BSON, type Document } from 'mongodb';

/** One request, whichever of the two message forms it came in. */
export interface Request {
  readonly id: number;
  readonly command: Document;
  readonly form: 'msg' | 'query';
  /** The client expects no response. */
  readonly silent: boolean;
}

const opReply = 1;
const opQuery = 2004;
const opMsg = 2013;
const headerSize = 16;
const flags = { checksumPresent: 1, moreToCome: 2 } as const;

const parse = (bytes: Uint8Array): Document => BSON.deserialize(bytes, { useBigInt64: true });

/** Cuts a stream of bytes into requests. Returns the remaining bytes. */
export function takeRequests(bytes: Buffer): { readonly requests: Request[]; readonly rest: Buffer } {
  const requests: Request[] = [];
  let at = 0;
  while (bytes.length - at >= 4) {
    const size = bytes.readInt32LE(at);
    if (bytes.length - at < size) break;
    requests.push(parseRequest(bytes.subarray(at, at + size)));
    at += size;
  }
  return { requests, rest: bytes.subarray(at) };
}

function parseRequest(message: Buffer): Request {
  const id = message.readInt32LE(4);
  const code = message.readInt32LE(12);
  if (code === opQuery) {
    const documentAt = message.indexOf(0, headerSize + 4) + 1 + 8;
    return { id, command: parse(message.subarray(documentAt)), form: 'query', silent: false };
  }
  if (code !== opMsg) throw new Error(`The test server does not know opcode ${code}`);
  const bits = message.readUInt32LE(headerSize);
  const end = message.length - (bits & flags.checksumPresent ? 4 : 0);
  return {
    id,
    command: parseSections(message.subarray(headerSize + 4, end)),
    form: 'msg',
    silent: (bits & flags.moreToCome) !== 0,
  };
}

/** The body, with each sequence of documents as the field that it stands for. */
function parseSections(bytes: Buffer): Document {
  let command: Document = {};
  const sequences: Record<string, Document[]> = {};
  for (let at = 0; at < bytes.length;) {
    const kind = bytes[at];
    const size = bytes.readInt32LE(at + 1);
    const section = bytes.subarray(at + 1, at + 1 + size);
    if (kind === 0) command = parse(section);
    else Object.assign(sequences, parseSequence(section));
    at += 1 + size;
  }
  return { ...command, ...sequences };
}

function parseSequence(section: Buffer): Record<string, Document[]> {
  const nameEnd = section.indexOf(0, 4);
  const documents: Document[] = [];
  for (let at = nameEnd + 1; at < section.length;) {
    const size = section.readInt32LE(at);
    documents.push(parse(section.subarray(at, at + size)));
    at += size;
  }
  return { [section.toString('utf8', 4, nameEnd)]: documents };
}

/** The bytes of a response, in the form of its request. */
export function responseTo({ id, form }: Request, response: Document): Buffer {
  const body = BSON.serialize(response, { ignoreUndefined: true });
  const fixed = Buffer.alloc(form === 'msg' ? 5 : 20);
  if (form === 'query') fixed.writeInt32LE(1, 16);
  const header = Buffer.alloc(headerSize);
  header.writeInt32LE(headerSize + fixed.length + body.length, 0);
  header.writeInt32LE(id, 8);
  header.writeInt32LE(form === 'msg' ? opMsg : opReply, 12);
  return Buffer.concat([header, fixed, body]);
}
