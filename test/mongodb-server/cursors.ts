import type { Document } from 'mongodb';

import { ServerError } from './server-error.ts';

/** Returns the next documents of a cursor; `done` when there will be no more. */
export interface Source {
  readonly namespace: string;
  next(
    size: number,
    waitMs: number,
    signal: AbortSignal,
  ): Promise<{ documents: Document[]; done: boolean; token?: Document }>;
}

export interface Cursors {
  open(source: Source, batchSize: number): Promise<Document>;
  more(id: number, size: number, waitMs: number, signal: AbortSignal): Promise<Document>;
  kill(ids: readonly number[]): void;
  readonly size: number;
}

const defaultBatch = 101;

export function createCursors(): Cursors {
  const open = new Map<number, { readonly source: Source; readonly killed: AbortController }>();
  let last = 0;

  const batch = async (
    id: number,
    source: Source,
    name: 'firstBatch' | 'nextBatch',
    ask: readonly [size: number, waitMs: number, signal: AbortSignal],
  ): Promise<Document> => {
    const { documents, done, token } = await source.next(...ask);
    if (done) open.delete(id);
    const cursor = { id: BigInt(done ? 0 : id), ns: source.namespace, [name]: documents };
    return { cursor: token === undefined ? cursor : { ...cursor, postBatchResumeToken: token } };
  };

  return {
    open: (source, batchSize) => {
      last += 1;
      open.set(last, { source, killed: new AbortController() });
      return batch(last, source, 'firstBatch', [batchSize, 0, new AbortController().signal]);
    },
    more: async (id, size, waitMs, signal) => {
      const found = open.get(id);
      if (found === undefined) throw new ServerError(43, 'CursorNotFound', `cursor id ${id} not found`);
      const { source, killed } = found;
      const more = await batch(id, source, 'nextBatch', [
        size,
        waitMs,
        AbortSignal.any([signal, killed.signal]),
      ]);
      if (killed.signal.aborted) throw new ServerError(237, 'CursorKilled', `cursor id ${id} was killed`);
      return more;
    },
    kill: (ids) => {
      for (const id of ids) open.get(id)?.killed.abort();
      for (const id of ids) open.delete(id);
    },
    get size() {
      return open.size;
    },
  };
}

/** A cursor over given documents. */
export function listSource(namespace: string, documents: readonly Document[], singleBatch = false): Source {
  let at = 0;
  return {
    namespace,
    next: async (size) => {
      const taken = documents.slice(at, at + size);
      at += size;
      return { documents: taken, done: singleBatch || at >= documents.length };
    },
  };
}

export const batchSizeOf = (size: unknown, whenMissing = defaultBatch): number =>
  typeof size === 'number' || typeof size === 'bigint' ? Number(size) : whenMissing;
