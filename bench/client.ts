import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { percentile } from './times.ts';
import type { Load, LoadRequest, Result } from './load.ts';

/**
 * Keeps connections busy, each with one request at a time. Bodies are counted, not decoded.
 * @throws Error if a connection breaks
 */
export async function sendRequests(load: Load): Promise<Result> {
  const end = performance.now() + load.seconds * 1000;
  const latencies: number[] = [];
  let sent = 0;
  let failed = 0;
  const work = async (): Promise<void> => {
    const connection = await open(load.origin);
    try {
      while (performance.now() < end) {
        const message = messageOf(load, sent);
        sent += 1;
        const started = performance.now();
        const status = await connection.ask(message);
        latencies.push(performance.now() - started);
        if (status >= 400) failed += 1;
        if (load.pause !== undefined) await delay(load.pause);
      }
    } finally {
      connection.close();
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: load.connections }, work));
  return {
    responded: latencies.length,
    failed,
    perSecond: latencies.length / ((performance.now() - started) / 1000),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

function messageOf({ requests, origin }: Load, number: number): string {
  const request = requests[number % requests.length];
  if (request === undefined) throw new RangeError('There is nothing to send');
  const filled = (text: string): string => text.replaceAll('{n}', String(number).padStart(12, '0'));
  const body = filled(request.body ?? '');
  return [
    `${request.method} ${request.path} HTTP/1.1`,
    `Host: ${new URL(origin).host}`,
    ...headersOf(request, body).map(([name, value]) => `${name}: ${filled(value)}`),
    '',
    body,
  ].join('\r\n');
}

const headersOf = ({ headers = {}, body }: LoadRequest, filled: string): [string, string][] => [
  ...Object.entries(headers),
  ...(body === undefined ? [] : [['Content-Length', String(Buffer.byteLength(filled))] as [string, string]]),
];

interface Connection {
  /** Sends a request; returns the status once the whole response has arrived. */
  ask(message: string): Promise<number>;
  close(): void;
}

async function open(origin: string): Promise<Connection> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  const responses = responsesOf(socket);
  return {
    async ask(message) {
      socket.write(message);
      const response = await responses.next();
      if (response.done === true) throw new Error(`${origin} closed the connection`);
      return response.value;
    },
    close: () => socket.destroy(),
  };
}

/** The statuses of complete responses, in order. */
async function* responsesOf(socket: Socket): AsyncGenerator<number, void, undefined> {
  let head = '';
  let status = 0;
  let missing = 0;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    if (missing > 0) {
      missing -= chunk.length;
    } else {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) continue;
      ({ status, missing } = readHead(head.slice(0, end)));
      missing -= head.length - end - 4;
      head = '';
    }
    if (missing === 0) yield status;
  }
}

/** @throws Error for a response without a length */
function readHead(head: string): { status: number; missing: number } {
  const status = Number(head.slice(9, 12));
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (length === undefined && status !== 204 && status !== 304)
    throw new Error(`The answer has no length: ${head}`);
  return { status, missing: Number(length ?? 0) };
}
