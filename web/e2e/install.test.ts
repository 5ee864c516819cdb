import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { screenAt } from '#contracts/screens';

import { findBrowser } from './browser.ts';
import { startSite, type Site } from './site.ts';

const chromium = findBrowser();

interface Manifest {
  readonly [name: string]: unknown;
  readonly icons: ReadonlyArray<{
    readonly src: string;
    readonly sizes: string;
    readonly type: string;
    readonly purpose?: string;
  }>;
  readonly shortcuts: ReadonlyArray<{ readonly name: string; readonly url: string }>;
}

describe.skipIf(chromium === null)('the installed site', () => {
  let site: Site;
  let manifest: Manifest;
  const get = (path: string, init?: RequestInit) => fetch(site.app.origin + path, init);
  beforeAll(async () => {
    site = await startSite(chromium);
    manifest = (await (await get('/manifest.webmanifest')).json()) as Manifest;
  });
  afterAll(() => site[Symbol.asyncDispose]());

  it('has a manifest that every page names and that Chromium reads without an error', async () => {
    const response = await get('/manifest.webmanifest');
    expect(response.headers.get('Content-Type')).toMatch(/^application\/manifest\+json\b/);
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
    for (const path of ['/', '/profile']) {
      await using visitor = await site.visit({ path });
      const session = await visitor.page.context().newCDPSession(visitor.page);
      const { url, errors } = await session.send('Page.getAppManifest');
      expect({ url, errors }).toEqual({ url: `${site.app.origin}/manifest.webmanifest`, errors: [] });
    }
  });

  it('has a name, starts at home, includes the whole site, and has the colours of the light page', async () => {
    const { name, short_name, start_url, scope, id, display } = manifest;
    expect({ name, short_name, start_url, scope, id, display }).toEqual({
      name: 'Lightfall',
      short_name: 'Lightfall',
      start_url: '/',
      scope: '/',
      id: '/',
      display: 'standalone',
    });
    await using visitor = await site.visit({ look: { colorScheme: 'light' } });
    const paper = await visitor.page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--paper').trim(),
    );
    const themed = visitor.page.locator('meta[name="theme-color"][media*="light"]');
    expect(await themed.getAttribute('content')).toBe(paper);
    expect(manifest).toMatchObject({ theme_color: paper, background_color: paper });
  });

  it('has icons of the stated sizes, one of them maskable, and shortcuts to screens', async () => {
    const large = manifest.icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`);
    expect(large).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']));
    for (const { src, sizes, type, purpose } of manifest.icons) {
      const response = await get(src);
      expect([response.status, response.headers.get('Content-Type')], src).toEqual([200, type]);
      const picture = sharp(Buffer.from(await response.arrayBuffer()));
      const { info } = await picture.raw().toBuffer({ resolveWithObject: true });
      expect(`${info.width}x${info.height}`, src).toBe(sizes);
      // The system cuts the icon to its own shape, so no part of it may be empty.
      if (purpose === 'maskable') expect((await picture.stats()).isOpaque, src).toBe(true);
    }
    for (const { url } of manifest.shortcuts) expect(screenAt(url), url).not.toBeNull();
  });

  it('has an icon for phones that ignore the manifest’s icons', async () => {
    await using visitor = await site.visit();
    const link = visitor.page.locator('link[rel="apple-touch-icon"]');
    const response = await get((await link.getAttribute('href')) ?? '');
    const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: 180, height: 180 });
  });

  it('has a worker for the whole site, which is revalidated at each visit', async () => {
    const response = await get('/service-worker.js');
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toMatch(/^(?:text|application)\/javascript\b/);
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    const etag = response.headers.get('ETag') ?? '';
    expect((await get('/service-worker.js', { headers: { 'If-None-Match': etag } })).status).toBe(304);
    await using visitor = await site.visit({ look: { serviceWorkers: 'allow' } });
    const scope = visitor.page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
    expect(await scope).toBe(`${site.app.origin}/`);
  });
});
