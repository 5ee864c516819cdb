import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import type { ApiResponse, Json } from '../api/client.ts';

/** A request byte by byte, so that it can be one that no client library would send. */
export interface WireRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

export interface Timed {
  readonly response: ApiResponse;
  /** Milliseconds until the whole response had arrived. */
  readonly ms: number;
}

export type Send = (request: WireRequest) => Promise<Timed>;

/** Sends over kept connections. `origin`: the server's. */
export function createSender(origin: string): Disposable & { readonly send: Send } {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(origin);

  const send: Send = ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const started = performance.now();
      const length = body === undefined ? {} : { 'Content-Length': String(body.length) };
      const options = { agent, hostname, port, method, path, headers: { ...length, ...headers } };
      const outgoing = httpRequest(options, (incoming) => {
        responseOf(incoming).then(
          (response) => resolve({ response, ms: performance.now() - started }),
          reject,
        );
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  return { send, [Symbol.dispose]: () => agent.destroy() };
}

async function responseOf(incoming: IncomingMessage): Promise<ApiResponse> {
  const headers = new Headers();
  const { rawHeaders, statusCode: status = 0 } = incoming;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  }
  const bytes = await buffer(incoming);
  const encoding = bytes.length === 0 ? null : headers.get('Content-Encoding');
  const text = (
    encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
  ).toString();
  const isJson = /^application\/(problem\+)?json\b/.test(headers.get('Content-Type') ?? '');
  return { status, headers, text, body: (isJson && text !== '' ? JSON.parse(text) : undefined) as Json };
}

/** A command that repeats the request; long or binary parts are shortened. */
export function toCommand({ method, path, headers, body }: WireRequest): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = Object.entries(headers)
    .filter(([name]) => name !== 'Authorization' && name !== 'Cookie')
    .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const data = body === undefined ? [] : [`--data-binary ${quoted(body.toString().slice(0, 2000))}`];
  return ['curl -i -X', method, ...lines, ...data, quoted(`$ORIGIN${path}`)].join(' ');
}
