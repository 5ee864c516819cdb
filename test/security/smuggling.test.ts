import { describe, expect, it } from 'vitest';

import { startForFile } from '../api/server.ts';
import { expectHeadersOfEveryResponse, openRaw, statusesIn } from './raw.ts';

/** Requests with an ambiguous end: what one server reads as a body, another reads as the next request. */

const server = await startForFile({ PUBLIC_ORIGIN: 'https://lightfall.test' });
const anna = await server.register('Anna');

/** A request hidden in the body of another one. */
const hidden = 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Hidden: yes\r\n\r\n';
const chunked = `0\r\n\r\n${hidden}`;
const post = (headers: string, body: string) =>
  `POST /auth/logout HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;

async function responsesTo(bytes: string): Promise<number[]> {
  using connection = openRaw(server.origin);
  connection.socket.write(bytes, 'latin1');
  return statusesIn(await connection.closed());
}

describe('a request with two ends', () => {
  it.each([
    ['a length and chunks', post(`Content-Length: ${chunked.length}\r\nTransfer-Encoding: chunked`, chunked)],
    ['chunks and a length', post('Transfer-Encoding: chunked\r\nContent-Length: 4', chunked)],
    ['two lengths', post(`Content-Length: 0\r\nContent-Length: ${hidden.length}`, hidden)],
    ['a list of lengths', post(`Content-Length: 0, ${hidden.length}`, hidden)],
    ['a length with a sign', post('Content-Length: +0', hidden)],
    ['a negative length', post('Content-Length: -1', hidden)],
    ['a length in hex', post('Content-Length: 0x0', hidden)],
    ['a length with something after it', post('Content-Length: 0 x', hidden)],
    ['a length beyond all numbers', post(`Content-Length: ${'9'.repeat(30)}`, hidden)],
    ['a blank before the colon', post('Transfer-Encoding : chunked', chunked)],
    ['another coding first', post('Transfer-Encoding: identity, chunked\r\nContent-Length: 4', chunked)],
    ['chunks not last', post('Transfer-Encoding: chunked, identity', chunked)],
    ['chunks twice', post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', chunked)],
    ['a coding nobody knows', post('Transfer-Encoding: xchunked', chunked)],
    ['a header on two lines', post('Transfer-Encoding:\r\n chunked\r\nContent-Length: 4', chunked)],
    ['a vertical tab', post('Transfer-Encoding:\u000bchunked', chunked)],
    ['line feeds alone', `POST /auth/logout HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\n${chunked}`],
    ['a chunk of no length', post('Transfer-Encoding: chunked', `x\r\n\r\n${hidden}`)],
    ['a chunk of a negative length', post('Transfer-Encoding: chunked', `-1\r\n\r\n${hidden}`)],
    ['a chunk beyond all numbers', post('Transfer-Encoding: chunked', `${'f'.repeat(20)}\r\n\r\n${hidden}`)],
    ['no host', `GET /healthz HTTP/1.1\r\n\r\n${hidden}`],
    ['two hosts', `GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n${hidden}`],
    ['the same host twice', `GET /api/stats HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n${hidden}`],
    [
      'two hosts for a socket',
      `GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n${hidden}`,
    ],
    ['a NUL in a header', `GET /healthz HTTP/1.1\r\nHost: x\r\nA: b\u0000c\r\n\r\n${hidden}`],
    ['a line break in the path', `GET /he\r\nX: /althz HTTP/1.1\r\nHost: x\r\n\r\n${hidden}`],
    ['a version nobody knows', `GET /healthz HTTP/2.5\r\nHost: x\r\n\r\n${hidden}`],
  ])('%s is refused, the connection closed, and no part of it answered', async (_what, bytes) => {
    const responses = await responsesTo(bytes);
    expect(responses).toHaveLength(1);
    expect(responses[0]).toBeGreaterThanOrEqual(400);
    expect(responses[0]).toBeLessThan(500);
  });

  it.each([
    ['with a length that is no number', post('Content-Length: x', '')],
    ['without a host', 'GET /api/stats HTTP/1.1\r\n\r\n'],
  ])('%s is answered with a problem document and the headers of every answer', async (_what, bytes) => {
    using connection = openRaw(server.origin);
    connection.socket.write(bytes);
    const text = await connection.closed();
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(text).toContain('Content-Type: application/problem+json\r\n');
    expectHeadersOfEveryResponse(text);
    expect(text).toContain('Connection: close\r\n');
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: 400, code: 'invalid' });
  });
});

describe('an unread body', () => {
  it('is never parsed as the next request', async () => {
    // Refused before the body is read, by sender, size, type or path.
    const bodies = [
      post(`Content-Length: ${hidden.length}`, hidden),
      `POST /api/cities HTTP/1.1\r\nHost: x\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
      `POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
      `GET /api/cities HTTP/1.1\r\nHost: x\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
      `PUT /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
      `POST /api/cities HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${anna.accessToken}\r\nContent-Type: text/plain\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
      `POST /socket.io/?EIO=4&transport=polling&sid=x HTTP/1.1\r\nHost: x\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    ];
    for (const bytes of bodies) {
      using connection = openRaw(server.origin);
      connection.socket.write(bytes);
      connection.socket.write('GET /api/stats HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      const text = await connection.closed();
      // One response to it and one to the next request, or the connection closed in between.
      const statuses = statusesIn(text);
      expect(statuses.length, bytes).toBeLessThanOrEqual(2);
      expect(text.includes('{"status":"ok"}'), bytes).toBe(bytes.startsWith('PUT /healthz'));
    }
  });

  it('of unknown size ends where its chunks end', async () => {
    using connection = openRaw(server.origin);
    connection.socket.write(post('Transfer-Encoding: chunked', '2\r\n{}\r\n0\r\n\r\n'));
    connection.socket.write('GET /api/stats HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(statusesIn(await connection.closed())).toEqual([204, 200]);
  });
});

describe('headers', () => {
  it('beyond 16 kB are refused', async () => {
    const responses = await responsesTo(`GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(responses).toEqual([431]);
  });
  it('that are unknown are ignored, including Expect', async () => {
    using connection = openRaw(server.origin);
    connection.socket.write(
      'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: the-moon\r\nConnection: close\r\n\r\n',
    );
    expect(statusesIn(await connection.closed())).toEqual([200]);
  });
  it('cannot be added to an answer by a request', async () => {
    for (const path of [
      '/api/login?x=%0d%0aSet-Cookie:%20a=b',
      '/%0d%0aSet-Cookie:%20a=b',
      '/api/cities?search=%0d%0aX:%20y',
    ]) {
      const response = await fetch(`${server.origin}${path}`, { redirect: 'manual' });
      expect(response.headers.get('Set-Cookie')).toBeNull();
      expect(response.headers.get('X')).toBeNull();
      await response.text();
    }
  });
  const upgrading = (start: string, upgrade: string, rest: string) =>
    `${start} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: ${upgrade}\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n${rest}`;
  const last = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  it.each(['h2c', 'TLS/1.0', 'websocket'])(
    'that ask for %s change nothing, not even for later requests',
    async (upgrade) => {
      using connection = openRaw(server.origin);
      connection.socket.write(upgrading('GET /api/stats', upgrade, '\r\n'));
      await connection.until(/"cities":/);
      const body = '{"email":"nobody@example.com","password":"wrong"}';
      const type = 'Content-Type: application/json\r\n';
      connection.socket.write(
        upgrading('POST /auth/login', upgrade, `${type}Content-Length: ${body.length}\r\n\r\n${body}${last}`),
      );
      expect(statusesIn(await connection.closed())).toEqual([200, 401, 200]);
    },
  );
  it.each(['h2c', 'websocket'])(
    'that ask for %s before an answer came close the connection',
    async (upgrade) => {
      using connection = openRaw(server.origin);
      connection.socket.write(
        `GET /api/stats HTTP/1.1\r\nHost: x\r\n\r\n${upgrading('GET /api/stats', upgrade, '\r\n')}`,
      );
      expect(statusesIn(await connection.closed()).length).toBeLessThanOrEqual(1);
    },
  );
});
