import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Location } from '#contracts/location/views';

import { findBrowser } from './browser.ts';
import { asFile, fromCamera } from './photo-files.ts';
import { createWorld, hasFocus, hold, pathOf, press, seeAll, type World } from './world.ts';

const chromium = findBrowser();
const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
] as const;

const form = (page: Page) => page.getByRole('dialog', { name: 'Add a location' });
const sent = (page: Page) => page.getByRole('dialog', { name: 'Sent, waiting for review' });
const rows = (page: Page) => page.getByRole('list', { name: 'Chosen photos' }).getByRole('listitem');
/** Waits until this many rows are uploaded; on failure, reports the text of every row. */
const allUploaded = (page: Page, count: number) =>
  expect
    .poll(() => rows(page).allInnerTexts())
    .toSatisfy((texts: string[]) => texts.filter((text) => /\bUploaded\b/.test(text)).length === count);

/** Waits for a caption in a gallery of two photos. They are sent at once, so either may have arrived first. */
async function seeCaption(page: Page, caption: string): Promise<void> {
  const shown = page.getByRole('dialog').getByText(caption);
  await page.getByRole('dialog').getByText('1 of 2').waitFor();
  if (!(await shown.isVisible())) await press(page, 'Next photo');
  await shown.waitFor();
}

describe.skipIf(chromium === null)('adding a place in one step', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(chromium);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const open = async (viewport: (typeof sizes)[number] = sizes[1]) => {
    const person = await world.open('/', {
      as: world.user,
      look: { viewport, hasTouch: viewport.width < 500 },
      // A photo that another test has chosen and not sent would stay in the form.
      fresh: true,
    });
    await press(person.page, 'Add Location');
    await form(person.page).waitFor();
    return person;
  };
  const fill = async (page: Page, name: string) => {
    await form(page).getByLabel('Name', { exact: true }).fill(name);
    await form(page).getByLabel('City', { exact: true }).selectOption({ label: 'Görlitz, Germany' });
    await form(page).getByLabel('Description').fill('What one sees there.');
    await form(page).getByLabel('Category').selectOption('Nature');
  };
  const mine = async (name: string): Promise<Location> => {
    const { accessToken } = world.user.session;
    const headers = { authorization: `Bearer ${accessToken}` };
    const submissions = (await (
      await fetch(`${world.app.origin}/api/submissions`, { headers })
    ).json()) as Array<{
      name: string;
      entityType: string;
      entityId: string;
    }>;
    const id = submissions.find((each) => each.entityType === 'location' && each.name === name)?.entityId;
    return (await (await fetch(`${world.app.origin}/api/locations/${id}`, { headers })).json()) as Location;
  };

  it('takes the point from the photo on a press, and asks about one far from the city', async () => {
    const near = await world.admin.city('Mulhouse', { coordinates: { latitude: 47.75, longitude: 7.34 } });
    const far = await world.admin.city('Tokyo', { coordinates: { latitude: 35.68, longitude: 139.77 } });
    await using person = await open();
    const { page } = person;
    const bodies: string[] = [];
    page.on('request', (request) => bodies.push(request.url(), request.postData() ?? ''));
    await form(page)
      .getByLabel('Choose photos')
      .setInputFiles(asFile('weir.jpg', await fromCamera()));
    await fill(page, 'Weir by the photo');
    const point = form(page).getByLabel('Coordinates');
    expect(await point.inputValue()).toBe('');
    await press(form(page), 'Use where the photo was taken');
    await expect.poll(() => point.inputValue()).toBe('47.553428, 7.362003');
    await form(page).getByLabel('City', { exact: true }).selectOption(far.id);
    await form(page)
      .getByText(/^This is \d+ km from Tokyo\./)
      .waitFor();
    await form(page).getByLabel('City', { exact: true }).selectOption(near.id);
    await form(page)
      .getByText(/^This is/)
      .waitFor({ state: 'detached' });
    // Nothing more exact than a kilometre leaves the browser before the form is sent.
    expect(bodies.filter((body) => /47\.553|7\.362/.test(body))).toEqual([]);
  });

  it.each(sizes)(
    'at $width px: adds photos first, then the place, and shows both to everybody',
    async (viewport) => {
      const name = `Weir at ${viewport.width}`;
      await using person = await open(viewport);
      const { page } = person;
      await form(page)
        .getByLabel('Choose photos')
        .setInputFiles([
          asFile('one.jpg', await fromCamera()),
          asFile('two.jpg', await fromCamera({ width: 900, height: 600, orientation: 6 })),
          asFile('notes.txt', Buffer.from('x'), 'text/plain'),
        ]);
      await form(page).getByLabel('Caption of one.jpg').fill('From the weir.');
      await fill(page, name);
      await press(form(page), 'Add Location');
      await seeAll(page, ['Location added successfully']);
      await sent(page).getByText('You are told as soon as it is decided', { exact: false }).waitFor();
      await seeAll(sent(page), [`${name}, Görlitz`]);
      await allUploaded(page, 2);
      expect(await rows(page).count()).toBe(3);
      await sent(page).getByRole('link', { name: 'See it' }).click();
      await seeCaption(page, 'From the weir.');
      expect(pathOf(page)).toMatch(/^\/location\//);

      await expect.poll(() => mine(name)).toMatchObject({ status: 'pending', photoCount: 2 });
      const place = await mine(name);
      await world.admin.send('POST', `/api/admin/locations/${place.id}/approve`);
      await using visitor = await world.open('/', { look: { viewport } });
      await visitor.page.getByRole('link', { name }).click();
      await seeCaption(visitor.page, 'From the weir.');
      for (const each of [person, visitor]) await each.checkUnbroken();
    },
  );

  it('keeps a failed photo with its new place and sends it again; asks before the person leaves', async () => {
    await using person = await open();
    const { page } = person;
    let fails = true;
    await page.route('**/photos', async (route) => {
      if (fails && (route.request().postData() ?? '').includes('two.jpg')) await route.abort();
      else await route.fallback();
    });
    await form(page)
      .getByLabel('Choose photos')
      .setInputFiles([asFile('one.jpg', await fromCamera()), asFile('two.jpg', await fromCamera())]);
    await fill(page, 'Half Sent');
    await press(form(page), 'Add Location');
    await rows(page).getByText('No connection. The photo is still selected.').waitFor();
    await page.keyboard.press('Escape');
    await press(page.getByRole('dialog', { name: 'Leave without 1 photo?' }), 'Cancel');
    fails = false;
    await press(sent(page), 'Retry two.jpg');
    await allUploaded(page, 2);
    await press(sent(page), 'Done');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => mine('Half Sent')).toMatchObject({ photoCount: 2 });
    expect(await hasFocus(page.getByRole('button', { name: 'Add Location' }))).toBe(true);
  });

  it('keeps the chosen photos on Escape, drops them on Cancel, and starts over for another place', async () => {
    await using person = await open();
    const { page } = person;
    await form(page)
      .getByLabel('Choose photos')
      .setInputFiles(asFile('kept.jpg', await fromCamera()));
    await rows(page).getByText('kept.jpg').waitFor();
    await page.keyboard.press('Escape');
    await form(page).waitFor({ state: 'detached' });
    await press(page, 'Add Location');
    await rows(page).getByText('kept.jpg').waitFor();
    await fill(page, 'First of Two');
    const slow = await hold(page, '**/photos');
    await press(form(page), 'Add Location');
    await sent(page).getByRole('progressbar').waitFor();
    expect(await sent(page).getByRole('button', { name: 'Add another' }).isDisabled()).toBe(true);
    slow.release();
    await rows(page).getByText('Uploaded', { exact: true }).waitFor();
    await press(sent(page), 'Add another');
    await form(page).getByLabel('Name', { exact: true }).waitFor();
    expect(await form(page).getByLabel('Name', { exact: true }).inputValue()).toBe('');
    expect(await rows(page).count()).toBe(0);
    await form(page)
      .getByLabel('Choose photos')
      .setInputFiles(asFile('dropped.jpg', await fromCamera()));
    await rows(page).getByText('dropped.jpg').waitFor();
    await press(form(page), 'Cancel');
    await press(page.getByRole('dialog', { name: 'Throw away what you typed?' }), 'Throw away');
    await press(page, 'Add Location');
    await form(page).waitFor();
    expect(await rows(page).count()).toBe(0);
  });

  it('accepts dropped and pasted photos', async () => {
    await using person = await open();
    const { page } = person;
    const bytes = [...(await fromCamera({ width: 60, height: 40 }))];
    // Runs in the page: a test has no other way to drop or paste files.
    await form(page)
      .getByLabel('Description')
      .evaluate((element, data) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(data)], 'dropped.jpg', { type: 'image/jpeg' }));
        element.dispatchEvent(
          new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }),
        );
        const pasted = new DataTransfer();
        pasted.items.add(new File([new Uint8Array(data)], 'pasted.png', { type: 'image/jpeg' }));
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true }),
        );
      }, bytes);
    for (const name of ['dropped.jpg', 'pasted.png']) await rows(page).getByText(name).waitFor();
  });
});
