import { expect, it } from 'vitest';

import { startForFile } from '../api/server.ts';

/** A redirect from our address to another site would lend our name to an attacker. */

const server = await startForFile();

const elsewhere = [
  ...['https://evil.example', '//evil.example', '/\\evil.example', '\\\\evil.example', 'javascript:alert(1)'],
  ...[
    '/%09/evil.example',
    'https:evil.example',
    '/.evil.example',
    'data:text/html,x',
    '%0d%0aLocation: //evil.example',
  ],
];
const names = [
  'return',
  'returnTo',
  'return_to',
  'redirect',
  'redirect_uri',
  'next',
  'url',
  'continue',
  'to',
  'dest',
];

it.each(elsewhere)(
  'GET /api/login redirects to the sign-in, whatever the request says: %s',
  async (target) => {
    for (const name of names) {
      const response = await server.visitor.get(`/api/login?${name}=${encodeURIComponent(target)}`);
      expect(response.status).toBe(302);
      expect(response.headers.get('Location')).toBe('/?sign-in=open');
      expect(response.headers.get('Cache-Control')).toBe('no-store');
    }
  },
);

it.each(elsewhere)(
  'a provider’s redirect ends at the return page, whatever the request says: %s',
  async (target) => {
    const query = names.map((name) => `${name}=${encodeURIComponent(target)}`).join('&');
    const response = await server.visitor.get(`/auth/oauth/google/callback?${query}&state=x&code=y`);
    expect(response.status).toBe(302);
    const location = new URL(response.headers.get('Location') ?? '');
    expect(location.pathname).toBe('/auth/callback');
    expect(location.href).not.toContain('evil');
  },
);

it.each([
  ...[
    '//evil.example',
    '//evil.example/%2e%2e',
    '/%2f%2fevil.example',
    '/\\evil.example',
    '/%5cevil.example',
  ],
  ...[
    '//evil.example/assets',
    '/assets//evil.example/',
    '/auth/callback//evil.example',
    '/https://evil.example',
  ],
  ...['/.//evil.example', '/%2e%2e//evil.example', '/;@evil.example', '/@evil.example'],
])('the page at %s redirects nobody', async (path) => {
  const response = await fetch(`${server.origin}${path}`, {
    redirect: 'manual',
    headers: { Accept: 'text/html' },
  });
  expect([200, 400, 404]).toContain(response.status);
  expect(response.headers.get('Location')).toBeNull();
  await response.text();
});

it.each(['evil.example', 'evil.example:80@lightfall.test', '127.0.0.1.evil.example'])(
  'no address contains the Host header: %s',
  async (host) => {
    const headers = { Host: host, 'X-Forwarded-Host': host };
    for (const path of ['/', '/api/login', '/api/openapi.json', '/api/locations?limit=1']) {
      const response = await server.visitor.get(path, { headers });
      expect(response.headers.get('Location') ?? '').not.toContain('evil');
      expect(response.headers.get('Link') ?? '').not.toContain('evil');
      expect(response.text).not.toContain('evil');
    }
  },
);
