import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';

const livePath = '/socket.io/';

export const isLive = ({ url = '' }: IncomingMessage): boolean => url.startsWith(livePath);

const key = /^[+/0-9A-Za-z]{22}==$/;
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const tokens = new RegExp(`^${token}(?:, ?${token})*$`);

/** Whether a request is a handshake that the websocket library accepts. It would refuse others without our headers. */
const isHandshake = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers.upgrade?.toLowerCase() === 'websocket' &&
  key.test(headers['sec-websocket-key'] ?? '') &&
  headers['sec-websocket-version'] === '13' &&
  tokens.test(headers['sec-websocket-protocol'] ?? 'none');

/**
 * Passes websocket handshakes on to `live`. Any other `Upgrade` header is ignored, as RFC 9110 allows: the request is
 * answered as if it had none. `isResponding`: whether a connection has a response in progress.
 */
export function passUpgrades(server: Server, live: Server, isResponding: (socket: Socket) => boolean): void {
  server.on('upgrade', (request, duplex, head) => {
    // Node declares the type for servers of any kind of stream.
    if (!(duplex instanceof Socket)) return void duplex.destroy();
    const socket = duplex;
    // Node has already detached the connection from the earlier responses on it.
    if (isResponding(socket)) return void socket.destroy();
    if (isLive(request) && isHandshake(request) && live.emit('upgrade', request, socket, head)) return;
    // Without `close`, a client whose handshake was refused could hold the connection until the idle timeout.
    const more = isLive(request) ? ['Connection: close'] : [];
    socket.unshift(Buffer.concat([withoutUpgrade(request, more), head]));
    server.emit('connection', socket);
  });
}

/** The head of the request as it was sent, without the `Upgrade` header and with `more` lines. */
function withoutUpgrade(
  { method, url, httpVersion, rawHeaders }: IncomingMessage,
  more: readonly string[],
): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`, ...more];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}: ${rawHeaders[at + 1] ?? ''}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}
