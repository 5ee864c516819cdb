import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, test } from 'vitest';

import { asError } from '#contracts/shared/as-error';

import { openRaw } from '../../test/security/raw.ts';
import { streamResponse } from './encoded-response.ts';

/** A server that answers every request with this response. */
async function serving(pieces: () => AsyncIterable<string>) {
  const response = streamResponse({ body: Buffer.from('[1,2]'), pieces, headers: {} });
  const sent: Promise<string>[] = [];
  const server = createServer((req, res) => {
    const sending = response.send(req, res, []).then(
      () => 'sent',
      (error: unknown) => asError(error).message,
    );
    sent.push(sending);
    void sending.then((how) => {
      if (!res.headersSent) res.writeHead(503).end(how);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('it is sent completely', async () => {
  await using world = await serving(async function* () {
    yield '[1,';
    yield '2]';
  });
  expect(await (await fetch(world.origin)).json()).toEqual([1, 2]);
  expect(await world.sent[0]).toBe('sent');
});

test('a failure before the first piece still gets an error answer', async () => {
  // oxlint-disable-next-line require-yield -- the first piece fails
  await using world = await serving(async function* () {
    throw new Error('unavailable');
  });
  const response = await fetch(world.origin);
  expect([response.status, await response.text()]).toEqual([503, 'unavailable']);
});

test('a later failure breaks the answer off', async () => {
  await using world = await serving(async function* () {
    yield '[1,';
    throw new Error('unreadable');
  });
  await expect(fetch(world.origin).then((response) => response.text())).rejects.toThrow();
  expect(await world.sent[0]).toBe('unreadable');
});

test('a reader that stops reading stops the production of pieces, and ends it by disconnecting', async () => {
  let made = 0;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  await using world = await serving(async function* () {
    try {
      for (;;) {
        made += 1;
        yield 'x'.repeat(1_000_000);
        // Lets the system take the piece.
        await new Promise((resolve) => setImmediate(resolve));
      }
    } finally {
      end();
    }
  });
  using reader = openRaw(world.origin);
  reader.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await reader.until(/200 OK/);
  reader.socket.pause();
  let before = -1;
  await expect
    .poll(() => {
      const isQuiet = made === before;
      before = made;
      return isQuiet;
    })
    .toBe(true);
  // The system's buffers on both ends hold some pieces.
  expect(made).toBeLessThan(30);
  reader.socket.destroy();
  await ended;
});
