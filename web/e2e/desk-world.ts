import type { Locator, Page } from 'playwright-core';

import type { City } from '#contracts/city/views';

import type { App } from './app.ts';
import { createOpener, type Visit, type VisitOptions } from './people.ts';
import { authorAs, seedAs, type Author } from './seed.ts';
import { startSite } from './site.ts';

/** The desk, with two moderators besides the administrator, and people who contribute. */
export interface DeskWorld extends AsyncDisposable {
  readonly app: App;
  readonly admin: Author;
  readonly mia: Author;
  readonly noa: Author;
  readonly user: Author;
  readonly city: City;
  readonly open: (path: string, as: Author, look?: VisitOptions['look']) => Promise<Visit>;
}

export async function createDeskWorld(chromium: string | null): Promise<DeskWorld> {
  const site = await startSite(chromium);
  const { app, browser } = site;
  const open = createOpener(browser, app);
  const admin = await seedAs(app);
  const [mia, noa, user] = await Promise.all(
    [
      ['Mia', 'Marsh'],
      ['Noa', 'North'],
      ['Jonas', 'Kern'],
    ].map(([firstName = '', lastName = '']) =>
      authorAs(app, {
        firstName,
        lastName,
        email: `${firstName.toLowerCase()}@example.org`,
        password: 'six-or-more',
      }),
    ),
  );
  if (mia === undefined || noa === undefined || user === undefined)
    throw new Error('The accounts of the test are missing.');
  for (const { session } of [mia, noa])
    await admin.send('PUT', `/api/admin/people/${session.user.id}/role`, { role: 'moderator' });
  const city = await admin.city('Görlitz', { country: 'Germany' });
  return {
    app,
    admin,
    mia,
    noa,
    user,
    city,
    open: (path, as, look) => open(path, { as, ...(look && { look }) }),
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

export const rowOf = (page: Page, name: string): Locator =>
  page.locator('[data-row]').filter({ has: page.getByText(name, { exact: true }) });
/** Waits until the detail of the chosen item is on the screen whole: before that, no key decides. */
export const painted = (page: Page, name: string): Promise<void> =>
  page
    .getByRole('complementary', { name: `About ${name}` })
    .locator('[data-painted]')
    .waitFor({ state: 'attached' });
/** The name of the chosen row. */
export const chosenName = (page: Page): Promise<string | null> =>
  page.locator('[data-row][aria-current] button[id^="row-"]').textContent();
export const button = (where: Page | Locator, name: string): Locator =>
  where.getByRole('button', { name, exact: true });
