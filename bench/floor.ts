import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { ownFile, startChild, type Child } from './child.ts';

/** Bytes: about the size of a page of a list. */
const bodySize = 30_000;

/** The minimum cost of a response from Node: no routes, no data, 30 kB in memory. Runs in a process of its own. */
export function serveFloor(): void {
  const body = Buffer.alloc(bodySize, 'x');
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': body.length });
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`listening at http://127.0.0.1:${port} \n`);
  });
  process.on('SIGTERM', () => process.exit(0));
}

export interface Floor extends Child {
  readonly origin: string;
}

export async function startFloor(): Promise<Floor> {
  const child = await startChild({ args: [ownFile(), 'floor'], announcement: /at (http:\S+) / });
  return { ...child, origin: child.announced };
}
