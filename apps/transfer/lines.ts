import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type * as z from 'zod/mini';

import { TransferError, type Sum } from './format.ts';

/** Writes values as JSON lines as they arrive. Fulfilled once they are on disk. */
export async function writeLines(path: string, values: AsyncIterable<unknown>): Promise<Sum> {
  const hash = createHash('sha256');
  let [lines, bytes] = [0, 0];
  async function* encoded(): AsyncGenerator<Buffer> {
    for await (const value of values) {
      const line = Buffer.from(`${JSON.stringify(value)}\n`);
      hash.update(line);
      lines += 1;
      bytes += line.length;
      yield line;
    }
  }
  await pipeline(Readable.from(encoded()), createWriteStream(path, { mode: 0o600, flush: true }));
  return { lines, bytes, sha256: hash.digest('hex') };
}

const newline = 10;
/** Bytes; no valid line is longer. */
const longestLine = 1024 * 1024;

/**
 * Reads the values of a JSON lines file. (node:readline would also split at characters that JSON does not escape.)
 * @throws TransferError for an invalid line
 */
export async function* readLines<S extends z.ZodMiniType>(
  path: string,
  schema: S,
): AsyncGenerator<z.infer<S>> {
  let number = 0;
  let rest: Buffer = Buffer.alloc(0);
  const parse = (line: Buffer): z.infer<S> => {
    number += 1;
    try {
      return schema.parse(JSON.parse(line.toString()));
    } catch (error) {
      throw new TransferError(`${path}, line ${number}, is damaged`, { cause: error });
    }
  };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let at = rest.indexOf(newline); at >= 0; at = rest.indexOf(newline, from)) {
      yield parse(rest.subarray(from, at));
      from = at + 1;
    }
    rest = rest.subarray(from);
    if (rest.length > longestLine) throw new TransferError(`${path} holds a line that is too long`);
  }
  if (rest.length > 0) throw new TransferError(`${path} ends in the middle of a line`);
}

/** SHA-256 (hex) and number of the bytes of a stream, and how many of them end a line. */
export async function sumOf(stream: Readable): Promise<Sum> {
  const hash = createHash('sha256');
  let [lines, bytes] = [0, 0];
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) lines += 1;
  }
  return { lines, bytes, sha256: hash.digest('hex') };
}

/** The same text for equal values, whatever the order of their fields. */
export const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => {
    if (Array.isArray(inner)) return inner.map((each) => sorted(each)).sort();
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
