import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

type Encoding = 'br' | 'gzip' | 'identity';

interface Form {
  readonly bytes: Buffer;
  readonly headers: OutgoingHttpHeaders;
}

/** An answer as bytes, compressed at most once for all who ask. */
export interface ReadyAnswer {
  /** Bytes held now. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly freshUntil: number;
  /** Writes it as the request can take it, or 304; `headers` go along with it. */
  send(req: IncomingMessage, res: ServerResponse, headers: OutgoingHttpHeaders): Promise<void>;
}

export interface ReadyAnswerOptions {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly freshUntil?: number | undefined;
  /** Told when a compressed form was made and more bytes are held. */
  readonly grown?: () => void;
}

/** What is shorter is sent as it is. */
const worthCompressing = 1024;
const brotliQuality = 4;

/** Makes the bytes of an answer: a strong ETag for each form. */
export function readyAnswer({
  body,
  headers,
  freshUntil = Infinity,
  grown,
}: ReadyAnswerOptions): ReadyAnswer {
  const plain = Buffer.from(body);
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  const forms: Partial<Record<Encoding, Form>> = {};
  /** Being compressed: whoever asks meanwhile waits for the same bytes. */
  const coming: Partial<Record<Encoding, Promise<Form>>> = {};
  let size = plain.length;

  const keep = (encoding: Encoding, bytes: Buffer): Form => {
    const form = {
      bytes,
      headers: {
        ...headers,
        ETag: encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`,
        'Content-Length': bytes.length,
        ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
      },
    };
    forms[encoding] = form;
    return form;
  };
  const compressed = async (encoding: 'br' | 'gzip'): Promise<Form> => {
    try {
      const bytes = await compress(encoding, plain);
      size += bytes.length;
      const form = keep(encoding, bytes);
      grown?.();
      return form;
    } finally {
      delete coming[encoding];
    }
  };
  const formOf = (encoding: Encoding): Form | Promise<Form> =>
    forms[encoding] ??
    (encoding === 'identity' ? keep(encoding, plain) : (coming[encoding] ??= compressed(encoding)));

  return {
    get size() {
      return size;
    },
    freshUntil,
    async send(req, res, extra) {
      const encoding = plain.length < worthCompressing ? 'identity' : chooseEncoding(req);
      const form = forms[encoding] ?? (await formOf(encoding));
      if (isKnown(req.headers['if-none-match'], hash)) {
        const { 'Content-Length': _length, 'Content-Encoding': _encoding, ...rest } = form.headers;
        res.writeHead(304, { ...extra, ...rest }).end();
        return;
      }
      res.writeHead(200, { ...extra, ...form.headers });
      if (req.method === 'HEAD') res.end();
      else res.end(form.bytes);
    },
  };
}

/** The forms of one answer share a hash: whoever has any of them has the answer. */
const isKnown = (header: string | undefined, hash: string): boolean =>
  header !== undefined &&
  (header.includes(`"${hash}"`) || header.includes(`"${hash}-`) || header.trim() === '*');

function chooseEncoding({ headers }: IncomingMessage): Encoding {
  const accepted = headers['accept-encoding'];
  if (typeof accepted !== 'string') return 'identity';
  for (const encoding of ['br', 'gzip'] as const) {
    const offer = accepted.split(',').find((part) => part.trim().split(';', 1)[0]?.trim() === encoding);
    if (offer !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(offer)) return encoding;
  }
  return 'identity';
}

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };

const compress = (encoding: 'br' | 'gzip', bytes: Buffer): Promise<Buffer> =>
  encoding === 'br'
    ? compressors.br(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
    : compressors.gzip(bytes);
