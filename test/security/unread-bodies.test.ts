import { once } from 'node:events';

import { expect, it } from 'vitest';

import { missingId } from '../api/given.ts';
import { startForFile } from '../api/server.ts';
import { openRaw, statusesIn } from './raw.ts';

/** Unread bodies: after refusing a request, the server does not continue to read. */

const server = await startForFile();
const anna = await server.register('Anna');

const megabyte = 1024 * 1024;
const piece = Buffer.from(`10000\r\n${'x'.repeat(65_536)}\r\n`);

/** Sends a request's head, then endless chunks. Returns the response once the other end has closed. */
async function sendWithoutEnd(head: readonly string[]): Promise<{ text: string; sent: number }> {
  using connection = openRaw(server.origin);
  const { socket } = connection;
  const over = new AbortController();
  const closed = connection.closed().then((text) => {
    over.abort();
    return text;
  });
  socket.write([...head, 'Host: x', 'Transfer-Encoding: chunked', '', ''].join('\r\n'));
  while (!over.signal.aborted && socket.bytesWritten < 500 * megabyte) {
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
  }
  return { text: await closed, sent: socket.bytesWritten };
}

// The operating system's buffers on both ends accept data that nobody reads.
const muchLessThanEndless = 30 * megabyte;

const upload = `POST /api/locations/${missingId}/photos HTTP/1.1`;
const json = 'Content-Type: application/json';

it.each([
  ['401', 401, [upload, json]],
  ['401 of a small body', 401, ['POST /api/cities HTTP/1.1', json]],
  ['404 of a path that nobody knows', 404, ['POST /api/nothing HTTP/1.1', json]],
  ['405', 405, ['POST /api/stats HTTP/1.1', json]],
] as const)('%s ends an endless body', async (_, status, head) => {
  const { text, sent } = await sendWithoutEnd(head);
  expect(statusesIn(text)).toEqual([status]);
  expect(sent).toBeLessThan(muchLessThanEndless);
});

it('a query with an endless body is closed after its answer', async () => {
  const { text, sent } = await sendWithoutEnd(['GET /api/stats HTTP/1.1']);
  expect(statusesIn(text)).toEqual([200]);
  expect(sent).toBeLessThan(muchLessThanEndless);
});

it('a body that is too long is cut off at the limit', async () => {
  for (const [line, status] of [
    ['POST /auth/login HTTP/1.1', 413],
    ['POST /api/cities HTTP/1.1', 413],
  ] as const) {
    const { text, sent } = await sendWithoutEnd([line, json, `Authorization: Bearer ${anna.accessToken}`]);
    expect(statusesIn(text)).toEqual([status]);
    expect(sent).toBeLessThan(muchLessThanEndless);
  }
});

it('a client that declares a length can read the refusal, and continue', async () => {
  const sends = [1, 7, 12].map((length) =>
    fetch(`${server.origin}/api/locations/${missingId}/photos`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: Buffer.alloc(length * megabyte, ' '),
    }),
  );
  expect((await Promise.all(sends)).map(({ status }) => status)).toEqual([401, 401, 401]);
});

it('a client without a declared length can do the same if its body is no longer than an upload', async () => {
  for (const [head, status] of [
    [[upload, json], 401],
    [['POST /api/cities HTTP/1.1', json, `Authorization: Bearer ${anna.accessToken}`], 413],
  ] as const) {
    using connection = openRaw(server.origin);
    const { socket } = connection;
    const responded = connection.closed();
    socket.write([...head, 'Host: x', 'Transfer-Encoding: chunked', '', ''].join('\r\n'));
    for (let sent = 0; sent < 7 * megabyte && !socket.destroyed; sent += 65_536) {
      if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => undefined), responded]);
    }
    socket.write('0\r\n\r\nGET /api/stats HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(statusesIn(await responded)).toEqual([status, 200]);
  }
});
