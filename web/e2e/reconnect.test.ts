import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';

import { startApp, type App } from './app.ts';
import { findBrowser, openBrowser } from './browser.ts';
import { signIn, visit } from './people.ts';
import { seedAs } from './seed.ts';

const chromium = findBrowser();
const lost = 'Connection to the server lost. Trying again…';

describe.skipIf(chromium === null)('a page survives a restart of the server', () => {
  let app: App;
  let browser: Browser;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser(chromium ?? '');
  });
  afterAll(async () => {
    await browser.close();
    await app[Symbol.asyncDispose]();
  });

  it('says that the connection is lost, and shows the missed changes without a reload', async () => {
    await (await seedAs(app)).city('Before');
    await using visitor = await visit(browser, app);
    await using admin = await visit(browser, app);
    await signIn(admin.page, app.admin);
    await admin.page.getByRole('link', { name: 'Admin Dashboard' }).click();
    await admin.page.getByRole('tab', { name: 'Pending Cities (0)' }).waitFor();
    await visitor.page.getByRole('heading', { name: 'Before' }).waitFor();

    await app.stop();
    for (const { page } of [visitor, admin]) await page.getByText(lost).waitFor();
    await app.start();
    // Written before the pages have reconnected, so that no socket reports it.
    await (await seedAs(app)).city('Meanwhile');

    for (const { page } of [visitor, admin]) await page.getByText(lost).waitFor({ state: 'detached' });
    await visitor.page.getByRole('heading', { name: 'Meanwhile' }).waitFor();
    // The session has survived the restart too: the administrator's socket brings the counts.
    await admin.page.getByRole('tab', { name: 'Pending Cities (0)' }).waitFor();
    await admin.page.getByRole('tab', { name: 'Manage Cities' }).click();
    await admin.page.getByRole('rowheader', { name: /^Meanwhile/ }).waitFor();
    for (const each of [visitor, admin]) await each.checkUnbroken();
  });
});
