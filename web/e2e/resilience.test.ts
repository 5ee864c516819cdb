import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findBrowser } from './browser.ts';
import { pictureAddress, signIn } from './people.ts';
import { picture } from './seed.ts';
import { createWorld, gate, hold, offlineLine, press, refuse, seeAll, type World } from './world.ts';

const chromium = findBrowser();

describe.skipIf(chromium === null)('after a fault, the page', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(chromium);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const fillCity = async (page: Page, name: string) => {
    await press(page, 'Add City');
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Country').fill('Germany');
    await form.getByLabel('Image URL').fill(pictureAddress);
    return form;
  };

  it('keeps a form whose request had no answer, and sends it again with the same key', async () => {
    await using person = await world.open('/', { as: world.user });
    const { page } = person;
    await page.setViewportSize({ width: 360, height: 740 });
    const keys: Array<string | undefined> = [];
    await page.route('**/api/cities', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.fallback();
      // The request arrives, but its response is lost.
      await route.fetch();
      await route.abort();
    });
    const form = await fillCity(page, 'Löbau');
    await press(page, 'Add City');
    await seeAll(page, ['Error', 'No connection. Please check your network and try again.']);
    // On a phone, too, the toast leaves the form's buttons free.
    const toast = await page.getByRole('listitem').filter({ hasText: 'No connection.' }).boundingBox();
    const close = await form.getByRole('button', { name: 'Close' }).boundingBox();
    expect((toast?.x ?? 0) + (toast?.width ?? 0)).toBeLessThanOrEqual(close?.x ?? 0);
    expect(await form.getByLabel('Name').inputValue()).toBe('Löbau');
    await press(page, 'Add City');
    await seeAll(page, ['City added successfully']);
    expect(keys[0]).toBeDefined();
    expect(keys[1]).toBe(keys[0]);
    await page.goto('/submissions');
    await page.getByRole('link', { name: 'Löbau' }).waitFor();
    expect(await page.getByRole('link', { name: 'Löbau' }).count()).toBe(1);
  });

  it('keeps the typed text after a click outside the form, and drops it on Cancel', async () => {
    await using person = await world.open('/', { as: world.user });
    const { page } = person;
    const form = await fillCity(page, 'Weißwasser');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await press(page, 'Add City');
    expect(await form.getByLabel('Name').inputValue()).toBe('Weißwasser');
    expect(await form.getByLabel('Image URL').inputValue()).toBe(pictureAddress);
    await page.mouse.click(5, 300);
    await form.waitFor({ state: 'detached' });
    await press(page, 'Add City');
    expect(await form.getByLabel('Country').inputValue()).toBe('Germany');
    await press(page, 'Cancel');
    const question = page.getByRole('dialog', { name: 'Throw away what you typed?' });
    await question.getByRole('button', { name: 'Throw away' }).click();
    await question.waitFor({ state: 'detached' });
    await form.waitFor({ state: 'detached' });
    await press(page, 'Add City');
    expect(await form.getByLabel('Name').inputValue()).toBe('');
    await form.getByLabel('Name').fill('Niesky');
    await form.getByLabel('Country').fill('Germany');
    await form.getByLabel('Image URL').fill(pictureAddress);
    await press(page, 'Add City');
    await seeAll(page, ['City added successfully']);
    await form.waitFor({ state: 'detached' });
    await press(page, 'Add City');
    expect(await form.getByLabel('Name').inputValue()).toBe('');
  });

  it('never shows one person’s input to another in the same tab', async () => {
    await using person = await world.open('/', { as: world.user, fresh: true });
    const { page } = person;
    const form = await fillCity(page, 'Bautzen');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await page.context().clearCookies();
    await page.reload();
    await signIn(page, world.app.admin);
    await press(page, 'Add City');
    expect(await form.getByLabel('Name').inputValue()).toBe('');
  });

  it('leaves an error on the screen during a retry', async () => {
    const submissions = /\/api\/submissions/;
    await using person = await world.open('/submissions', {
      as: world.user,
      prepare: (page) => refuse(page, submissions, { status: 500 }),
    });
    const { page } = person;
    await seeAll(page, ['Your submissions could not be loaded']);
    const response = await hold(page, submissions);
    await press(page, 'Try again');
    await page.locator('button[aria-busy=true]', { hasText: 'Try again' }).waitFor();
    expect(await page.getByText('Your submissions could not be loaded').isVisible()).toBe(true);
    expect(await page.getByText('Loading your submissions...').count()).toBe(0);
    await page.unroute(submissions);
    response.release();
    await page.getByText('Your submissions could not be loaded').waitFor({ state: 'detached' });
  });

  it('submits once, however often the person clicks or presses Enter', async () => {
    await using person = await world.open('/', { as: world.user });
    const { page } = person;
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url());
    });
    const form = await fillCity(page, 'Kamenz');
    await form.getByRole('button', { name: 'Add City' }).dblclick();
    await form
      .getByLabel('Name')
      .press('Enter', { timeout: 500 })
      .catch(() => undefined);
    await seeAll(page, ['City added successfully']);
    expect(sent.filter((url) => url.endsWith('/api/cities'))).toHaveLength(1);
  });

  it('keeps failed photos, shows the outcome of each, and sends them again', async () => {
    await using person = await world.open(`/location/${world.bridge.id}`, { as: world.user });
    const { page } = person;
    let fails = true;
    await page.route('**/photos', async (route) => {
      const body = route.request().postData() ?? '';
      if (fails && body.includes('second.jpg')) await route.abort();
      else await route.fallback();
    });
    const slow = await hold(page, '**/photos');
    let begun = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/photos')) begun += 1;
    });
    const file = async (name: string, colour: string) => ({
      name,
      mimeType: 'image/jpeg',
      buffer: await picture(colour),
    });
    await page
      .getByLabel('Choose photos')
      .setInputFiles([await file('first.jpg', '#113355'), await file('second.jpg', '#557711')]);
    await press(page, 'Upload 2 Photos');
    for (const name of ['first.jpg', 'second.jpg'])
      await page.getByRole('progressbar', { name: `Upload of ${name}` }).waitFor();
    // One call for each file, and none waits for another.
    await expect.poll(() => begun).toBe(2);
    slow.release();
    await seeAll(page, ['Upload Failed', 'No connection. The photo is still selected.', '(1 photo)']);
    const chosen = page.getByRole('list', { name: 'Chosen photos' });
    expect(await chosen.getByRole('listitem').count()).toBe(1);
    fails = false;
    await page.getByRole('button', { name: 'Retry second.jpg' }).click();
    await seeAll(page, ['1 photo(s) uploaded successfully!', '(2 photos)']);
    await chosen.waitFor({ state: 'detached' });
  });

  it('says that it is offline, keeps the page when a dialog cannot be loaded, and recovers', async () => {
    await using person = await world.open('/', { as: world.user, fresh: true });
    const { page } = person;
    await page.getByRole('button', { name: 'Add City' }).waitFor();
    // The list is there once all code of the page is.
    await page.getByRole('link', { name: 'Old Bridge' }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.getByText(offlineLine).waitFor();
    await page.getByRole('searchbox').fill('brid');
    await press(page, 'Add City');
    await seeAll(page, ['This could not be opened']);
    expect(await page.getByRole('searchbox').inputValue()).toBe('brid');
    await page.context().setOffline(false);
    await page.getByText(offlineLine).waitFor({ state: 'detached' });
    await press(page, 'Add City');
    await page.getByRole('dialog').getByLabel('Image URL').waitFor();
    await person.checkUnbroken();
  });

  it('loads parts by itself that failed to load while offline', async () => {
    await using visitor = await world.open('/', { fresh: true });
    const { page } = visitor;
    await page.getByRole('link', { name: 'Old Bridge' }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Street Art' }).click();
    await seeAll(page, ['Failed to fetch locations']);
    const line = await page.getByText(offlineLine).boundingBox();
    const bar = await page.getByRole('region', { name: 'Search', exact: true }).boundingBox();
    // The message covers nothing.
    expect(bar?.y).toBeGreaterThanOrEqual((line?.y ?? 0) + (line?.height ?? 0));
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'Painted Wall' }).waitFor();
  });

  it('follows live changes even if the network failed before the socket connected', async () => {
    const code = /\/assets\/live-.*\.js$/;
    await using visitor = await world.open('/healthz', {
      fresh: true,
      prepare: async (page) => {
        await page.route(code, (route) => route.abort());
      },
    });
    const { page } = visitor;
    const failed = page.waitForEvent('console', (message) => message.text().includes('could not be loaded'));
    await page.goto('/');
    await failed;
    await page.getByRole('link', { name: 'Old Bridge' }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Street Art' }).click();
    await seeAll(page, ['Failed to fetch locations']);
    await page.unroute(code);
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'Painted Wall' }).waitFor();
  });

  it('removes a heart again when the server refuses it', async () => {
    await using person = await world.open('/', { as: world.user });
    const { page } = person;
    await refuse(page, '**/favorite', { status: 500, message: 'The disk is full.' });
    const heart = page.getByRole('button', { name: 'Favourite Old Bridge' });
    await heart.click();
    await seeAll(page, ['Error', 'The disk is full.']);
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('false');
  });

  it('brings a row back when the server refuses its decision', async () => {
    await world.user.city('Meissen');
    await using person = await world.open('/admin', { as: world.admin });
    const { page } = person;
    await refuse(page, '**/api/admin/decisions', { status: 500, message: 'The disk is full.' });
    await page.getByRole('button', { name: 'Approve Meissen', exact: true }).click();
    await seeAll(page, ['Not decided: Meissen', 'The disk is full.']);
    await page.getByRole('button', { name: 'Approve Meissen', exact: true }).waitFor();
  });

  it('keeps a dialog that was opened during a search', async () => {
    await using person = await world.open('/healthz', { as: world.admin, fresh: true });
    const { page } = person;
    await page.clock.install();
    await page.goto('/admin');
    await page.getByRole('tab', { name: 'Manage Cities' }).click();
    await press(page, 'Edit Görlitz');
    await page.getByRole('dialog').getByLabel('Name').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500);
    await page.getByLabel('Search cities').fill('nowhere');
    await press(page, 'Edit Görlitz');
    await page.getByRole('dialog').getByLabel('Country').fill('Saxony');
    await page.clock.resume();
    await page.getByText('Nothing found').waitFor();
    await press(page, 'Save Changes');
    await seeAll(page, ['City updated successfully']);
  });

  it.each([
    ['a person', 'user'],
    ['a visitor', undefined],
  ] as const)('what %s presses before the session is known waits for it', async (_, who) => {
    let session: { readonly release: () => void } | undefined;
    const as = who && { as: world[who] };
    await using visit = await world.open(`/location/${world.wall.id}`, {
      ...as,
      fresh: true,
      prepare: async (page) => {
        session = await hold(page, '**/auth/session');
      },
    });
    const { page } = visit;
    // The dialog takes the focus once the rendered page is the client's.
    await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]') instanceof Element);
    await press(page, 'Report Painted Wall');
    expect(await page.getByRole('dialog', { name: 'Welcome back' }).count()).toBe(0);
    session?.release();
    const opened = who === undefined ? 'Welcome back' : 'Report Painted Wall';
    await page.getByRole('dialog', { name: opened }).waitFor();
    await page.keyboard.press('Escape');
    if (who === undefined) return;
    // The rendered page behind the dialog has a heart of the same name.
    const heart = page.getByRole('dialog').getByRole('button', { name: 'Favourite Painted Wall' });
    session = await hold(page, '**/auth/session');
    await page.reload();
    // The dialog takes the focus once the rendered page is the client's.
    await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]') instanceof Element);
    await heart.first().click();
    expect(await heart.first().getAttribute('aria-pressed')).toBe('false');
    session.release();
    await expect.poll(() => heart.first().getAttribute('aria-pressed')).toBe('true');
  });

  it('signs out even if the server does not answer, and only logs the failure', async () => {
    await using person = await world.open('/', { as: world.user, fresh: true });
    const { page } = person;
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.route('**/auth/logout', (route) => route.abort());
    const reloaded = page.waitForEvent('load');
    await press(page, 'Jonas Kern');
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await reloaded;
    expect(logged.join()).toContain('Sign-out failed');
  });

  it('says that an open place was deleted', async () => {
    const doomed = await world.admin.location(world.city, 'Doomed Corner');
    // The page loads before its socket connects: changes in between must not be missed.
    const live = await holdSocket(world, doomed.id);
    await using visitor = live.visitor;
    const { page } = visitor;
    await seeAll(page, ['About this location']);
    await world.admin.send('DELETE', `/api/locations/${doomed.id}`);
    live.release();
    await page.getByRole('heading', { name: 'Location not found' }).waitFor();
  });
});

/** Opens a page whose socket does not reach the server before `release` is called. */
async function holdSocket(world: World, id: string) {
  const { opened, open } = gate();
  const visitor = await world.open(`/location/${id}`, {
    prepare: (page) =>
      page.routeWebSocket(/socket\.io/, (socket) => opened.then(() => void socket.connectToServer())),
  });
  return { visitor, release: open };
}
