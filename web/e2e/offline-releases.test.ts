import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startApp } from './app.ts';
import { findBrowser, openBrowser } from './browser.ts';
import { visit } from './people.ts';
import { seedAs } from './seed.ts';

const root = join(import.meta.dirname, '../..');
const chromium = findBrowser();
const look = { serviceWorkers: 'allow' } as const;

describe.skipIf(chromium === null)('the service worker', () => {
  let browser: Browser & AsyncDisposable;
  beforeAll(async () => {
    browser = await openBrowser(chromium ?? '');
  });
  afterAll(() => browser[Symbol.asyncDispose]());

  it('serves an open page from its own release until the page is reloaded', async () => {
    await using build = await copyBuild();
    await using app = await startApp({ build: build.folder });
    const admin = await seedAs(app);
    const city = await admin.city('Bautzen');
    await using visitor = await visit(browser, app, { path: '/', look });
    const { page } = visitor;
    await untilControlled(page);
    await page.goto(`/city/${city.id}`);
    await page.goto('/');
    await page.evaluate('globalThis.sinceOpened = true');
    const [before] = await scriptsOf(page);

    await app.stop();
    await build.renameScripts();
    await app.start();
    await page.getByRole('link', { name: 'Bautzen' }).first().click();
    await page.waitForURL(`**/city/${city.id}`);
    await page.getByRole('heading', { name: 'Bautzen', level: 1 }).waitFor();
    await visitor.checkUnbroken();

    await page.reload();
    const [after] = await scriptsOf(page);
    expect(after).not.toBe(before);
    await page.getByRole('heading', { name: 'Bautzen', level: 1 }).waitFor();
  });

  it('is not required: an open page loads fully at its next screen if that screen’s release is gone', async () => {
    await using build = await copyBuild();
    await using app = await startApp({ build: build.folder });
    const city = await (await seedAs(app)).city('Kamenz');
    await using visitor = await visit(browser, app, { path: '/' });
    const { page } = visitor;
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/screen-error-')),
    );
    const [before] = await scriptsOf(page);

    await app.stop();
    await build.renameScripts();
    await app.start();
    await page.getByRole('link', { name: 'Kamenz' }).first().click();
    await page.waitForURL(`**/city/${city.id}`);
    await page.getByRole('heading', { name: 'Kamenz', level: 1 }).waitFor();
    expect((await scriptsOf(page))[0]).not.toBe(before);
  });

  it('is not registered in past versions of the guide', async () => {
    await using app = await startApp();
    await (await seedAs(app)).city('Pirna');
    const past = spawn(process.execPath, [join(root, 'dist/as-of.js'), new Date().toISOString()], {
      env: { PATH: process.env['PATH'], DATA_DIR: app.dataDir },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const [origin] = (await once(past.stdout, 'data')) as [Buffer];
      const context = await browser.newContext({ baseURL: origin.toString().trim(), ...look });
      const page = await context.newPage();
      await page.goto('/');
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/offline-')),
      );
      expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
        0,
      );
    } finally {
      past.kill();
    }
  });
});

const untilControlled = (page: Page) =>
  page.waitForFunction(
    () =>
      navigator.serviceWorker.controller !== null &&
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/kept-pages-')),
  );

const scriptsOf = (page: Page): Promise<string[]> =>
  page.locator('script[src]').evaluateAll((all) => all.map((each) => each.getAttribute('src') ?? ''));

/** A copy of the build as another release: the same code under other names. */
async function copyBuild() {
  const parent = join(root, 'node_modules/.cache');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'release-'));
  await cp(join(root, 'dist'), folder, { recursive: true });
  const web = join(folder, 'web');
  const renameScripts = async (): Promise<void> => {
    const assets = await readdir(join(web, 'assets'));
    const names = assets.filter((name) => name.endsWith('.js'));
    const hash = /-([\w-]{8})\.js/g;
    const renamed = (text: string) =>
      text.replaceAll(hash, (_, old: string) => `-${[...old].toReversed().join('')}.js`);
    for (const name of assets.filter((each) => /\.js\.(?:br|gz)$/.test(each)))
      await rm(join(web, 'assets', name));
    const files = [...names.map((name) => join('assets', name)), 'index.html', '.vite/manifest.json'];
    for (const file of files)
      await writeFile(join(web, file), renamed(await readFile(join(web, file), 'utf8')));
    for (const name of names) await rename(join(web, 'assets', name), join(web, 'assets', renamed(name)));
    const worker = join(web, 'service-worker.js');
    await writeFile(worker, `// Another release\n${await readFile(worker, 'utf8')}`);
    for (const name of ['br', 'gz']) await rm(`${worker}.${name}`);
  };
  return { folder, renameScripts, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
