import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

export interface Proxy extends AsyncDisposable {
  readonly origin: string;
  /** Sets the addresses of the processes, which get requests in turn. */
  setTargets(targets: Targets): void;
}

interface Targets {
  readonly command: readonly string[];
  readonly query: readonly string[];
}

/** The rule of nginx.conf: reads go to a query process, everything else, and sessions, to a command process. */
function serviceOf({ method, url = '/' }: IncomingMessage): keyof Targets {
  const path = url.split('?', 1)[0] ?? '/';
  if (path.startsWith('/socket.io/')) return 'query';
  if (path.startsWith('/auth/') || path === '/api/login') return 'command';
  return method === 'GET' || method === 'HEAD' ? 'query' : 'command';
}

/** One entry point to several processes, without sticky sessions. */
export async function startProxy(): Promise<Proxy> {
  let targets: Targets = { command: [], query: [] };
  let turn = 0;
  const next = (request: IncomingMessage): URL => {
    const all = targets[serviceOf(request)];
    return new URL(all[(turn += 1) % all.length] ?? 'http://127.0.0.1:1');
  };
  const sockets = new Set<Socket>();

  const server = createServer((request, response) => {
    const { hostname, port } = next(request);
    const { method, url, headers } = request;
    const onward = httpRequest({ hostname, port, method, path: url, headers }, (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(response);
    });
    onward.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    request.pipe(onward);
  });
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const { hostname, port } = next(request);
    const onward = connect(Number(port), hostname, () => {
      const lines = [`${request.method} ${request.url} HTTP/1.1`];
      for (let at = 0; at < request.rawHeaders.length; at += 2) {
        lines.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`);
      }
      onward.write(`${lines.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    for (const each of [socket, onward]) {
      sockets.add(each);
      each.on('error', () => undefined);
      each.on('close', () => {
        sockets.delete(each);
        socket.destroy();
        onward.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setTargets: (given) => void (targets = given),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
