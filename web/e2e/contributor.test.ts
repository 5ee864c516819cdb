import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { personPhotos } from '#contracts/page-sizes';

import { findBrowser } from './browser.ts';
import { toastOf } from './people.ts';
import { authorAs, type Author } from './seed.ts';
import { createWorld, pathOf, type World } from './world.ts';

const chromium = findBrowser();

/** A person's public page, with the real server. */
describe.skipIf(chromium === null)('a person’s page', () => {
  let world: World;
  let ida: Author;
  let path: string;
  beforeAll(async () => {
    world = await createWorld(chromium);
    ida = await authorAs(world.app, {
      firstName: 'Ida',
      lastName: 'Falk',
      email: 'ida@example.org',
      password: 'six-or-more',
    });
    path = `/people/${ida.session.user.id}`;
    await ida.send('PATCH', '/auth/account', { publicName: 'Ida F. <b>', publicPage: true });
    await world.admin.send('POST', `/api/admin/people/${ida.session.user.id}/trust`);
    for (let number = 1; number <= personPhotos + 1; number += 1)
      await ida.location(world.city, `Ida’s corner ${number}`);
    await ida.photo(world.bridge, '#305070');
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const read = async (address: string) => {
    const response = await fetch(world.app.origin + address, { headers: { Accept: 'text/html' } });
    return { status: response.status, html: await response.text() };
  };
  const turn = (publicPage: boolean) => ida.send('PATCH', '/auth/account', { publicPage });

  it('is rendered with its content, for search engines and previews too', async () => {
    const { status, html } = await read(path);
    expect(status).toBe(200);
    for (const text of ['Ida F. &lt;b&gt;', '1 photo', `${personPhotos + 1} locations`, 'Old Bridge'])
      expect(html).toContain(text);
    expect(html).toContain(`<title>Ida F. &lt;b&gt; · Lightfall</title>`);
    expect(html).toContain(`${path}">`);
    expect(html).toMatch(/<meta property="og:image" content="[^"]*\/photos\/[^"]+\.webp">/);
    expect(html).toContain('"@type":"ProfilePage"');
    expect(html).not.toContain('noindex');
    const second = await read(`${path}?page=2`);
    expect(second.status).toBe(200);
    expect(second.html).toMatch(/<link rel="canonical" href="[^"]*\?page=2">/);
    expect(second.html).toContain('page 2 · Lightfall');
    expect(second.html).toContain('Ida’s corner 1<');
  });

  it.each(['?page=3', '?page=0', '?page=x'])('returns 404 for %s', async (page) => {
    expect((await read(path + page)).status).toBe(404);
  });

  it('returns 404 as soon as it is turned off, and exists again once it is on', async () => {
    for (let round = 0; round < 3; round += 1) {
      await turn(false);
      const off = await read(path);
      expect(off.status).toBe(404);
      expect(off.html).toContain('Person not found');
      expect(off.html).toContain('noindex');
      expect(off.html).not.toContain('Ida F.');
      await turn(true);
      expect((await read(path)).status).toBe(200);
    }
    for (const nobody of [`/people/${world.admin.session.user.id}`, '/people/7', '/people/%22'])
      expect((await read(nobody)).status, nobody).toBe(404);
  });

  it('is reached from a credit, leads to its places, and pages without scripts', async () => {
    await using visitor = await world.open(`/location/${world.bridge.id}`, {
      look: { javaScriptEnabled: false },
    });
    const { page } = visitor;
    await page.getByRole('link', { name: 'Ida F. <b>' }).first().click();
    await page.getByRole('heading', { name: 'Ida F. <b>', level: 1 }).waitFor();
    expect(pathOf(page)).toBe(path);
    expect(await page.getByRole('article').count()).toBe(personPhotos);
    await page.getByRole('link', { name: 'Next page' }).click();
    expect(await page.getByRole('article').count()).toBe(1);
    await page.getByRole('link', { name: 'Previous page' }).click();
    await page.getByRole('region', { name: 'Photos' }).getByRole('link', { name: 'Old Bridge' }).click();
    await page.getByRole('heading', { name: 'Old Bridge' }).first().waitFor();
  });

  it('repeats no request in the browser, and loads more from there', async () => {
    const asked: string[] = [];
    await using visitor = await world.open(path, {
      fresh: true,
      prepare: async (page) => {
        page.on('request', (request) => {
          if (/\/api\/(people|photos|locations)/.test(request.url())) asked.push(request.url());
        });
      },
    });
    const { page, checkUnbroken } = visitor;
    await page.getByRole('heading', { name: 'Ida F. <b>', level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect.poll(() => page.getByRole('article').count()).toBe(1);
    await checkUnbroken();
  });

  it('is turned on and off in the profile, which says what it shows', async () => {
    await turn(false);
    await using own = await world.open('/profile', { as: ida });
    const { page } = own;
    const part = page.getByRole('region', { name: 'Public page', exact: true });
    const box = part.getByRole('checkbox', { name: 'Show a public page' });
    expect(await box.isChecked()).toBe(false);
    await part.getByText('It shows everybody your public name').waitFor();
    await box.click();
    await toastOf(page, 'Your public page is on').waitFor();
    expect((await read(path)).status).toBe(200);
    await part.getByRole('link', { name: 'Your public page' }).click();
    await page.getByRole('heading', { name: 'Ida F. <b>', level: 1 }).waitFor();
    await page.goBack();
    await box.click();
    await toastOf(page, 'Your public page is off').waitFor();
    expect((await read(path)).status).toBe(404);
    await turn(true);
  });
});
