import { describe, expect, it } from 'vitest';

import { expectProblem } from '../api/client.ts';
import { cityInput } from '../api/given.ts';
import { startForFile } from '../api/server.ts';
import { calls, pathOf, writes } from './operations.ts';

/** A page of another site makes a signed-in person's browser send requests. */

const server = await startForFile({ PUBLIC_ORIGIN: 'http://lightfall.test' });
const anna = await server.register('Anna');
const cookie = `lightfall_session=${anna.accessToken}`;

const byCookie = (method: string, path: string, headers: Record<string, string>, raw = '{}') =>
  server.client({ cookie }).call(method, path, undefined, { raw, headers });

describe.each(writes)('$method $path', (call) => {
  it.each([
    ['another site', { Origin: 'https://evil.example' }],
    ['a page without an origin', { Origin: 'null' }],
    ['a host that begins like ours', { Origin: 'http://lightfall.test.evil.example' }],
    ['our host by another protocol', { Origin: 'https://lightfall.test' }],
    ['a browser that says only which kind of site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a neighbouring subdomain', { 'Sec-Fetch-Site': 'same-site' }],
  ])('is refused from %s', async (_who, headers) => {
    const response = await byCookie(call.method, pathOf(call), headers);
    expectProblem(response, 403);
    expect(response.body).toMatchObject({ code: 'foreign-origin' });
    expect(response.headers.get('Set-Cookie')).toBeNull();
  });
});

it('the same host with another scheme counts as another site', async () => {
  for (const [origin, status] of [
    [server.origin, 201],
    [server.origin.replace('http:', 'https:'), 403],
    [server.origin.replace('http:', 'ws:'), 403],
  ] as const) {
    const response = await byCookie('POST', '/api/cities', { Origin: origin }, JSON.stringify(cityInput()));
    expect(response.status, origin).toBe(status);
  }
});

it('the person can write by cookie, and none of this signs anybody out', async () => {
  for (const headers of [{ Origin: 'http://lightfall.test' }, { 'Sec-Fetch-Site': 'same-origin' }, {}]) {
    const response = await byCookie('POST', '/api/cities', headers, JSON.stringify(cityInput()));
    expect(response.status).toBe(201);
  }
  expect((await server.client({ cookie }).get('/api/auth/user')).status).toBe(200);
  // No browser sends a token by itself.
  const foreign = { headers: { Origin: 'https://evil.example' } };
  expect((await anna.post('/api/cities', cityInput(), foreign)).status).toBe(201);
});

it('a form of another site cannot send anything that is accepted as JSON', async () => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '',
  ]) {
    const headers = { 'Content-Type': type };
    const response = await byCookie('POST', '/api/cities', headers, JSON.stringify(cityInput()));
    expect(response.status).toBe(415);
  }
});

it.each(calls.filter(({ method }) => method === 'GET'))(
  '$path is not readable by another site',
  async (call) => {
    const headers = { Origin: 'https://evil.example' };
    const response = await server.client({ cookie }).get(pathOf(call), { headers });
    for (const name of response.headers.keys()) expect(name).not.toMatch(/^access-control-/);
    if (!call.path.startsWith('/auth/'))
      expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
  },
);

it('no preflight request allows anything to another site', async () => {
  for (const path of ['/api/cities', '/auth/login']) {
    const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'PUT' };
    const response = await server.visitor.call('OPTIONS', path, undefined, { headers });
    expectProblem(response, 405);
    for (const name of response.headers.keys()) expect(name).not.toMatch(/^access-control-/);
  }
});

it('a method in a header or a field is ignored', async () => {
  const headers = { 'X-HTTP-Method-Override': 'DELETE', 'X-Method-Override': 'DELETE' };
  const response = await anna.get('/api/cities?_method=DELETE', { headers });
  expect(response.status).toBe(200);
});
