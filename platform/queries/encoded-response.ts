import type { IncomingMessage, ServerResponse, IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { createHash } from 'node:crypto';
import fresh from 'fresh';
import { once } from 'node:events';

import { rawHeaders, withOthers, type RawHeaders } from '../http/headers.ts';

interface Form {
  readonly bytes: Buffer;
  readonly headers: RawHeaders;
  /** The headers of a response without a body, for clients that have the content. */
  readonly headersAlone: RawHeaders;
}

/** A response as bytes, compressed at most once for each encoding. */
export interface EncodedResponse {
  /** Bytes in memory now. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly freshUntil: number;
  /**
   * Writes the response in an encoding that the request accepts, or 304. Adds those of `headers` that the response does
   * not have.
   */
  send(req: IncomingMessage, res: ServerResponse, headers: RawHeaders): Promise<void>;
}

export interface EncodingOptions {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** By default 200. */
  readonly status?: number;
  readonly freshUntil?: number | undefined;
  /** Called after a compressed form is added, because `size` has grown. */
  readonly grown?: () => void;
}

/** Bytes. Shorter responses are sent uncompressed. */
const worthCompressing = 1024;
const brotliQuality = 4;

/** Makes the bytes of a response, with a strong ETag for each encoding. */
export function encodeResponse({
  body: plain,
  headers,
  status = 200,
  freshUntil = Infinity,
  grown,
}: EncodingOptions): EncodedResponse {
  const hash = contentHash(plain);
  const forms: Partial<Record<Encoding, Form>> = {};
  /** Compressions in progress, shared by the requests that wait for them. */
  const coming: { [E in Encoding]?: Promise<Form> | undefined } = {};
  let size = plain.length;

  const addForm = (encoding: Encoding, bytes: Buffer): Form => {
    const headersAlone = rawHeaders({ ...headers, ETag: etagOf(hash, encoding) });
    const form = {
      bytes,
      headersAlone,
      headers: [
        ...headersAlone,
        'Content-Length',
        String(bytes.length),
        ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
      ],
    };
    forms[encoding] = form;
    return form;
  };
  const compressed = async (encoding: 'br' | 'gzip'): Promise<Form> => {
    try {
      const bytes = await compress(encoding, plain);
      size += bytes.length;
      const form = addForm(encoding, bytes);
      grown?.();
      return form;
    } finally {
      coming[encoding] = undefined;
    }
  };
  const formOf = (encoding: Encoding): Form | Promise<Form> =>
    forms[encoding] ??
    (encoding === 'identity' ? addForm(encoding, plain) : (coming[encoding] ??= compressed(encoding)));

  return {
    get size() {
      return size;
    },
    freshUntil,
    async send(req, res, extra) {
      const encoding = plain.length < worthCompressing ? 'identity' : chooseEncoding(req);
      const form = forms[encoding] ?? (await formOf(encoding));
      if (status === 200 && isKnown(req, hash)) {
        res.writeHead(304, withOthers(form.headersAlone, extra)).end();
        return;
      }
      res.writeHead(status, withOthers(form.headers, extra));
      if (req.method === 'HEAD') res.end();
      else res.end(form.bytes);
    },
  };
}

/** Best first. */
const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];

const etagOf = (hash: string, encoding: Encoding): string =>
  encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`;

/** Whether the client has the response: its ETag of any encoding matches. */
const isKnown = ({ headers }: IncomingMessage, hash: string): boolean =>
  headers['if-none-match'] !== undefined &&
  encodings.some((encoding) => knowsEtag(headers, etagOf(hash, encoding)));

function chooseEncoding(req: IncomingMessage): Encoding {
  const accepted = new Negotiator(req).encodings([...encodings]);
  return encodings.find((encoding) => accepted.includes(encoding)) ?? 'identity';
}

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };

const compress = (encoding: 'br' | 'gzip', bytes: Buffer): Promise<Buffer> =>
  encoding === 'br'
    ? compressors.br(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
    : compressors.gzip(bytes);

/**
 * Whether the client already has a response with this ETag. A request for a fresh response (`Cache-Control: no-cache`)
 * is treated the same, because the ETag changes with the content.
 */
export const knowsEtag = ({ 'if-none-match': known }: IncomingHttpHeaders, etag: string): boolean =>
  known !== undefined && fresh({ 'if-none-match': known }, { etag });

/** The part of an ETag that depends on the content. */
const contentHash = (content: Buffer): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22);

export interface StreamedResponseOptions {
  /** Bytes for the ETag: they differ whenever the response differs. */
  readonly body: Buffer;
  readonly pieces: () => AsyncIterable<string>;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A response that is produced while it is sent, no faster than the client reads it, so that only a little of it is in
 * memory. It is sent uncompressed.
 */
export function streamResponse({ body, pieces, headers }: StreamedResponseOptions): EncodedResponse {
  const etag = `"${contentHash(body)}"`;
  return {
    size: body.length,
    freshUntil: Infinity,
    async send(req, res, extra) {
      const all = withOthers(rawHeaders({ ...headers, ETag: etag }), extra);
      if (knowsEtag(req.headers, etag)) return void res.writeHead(304, all).end();
      if (req.method === 'HEAD') return void res.writeHead(200, all).end();
      try {
        await write(res, pieces(), () => res.writeHead(200, all));
      } catch (error) {
        // Before the first piece an error response is still possible; later the connection can only break off.
        if (res.headersSent) res.destroy();
        throw error;
      }
    },
  };
}

/** Stops when the client has disconnected. `begin`: called before the first piece is written. */
async function write(res: ServerResponse, pieces: AsyncIterable<string>, begin: () => void): Promise<void> {
  const gone = new Promise<void>((resolve) => res.once('close', resolve));
  for await (const piece of pieces) {
    if (res.destroyed) return;
    if (!res.headersSent) begin();
    if (!res.write(piece)) await Promise.race([once(res, 'drain'), gone]);
  }
  res.end();
}
