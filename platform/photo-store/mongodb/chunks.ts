import type { Collection, ObjectId } from 'mongodb';

import { PhotoStoreUnavailable } from '../port.ts';

/** A part of a file, as GridFS stores it. */
export interface Chunk {
  readonly files_id: ObjectId;
  readonly n: number;
  readonly data: Uint8Array;
}

export const chunkSize = 255 * 1024;
/** Chunks per answer of the server. By default it sends up to 16 MB at once. */
const batchSize = 4;

/** Returns views of the bytes, so that memory holds them only once. */
export function* chunksOf(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
}

/**
 * Reads a file's bytes a few chunks at a time, so that memory does not hold those that nobody has read yet.
 * @throws PhotoStoreUnavailable when chunks are missing, because the file may have been deleted meanwhile
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
