import { describe, expect, it } from 'vitest';

import { givenPublicLocation } from '../api/given.ts';
import { addPhoto } from '../api/pictures.ts';
import { startForFile, startServer } from '../api/server.ts';
import { calls, pathOf } from './operations.ts';
import { expectHeadersOfEveryResponse, openRaw, statusesIn } from './raw.ts';

/** The security headers of every kind of answer. */

const server = await startForFile({ PUBLIC_ORIGIN: 'https://lightfall.test' });
const anna = await server.register('Anna');
/** A person whose own requests may sign them out. */
const ben = await server.register('Ben');
const { id: place } = await givenPublicLocation(server);
anna.follow(server.admin);
const picture = (await addPhoto(anna, place)).body.url;

async function headersOf(path: string, init: RequestInit = {}): Promise<Headers> {
  const response = await fetch(`${server.origin}${path}`, { redirect: 'manual', ...init });
  await response.arrayBuffer();
  return response.headers;
}
const asBrowser = { headers: { Accept: 'text/html' } };

describe('every answer', () => {
  const others = ['/', '/city/x', '/nothing.png', '/assets/main-abc123.js', '/healthz', '/readyz', '/api/docs', '/api/openapi.json', '/api/nothing', '/socket.io/', '/socket.io/?EIO=4&transport=polling', '/api/login']; // oxfmt-ignore
  it.each([...others.map((path) => ['GET', path]), ...calls.map((call) => [call.method, pathOf(call)])])(
    '%s %s prevents sniffing, limits referrers, and requires https',
    async (method = '', path = '') => {
      const headers = await headersOf(path, { method, ...asBrowser });
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains');
      expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
      const policy = headers.get('Content-Security-Policy') ?? '';
      expect(policy).toMatch(/^default-src '(none|self)'/);
      expect(policy).toContain("frame-ancestors 'none'");
      for (const name of ['Server', 'X-Powered-By', 'X-AspNet-Version', 'Via', 'X-Runtime']) {
        expect(headers.get(name)).toBeNull();
      }
    },
  );
  it.each(calls)('$method $path has a type, loads nothing, and cannot be framed', async (call) => {
    const headers = await headersOf(pathOf(call), {
      method: call.method,
      headers: { Authorization: `Bearer ${ben.accessToken}` },
    });
    expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  });
});

it('a page runs only its own scripts, cannot be framed, and uses no device features but the position', async () => {
  const headers = await headersOf('/', asBrowser);
  const policy = Object.fromEntries(
    (headers.get('Content-Security-Policy') ?? '').split('; ').map((each) => {
      const [name = '', ...values] = each.split(' ');
      return [name, values.join(' ')];
    }),
  );
  expect(policy).toMatchObject({
    'default-src': "'self'",
    'script-src': expect.stringMatching(/^'self' 'sha256-[\w+/=]+'$/),
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  });
  expect(policy['connect-src']).toBe("'self' wss://lightfall.test");
  expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
  expect(headers.get('Permissions-Policy')).toMatch(/camera=\(\).*geolocation=\(self\).*microphone=\(\)/);
});

it('other sites may embed a public picture, but not a pending one', async () => {
  expect((await headersOf(picture)).get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
});

it('without https there is no HSTS header', async () => {
  await using plain = await startServer();
  const response = await fetch(`${plain.origin}/api/stats`);
  expect(response.headers.get('Strict-Transport-Security')).toBeNull();
  await response.text();
});

describe('personal answers are never stored', () => {
  const own = calls.filter(({ access, method }) => access !== 'public' && method === 'GET');
  it.each(own)('GET $path', async (call) => {
    const token = `Bearer ${server.admin.accessToken}`;
    const headers = await headersOf(pathOf(call), { headers: { Authorization: token } });
    expect(headers.get('Cache-Control')).toContain('no-store');
  });
  it.each(['/auth/session', '/auth/oauth/google', '/api/login'])('GET %s', async (path) => {
    const headers = await headersOf(path, { headers: { Authorization: `Bearer ${anna.accessToken}` } });
    expect(headers.get('Cache-Control')).toContain('no-store');
  });
  it('and answers with a person’s hearts and ratings not in a shared cache', async () => {
    const headers = await headersOf('/api/locations', {
      headers: { Authorization: `Bearer ${anna.accessToken}` },
    });
    expect(headers.get('Cache-Control')).toBe('private, no-cache');
    expect(headers.get('Vary')).toContain('Authorization');
  });
});

it('the session’s cookie is secure, not readable by scripts, and not sent from other sites', async () => {
  const response = await server.visitor.post('/auth/login', {
    email: server.adminEmail,
    password: server.adminPassword,
  });
  const [cookie = ''] = response.headers.getSetCookie().filter((line) => line.includes('session'));
  expect(cookie).toMatch(/; secure/i);
  expect(cookie).toMatch(/; httponly/i);
  expect(cookie).toMatch(/; samesite=lax/i);
  expect(cookie).toMatch(/; path=\//i);
  expect(cookie).not.toMatch(/; domain/i);
});

describe('a handshake of a websocket', () => {
  const handshake = (query: string, headers: readonly string[]) =>
    [
      `GET /socket.io/?EIO=4&transport=${query} HTTP/1.1`,
      'Host: x',
      'Connection: Upgrade',
      'Upgrade: websocket',
      ...headers,
      '',
      '',
    ].join('\r\n');
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
  const version = 'Sec-WebSocket-Version: 13';
  it.each([
    ['is accepted', 101, 'websocket', [key, version]],
    ['of another site is refused', 403, 'websocket', [key, version, 'Origin: https://evil.example']],
    ['for a connection that is not there is refused', 400, 'websocket&sid=x', [key, version]],
    ['by a way that is not there is refused', 400, 'x', [key, version]],
    ['without a key is refused', 400, 'websocket', [version]],
    ['with half a key is refused', 400, 'websocket', ['Sec-WebSocket-Key: x', version]],
    ['of another version is refused', 400, 'websocket', [key, 'Sec-WebSocket-Version: 99']],
    ['with a malformed protocol is refused', 400, 'websocket', [key, version, 'Sec-WebSocket-Protocol: ,']],
  ])('that %s has the headers of every answer', async (_what, status, query, headers) => {
    using connection = openRaw(server.origin);
    connection.socket.write(handshake(query, headers));
    const text = await connection.until(/\r\n\r\n/);
    expect(statusesIn(text)).toEqual([status]);
    expectHeadersOfEveryResponse(text);
    if (status === 101) return;
    connection.socket.end();
    expect(await connection.closed()).not.toContain('<');
  });
});

describe('another spelling of an address', () => {
  it.each([
    ...[
      '/API/nothing',
      '/Api/cities',
      '/API/cities',
      '//api/cities',
      '///api//cities',
      '/%61pi/cities',
      '/api%2fcities',
    ],
    ...[
      '/./api/cities',
      '/x/../api/cities',
      '/x/%2e%2e/api/cities',
      '/\\api/cities',
      '/AUTH/session',
      '/Photos/x',
    ],
    ...['/SOCKET.IO/', '/pictures'],
  ])('%s is neither the page nor the call', async (path) => {
    using connection = openRaw(server.origin);
    connection.socket.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
    );
    const text = await connection.closed();
    expect(text).toMatch(/^HTTP\/1\.1 404 /);
    expect(text).toContain('application/problem+json');
  });
});
