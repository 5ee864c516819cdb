import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { City } from '#contracts/city/views';
import type { Location } from '#contracts/location/views';

import { markup } from '../../test/security/payloads.ts';
import { findBrowser } from './browser.ts';
import { authorAs, picture, seedAs, type Author } from './seed.ts';
import { startSite, type Site } from './site.ts';

/** Markup in every field, file name and address: people see it as plain text, and none of it runs. */

const chromium = findBrowser();
const part = (text: string, most: number) => text.slice(0, most).trim();

describe.skipIf(chromium === null)('markup in every field', () => {
  let site: Site;
  let admin: Author;
  let user: Author;
  const cities: City[] = [];
  const places: Location[] = [];

  beforeAll(async () => {
    site = await startSite(chromium);
    admin = await seedAs(site.app);
    const [first, second] = markup;
    const names = { firstName: part(first, 60), lastName: part(second, 60) };
    user = await authorAs(site.app, { ...names, email: 'markup@example.org', password: 'six-or-more' });
    const image = await picture('#3a5a8a');
    for (const text of markup) {
      const values = { country: part(text, 100) };
      const city = await admin.city(part(text, 120), values);
      const fields = { description: text, address: text };
      const place = await admin.location(cities[0] ?? city, part(text, 120), fields);
      await user.send('POST', `/api/locations/${place.id}/photos`, {
        imageData: `data:image/jpeg;base64,${(await picture(`#${String(100_000 + places.length * 4321)}`)).toString('base64')}`,
        fileName: `${text}.jpg`.slice(0, 250),
        fileSize: image.length,
        mimeType: 'text/html',
        isPrimary: 0,
      });
      cities.push(city);
      places.push(place);
      // One contribution pending for the administrator, and one declined with a reason.
      const waiting = await user.city(part(`${text} waits`, 120), values);
      await user.location(waiting, part(`${text} waits`, 120), fields);
      await user.send('PUT', `/api/locations/${place.id}`, { description: `${text} edited`, address: null });
      const declined = await user.city(part(`${text} declined`, 120), values);
      await admin.send('POST', `/api/admin/cities/${declined.id}/reject`, { reason: text });
    }
  });
  afterAll(() => site[Symbol.asyncDispose]());

  /** Visits the paths in one browser, and expects that no markup ran or tried to. */
  async function expectInert(
    paths: readonly string[],
    { as, act }: { readonly as?: Author; readonly act?: (page: Page, path: string) => Promise<void> } = {},
  ): Promise<void> {
    const tried: string[] = [];
    await using opened = await site.visit({
      ...(as === undefined ? {} : { as }),
      prepare: async (page) => {
        page.on('dialog', (dialog) => {
          tried.push(`a dialog: ${dialog.message()}`);
          void dialog.dismiss();
        });
        await page.addInitScript(
          'addEventListener("securitypolicyviolation", (event) => (globalThis.violations ??= []).push(event.violatedDirective + " " + event.blockedURI))',
        );
      },
    });
    const { page } = opened;
    for (const path of paths) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await act?.(page, path);
      expect(tried, path).toEqual([]);
      expect(await page.evaluate('globalThis.ran'), path).toBeUndefined();
      expect(await page.evaluate('globalThis.violations ?? []'), path).toEqual([]);
      const planted =
        'main :is(script, iframe, math), main [onerror], main [onload], a[href^="javascript:" i]';
      expect(await page.locator(planted).count(), path).toBe(0);
    }
  }

  it('is text to a visitor, on every page that shows it', async () => {
    await expectInert(['/', '/landing', `/city/${cities[0]?.id}`], {
      act: (page) => page.getByText('<script>globalThis.ran = 1</script>').first().waitFor(),
    });
    const some = places.slice(0, 5);
    await expectInert(
      some.map(({ id }) => `/location/${id}`),
      {
        async act(page, path) {
          const name = some.find(({ id }) => path.endsWith(id))?.name ?? '';
          await page.getByRole('dialog').getByText(name, { exact: true }).first().waitFor();
        },
      },
    );
  });

  it('is text in an address', async () => {
    const written = markup.slice(0, 5).map((text) => encodeURIComponent(text));
    await expectInert(written.flatMap((text) => [`/?search=${text}&category=${text}`, `/city/${text}`]));
    const [first = ''] = written;
    await expectInert([`/${first}`, `/auth/callback?error=${first}`, `/auth/callback#access_token=${first}`]);
  });

  it('is text to the administrator', async () => {
    await expectInert(['/admin'], {
      as: admin,
      act: async (page) => {
        for (const tab of await page.getByRole('tab').all()) {
          await tab.click();
          await page.waitForLoadState('networkidle');
          await page.getByRole('tabpanel').first().waitFor();
        }
      },
    });
  });

  it('is text to its submitter', async () => {
    await expectInert(['/', '/submissions', '/profile'], { as: user });
  });

  it('would be noticed if it ran', async () => {
    await using opened = await site.visit();
    await opened.page.evaluate(
      `addEventListener("securitypolicyviolation", (event) => (globalThis.violations ??= []).push(event.violatedDirective));
       document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(markup[1])})`,
    );
    await expect.poll(() => opened.page.evaluate('globalThis.violations?.length > 0')).toBe(true);
    // Even then the page's policy blocks it.
    expect(await opened.page.evaluate('globalThis.ran')).toBeUndefined();
  });
});
