import { afterAll, beforeAll, describe, it } from 'vitest';

import { findBrowser } from './browser.ts';
import { signIn } from './people.ts';
import { seedAs } from './seed.ts';
import { startSite, type Site } from './site.ts';

const chromium = findBrowser();
const lost = 'Connection to the server lost. Trying again…';

describe.skipIf(chromium === null)('a page survives a restart of the server', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite(chromium);
  });
  afterAll(() => site[Symbol.asyncDispose]());

  it('says that the connection is lost, and shows the missed changes without a reload', async () => {
    await (await seedAs(site.app)).city('Before');
    await using visitor = await site.visit();
    await using admin = await site.visit();
    await signIn(admin.page, site.app.admin);
    await admin.page.getByRole('link', { name: 'Admin Dashboard' }).click();
    await admin.page.getByRole('tab', { name: 'Pending Cities (0)' }).waitFor();
    await visitor.page.getByRole('heading', { name: 'Before' }).waitFor();

    await site.app.stop();
    for (const { page } of [visitor, admin]) await page.getByText(lost).waitFor();
    await site.app.start();
    // Written before the pages have reconnected, so that no socket reports it.
    await (await seedAs(site.app)).city('Meanwhile');

    for (const { page } of [visitor, admin]) await page.getByText(lost).waitFor({ state: 'detached' });
    await visitor.page.getByRole('heading', { name: 'Meanwhile' }).waitFor();
    // The session has survived the restart too: the administrator's socket brings the counts.
    await admin.page.getByRole('tab', { name: 'Pending Cities (0)' }).waitFor();
    await admin.page.getByRole('tab', { name: 'Manage Cities' }).click();
    await admin.page.getByRole('rowheader', { name: /^Meanwhile/ }).waitFor();
    for (const each of [visitor, admin]) await each.checkUnbroken();
  });
});
