import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';

import { operations } from '#contracts/api';
import type { Operation } from '#contracts/shared/operation';

import { expectProblem } from './client.ts';
import { missingId } from './given.ts';
import { startForFile } from './server.ts';

const server = await startForFile();
const anna = await server.register('Anna');

describe('unknown paths below /api and /auth', () => {
  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/city',
    `/api/cities/${missingId}/nothing`,
    '/api/admin',
    '/api/admin/nothing',
    '/api/users',
    '/api/v1/cities',
    '/auth',
    '/auth/nothing',
    '/auth/oauth',
    '/api/..%2f..%2fetc/passwd',
    '/auth/%00',
  ])('%s is a 404 problem for every method, never the page', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const response = await server.visitor.call(method, path, undefined, {
        headers: { Accept: 'text/html' },
      });
      expectProblem(response, 404);
    }
  });
});

describe('a known path', () => {
  const byPath = new Map<string, string[]>();
  for (const { path, method } of Object.values(operations) as Operation[]) {
    byPath.set(path, [...(byPath.get(path) ?? []), method]);
  }
  it.each([...byPath])('%s has no other methods than %j', async (template, methods) => {
    const path = template.replace('{provider}', 'google').replaceAll(/\{\w+\}/g, missingId);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      if (methods.includes(method)) continue;
      const response = await anna.call(method, path);
      expectProblem(response, 405, 'Method not allowed');
      const allowed = response.headers.get('Allow')?.split(', ') ?? [];
      expect(allowed).toEqual(expect.arrayContaining(methods));
    }
  });
});

describe('the page', () => {
  const page = (path: string, init: RequestInit = {}) =>
    fetch(`${server.origin}${path}`, { headers: { Accept: 'text/html' }, ...init });

  it.each([
    ['/', 200],
    ['/landing', 200],
    ['/admin', 200],
    ['/auth/callback', 200],
    [`/city/${missingId}`, 404],
    [`/location/${missingId}`, 404],
    ['/nowhere/at/all', 404],
  ])('is at %s with status %i', async (path, status) => {
    const response = await page(path);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain('<div id="root">');
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response.headers.get('Referrer-Policy')).not.toBeNull();
    const policy = response.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("img-src 'self' data: blob: https:");
    expect(/script-src ([^;]+)/.exec(policy)?.[1]).toMatch(/^'self' 'sha256-[\w+/=]+'$/);
  });
  it('is not sent for a missing file', async () => {
    for (const path of [
      '/assets/gone-123.js',
      '/favicon.gone.ico',
      '/photos/x/480.webp',
      '/robots.gone.txt',
    ]) {
      const response = await page(path);
      expect(response.status, path).toBe(404);
      expect(await response.text()).not.toContain('<div id="root">');
    }
    const asset = await page('/assets/main-abc123.js');
    expect(asset.status).toBe(200);
    expect(asset.headers.get('Cache-Control')).toContain('immutable');
    await asset.text();
  });
  it.each([
    '/../package.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2fetc/passwd',
    '/assets/..%5c..%5cpackage.json',
    '/%00',
    '/%',
    '/%E0%A4%A',
  ])('leads nowhere else: %s', async (path) => {
    const response = await page(path);
    expect(response.status).toBeLessThan(500);
    const text = await response.text();
    expect(text).not.toContain('root:');
    expect(text).not.toContain('"dependencies"');
  });
  it('accepts no writes', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await page('/', { method });
      expect(response.status).toBe(405);
      await response.text();
    }
  });
});

describe('the API’s description', () => {
  it('is an OpenAPI 3.1 document of every call', async () => {
    const { text } = await server.visitor.get('/api/openapi.json');
    const document = JSON.parse(text) as {
      openapi: string;
      paths: Record<string, Record<string, object>>;
      components: { schemas: Record<string, object> };
    };
    expect(document.openapi).toMatch(/^3\.1/);
    for (const { path, method } of Object.values(operations)) {
      expect(document.paths[path]?.[method.toLowerCase()], `${method} ${path}`).toBeDefined();
    }
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const schema of Object.values(document.components.schemas)) {
      expect(ajv.validateSchema(schema)).toBe(true);
    }
  });
  it('is also readable by people', async () => {
    const response = await fetch(`${server.origin}/api/docs`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toContain('text/html');
    expect(await response.text()).toContain('/api/cities');
  });
});

describe('health', () => {
  it('reports that it is alive and ready', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const response = await fetch(`${server.origin}${path}`);
      expect(response.status, path).toBe(200);
      await response.text();
    }
  });
});

it('GET /api/login redirects the browser to the sign-in', async () => {
  const response = await server.visitor.get('/api/login');
  expect(response.status).toBe(302);
  expect(response.headers.get('Location')).toMatch(/^\//);
});
