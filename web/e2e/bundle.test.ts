import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { beforeAll, describe, expect, it } from 'vitest';

import { build, startApp } from './app.ts';
import { findBrowser, openBrowser } from './browser.ts';
import { seedAs } from './seed.ts';

const dist = join(import.meta.dirname, '../../dist/web');
const kilobyte = 1000;
const chromium = findBrowser();

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

const gzipped = (code: Buffer): number => gzipSync(code, { level: 9 }).length;

/** Scripts and styles: what a browser must have read before it can draw. Fonts are swapped in, pictures come after. */
describe('what a first visit costs, gzipped', () => {
  beforeAll(build);

  it('is at most 150 kB for the entry, its static imports and what the page preloads', async () => {
    const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
    const html = await readFile(join(dist, 'index.html'), 'utf8');
    const files = filesOfEntry(manifest);
    for (const [, file] of html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g))
      if (file !== undefined) files.add(file);
    const sizes = await Promise.all(
      [...files].map(async (file) => gzipped(await readFile(join(dist, file)))),
    );
    expect(sizes.length).toBeGreaterThan(1);
    expect(sum(sizes) / kilobyte).toBeLessThanOrEqual(150);
  });

  it.skipIf(chromium === null)('is at most 190 kB for all that home loads by itself', async () => {
    await using app = await startApp();
    const seed = await seedAs(app);
    await seed.location(await seed.city('Lindau'), 'Harbour');
    await using browser = await openBrowser(chromium ?? '');
    const page = await browser.newPage();
    const bodies = new Map<string, Promise<Buffer>>();
    page.on('response', (response) => {
      if (/\.(?:js|css)$/.test(response.url())) bodies.set(response.url(), response.body());
    });
    // The socket is the last thing that a visit loads.
    const live = page.waitForEvent('websocket');
    await page.goto(app.origin);
    await page.getByRole('link', { name: 'Harbour' }).waitFor();
    await live;
    const sizes = (await Promise.all(bodies.values())).map(gzipped);
    expect(sum(sizes) / kilobyte).toBeLessThanOrEqual(190);
  });
});

function filesOfEntry(manifest: Manifest): Set<string> {
  const files = new Set<string>();
  const add = (chunk: Chunk | undefined) => {
    if (chunk === undefined || files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.css?.forEach((file) => files.add(file));
    chunk.imports?.forEach((name) => add(manifest[name]));
  };
  Object.values(manifest)
    .filter(({ isEntry }) => isEntry === true)
    .forEach(add);
  return files;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
