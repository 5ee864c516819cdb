import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

import { contentHash, knowsEtag } from './etag.ts';
import type { ReadyAnswer } from './ready-answer.ts';

export interface AnswerInPiecesOptions {
  /** Bytes that differ when the answer differs, for its ETag. */
  readonly body: Buffer;
  readonly pieces: () => AsyncIterable<string>;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * An answer that is made while it is sent, no faster than its reader takes it, so that little of it is in memory. It is
 * sent uncompressed.
 */
export function answerInPieces({ body, pieces, headers }: AnswerInPiecesOptions): ReadyAnswer {
  const etag = `"${contentHash(body)}"`;
  return {
    size: body.length,
    freshUntil: Infinity,
    async send(req, res, extra) {
      const all = { ...extra, ...headers, ETag: etag };
      if (knowsEtag(req.headers, etag)) return void res.writeHead(304, all).end();
      if (req.method === 'HEAD') return void res.writeHead(200, all).end();
      try {
        await write(res, pieces(), () => res.writeHead(200, all));
      } catch (error) {
        // Before the first piece it can still be refused; later it can only break off.
        if (res.headersSent) res.destroy();
        throw error;
      }
    },
  };
}

/** Stops when the reader has gone. `begin`: called before the first piece is written. */
async function write(res: ServerResponse, pieces: AsyncIterable<string>, begin: () => void): Promise<void> {
  const gone = new Promise<void>((resolve) => res.once('close', resolve));
  for await (const piece of pieces) {
    if (res.destroyed) return;
    if (!res.headersSent) begin();
    if (!res.write(piece)) await Promise.race([once(res, 'drain'), gone]);
  }
  res.end();
}
