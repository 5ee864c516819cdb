import type { Collection, ObjectId } from 'mongodb';

import { PhotoStoreUnavailable } from '../port.ts';

/** A part of a file, as GridFS keeps it. */
export interface Chunk {
  readonly files_id: ObjectId;
  readonly n: number;
  readonly data: Uint8Array;
}

export const chunkSize = 255 * 1024;
/** Chunks that a server sends at once: left to itself it sends as many as 16 MB of them. */
const batchSize = 4;

/** Views of the bytes: they are not in memory twice. */
export function* chunksOf(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
}

/**
 * A file's bytes, a few chunks at a time, so that what nobody has read yet is not in memory.
 * @throws PhotoStoreUnavailable when it is not whole: it may have been deleted meanwhile
 */
export async function* readChunks(
  chunks: Collection<Chunk>,
  { id, filename, size }: { readonly id: ObjectId; readonly filename: string; readonly size: number },
): AsyncGenerator<Uint8Array, void, undefined> {
  const options = { sort: { n: 1 }, batchSize, promoteBuffers: true } as const;
  let left = size;
  for await (const { data } of chunks.find({ files_id: id }, options)) {
    left -= data.length;
    yield data;
  }
  if (left !== 0) throw new PhotoStoreUnavailable(`${filename} is not whole in MongoDB`);
}
