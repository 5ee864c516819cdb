import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startApp, type App } from './app.ts';
import { findBrowser, openBrowser } from './browser.ts';
import { signIn, visit } from './people.ts';
import { seedAs } from './seed.ts';

const chromium = findBrowser();

describe.skipIf(chromium === null)('axe finds nothing to object to', () => {
  let app: App;
  let browser: Browser;
  let axe: string;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser(chromium ?? '');
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const seed = await seedAs(app);
    await seed.location(await seed.city('Lindau'), 'Harbour');
  });
  afterAll(async () => {
    await browser.close();
    await app[Symbol.asyncDispose]();
  });

  const check = async (page: Page) => {
    // What is half faded in has half the contrast.
    await page.evaluate('Promise.allSettled(document.getAnimations().map((each) => each.finished))');
    await page.evaluate(axe);
    const found = await page.evaluate<string[]>(
      `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`,
    );
    expect(found).toEqual([]);
  };

  it.each(['light', 'dark'] as const)('%s: home, a location, the sign-in dialog', async (colorScheme) => {
    await using visitor = await visit(browser, app, { path: '/' });
    const { page } = visitor;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.getByRole('link', { name: 'Harbour' }).waitFor();
    await check(page);
    await page.getByRole('link', { name: 'Harbour' }).click();
    await page.getByRole('dialog').getByText('About this location').waitFor();
    await check(page);
    await page.getByRole('button', { name: 'Sign In to Upload Photos' }).click();
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    await page.getByText('Email is required').waitFor();
    await check(page);
  });

  it('the dashboard', async () => {
    await using admin = await visit(browser, app);
    const { page } = admin;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn(page, app.admin);
    await page.getByRole('link', { name: 'Admin Dashboard' }).click();
    await page.getByText('No pending cities to review').waitFor();
    await check(page);
    await page.getByRole('tab', { name: 'Manage Locations' }).click();
    await page.getByRole('rowheader', { name: /^Harbour/ }).waitFor();
    await check(page);
  });
});
