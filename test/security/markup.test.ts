import { describe, expect, it } from 'vitest';

import type { ApiResponse } from '../api/client.ts';
import {
  cityInput,
  decide,
  givenCity,
  givenEdit,
  givenLocation,
  locationInput,
  missingId,
} from '../api/given.ts';
import { pictureBytes, upload } from '../api/pictures.ts';
import { startForFile } from '../api/server.ts';
import { calls, pathOf } from './operations.ts';
import { markup } from './payloads.ts';

/**
 * Text that is markup, in every field, file name and parameter: it is returned unchanged, in responses that no browser
 * treats as a page. What the client does with it is tested in a browser, in web/e2e/xss.test.ts.
 */

const server = await startForFile();
const anna = await server.register('Anna');

function expectInert({ headers }: ApiResponse): void {
  expect(headers.get('Content-Type')).toMatch(/^application\/(problem\+)?json(; charset=utf-8)?$/);
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'");
}

describe.each(markup)('stored: %s', (text) => {
  it('is text in every field, for every reader', async () => {
    const { admin } = server;
    const [name, country] = [text.slice(0, 120), text.slice(0, 100)];
    const city = await givenCity(anna, { name, country });
    const place = await givenLocation(anna, city.id, { name, description: text, address: text });
    const picture = upload(await pictureBytes('png', 16, 16), {
      fileName: `${name}.png`,
      mimeType: 'text/html',
    });
    const photo = await anna.post(`/api/locations/${place.id}/photos`, picture);
    expect(photo.status).toBe(201);
    admin.follow(anna);
    for (const path of ['/api/admin/pending-cities', '/api/admin/pending-locations'])
      expectInert(await admin.get(path));
    await decide(admin, 'cities', city.id, 'approve');
    await decide(admin, 'locations', place.id, 'approve');
    const edit = await givenEdit(anna, place.id, {
      name: `${name.slice(0, 100)} again`,
      description: `${text} again`,
    });
    admin.follow(anna);
    expectInert(await admin.get('/api/admin/pending-edits'));
    await admin.post(`/api/admin/locations/${place.id}/edits/${edit.id}/reject`, { reason: text });
    for (const visitorPath of [
      ...[
        `/api/cities/${city.id}`,
        `/api/cities?search=${encodeURIComponent(name)}`,
        `/api/locations/${place.id}`,
      ],
      ...['/api/locations', `/api/locations/${place.id}/photos`, '/api/locations/trending'],
    ]) {
      server.visitor.follow(admin);
      const response = await server.visitor.get(visitorPath);
      expect(response.status).toBe(200);
      expectInert(response);
    }
    anna.follow(admin);
    for (const own of ['/api/submissions', '/api/auth/user']) expectInert(await anna.get(own));
    const found = await server.visitor.get(`/api/locations/${place.id}`);
    expect(found.body).toMatchObject({ name: name.trim(), description: text.trim(), address: text.trim() });
    expectInert(await admin.get(`/api/admin/locations/${place.id}/history`));
  });

  it('is text in a person’s names', async () => {
    const name = text.slice(0, 60);
    const response = await anna.patch('/auth/account', { firstName: name, lastName: name });
    expect(response.status).toBe(200);
    expectInert(response);
    expectInert(await anna.get('/auth/session'));
  });
});

describe.each(markup.map((text, at) => [text, at] as const))('reflected: %s', (text, at) => {
  it('is text in every refusal', async () => {
    const encoded = encodeURIComponent(text);
    // Each call meets two of the texts, each text a sixth of the calls.
    for (const call of calls.filter((_call, number) => (number + at) % (markup.length / 2) === 0)) {
      const path = `${pathOf(call, encoded)}?search=${encoded}&status=${encoded}&limit=${encoded}&x=${encoded}`;
      const raw = JSON.stringify({ [text]: text, name: { [text]: text }, category: text, imageUrl: text });
      const headers = {
        Accept: 'text/html',
        'X-Min-Position': 'x',
        'User-Agent': text.replaceAll(/[^ -~]/g, ''),
      };
      const response = await server.admin.call(call.method, path, undefined, {
        headers: call.path.includes('oauth') ? {} : headers,
        minPosition: null,
        ...(call.method === 'GET' ? {} : { raw }),
      });
      if (response.text !== '') expectInert(response);
    }
  });

  it('is not in the page', async () => {
    const encoded = encodeURIComponent(text);
    for (const path of [
      `/?search=${encoded}`,
      `/city/${encoded}`,
      `/${encoded}`,
      `/auth/callback?error=${encoded}`,
    ]) {
      const response = await fetch(`${server.origin}${path}`, {
        headers: { Accept: 'text/html', Referer: text.replaceAll(/[^ -~]/g, '') },
      });
      const page = await response.text();
      expect([200, 404]).toContain(response.status);
      // The initial responses in the page are data, in which no `<` can end the script.
      const [, data = ''] = /<script id="rendered"[^>]*>(.*?)<\/script>/s.exec(page) ?? [];
      expect(data).not.toContain('<');
      expect(page.replace(data, '')).not.toContain('ran');
    }
  });
});

describe('an address of a picture', () => {
  it.each([
    ...[
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      ' javascript:alert(1)',
      'java\tscript:alert(1)',
      'vbscript:x',
    ],
    ...[
      'data:text/html,<script>1</script>',
      'data:image/svg+xml,<svg onload=alert(1)>',
      'file:///etc/passwd',
    ],
    ...[
      'blob:https://x/1',
      '//evil.example/x.png',
      '/\\evil.example',
      'https://user:pass@example.org/',
      '/api/login',
    ],
    ...[
      '/pictures/../api/login',
      '/photos/x/1.webp?x',
      'http://',
      'https://exa mple.org',
      'ftp://example.org/x.png',
    ],
  ])('refuses an address with an effect: %s', async (imageUrl) => {
    const response = await anna.post('/api/cities', cityInput({ imageUrl }));
    expect(response.status).toBe(400);
    expect(response.body.errors).toEqual([{ path: 'imageUrl', message: 'Please enter a valid image URL' }]);
  });
});

it('text that reverses or hides the text after it is refused', async () => {
  for (const name of ['a\u202eb', 'a\u2066b', 'a\u0000b', 'a\u001b[31mb', 'a\u0085b', '\ud800']) {
    const raw = JSON.stringify(locationInput(missingId, { name }));
    expect((await anna.post('/api/locations', undefined, { raw })).status).toBe(400);
  }
});
