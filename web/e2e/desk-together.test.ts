import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { City } from '#contracts/city/views';
import type { Location } from '#contracts/location/views';

import { findBrowser } from './browser.ts';
import { button, chosenName, createDeskWorld, painted, rowOf, type DeskWorld } from './desk-world.ts';
import type { Author } from './seed.ts';
import { nextPaint } from './world.ts';

const chromium = findBrowser();

/** Several moderators share one queue: nobody decides an item unseen, and nobody loses work. */
describe.skipIf(chromium === null)('moderators at one queue', () => {
  let world: DeskWorld;
  let city: City;
  let places: Location[];
  beforeAll(async () => {
    world = await createDeskWorld(chromium);
  });
  afterAll(() => world[Symbol.asyncDispose]());
  let made = 0;
  beforeEach(async () => {
    made += 1;
    city = await world.admin.city(`City ${made}`);
    places = [];
    for (const name of ['Arcade', 'Bridge', 'Court', 'Dome'])
      places.push(await world.user.location(city, `${name} ${made}`));
  });

  const nameOf = (at: number): string => places[at]?.name ?? '';
  const queue = () => `/admin/queue?city=${city.id}`;
  const decide = (who: Author, at: number, decision: 'approve' | 'reject') => {
    const id = places[at]?.id;
    const item = { kind: 'location', id, entityType: 'location', entityId: id, decision };
    return who.send('POST', '/api/admin/decisions', { items: [item] });
  };
  const statusOf = async (at: number): Promise<string> =>
    (
      await (
        await fetch(`${world.app.origin}/api/locations/${places[at]?.id}`, {
          headers: { authorization: `Bearer ${world.admin.session.accessToken}` },
        })
      ).json()
    ).status;
  const isChosen = (page: Page, name: string) => expect.poll(() => chosenName(page)).toBe(name);
  const choose = async (page: Page, name: string) => {
    await rowOf(page, name).getByRole('button', { name, exact: true }).click();
    await isChosen(page, name);
    await painted(page, name);
  };
  /** Records the names of all items that the page has sent a decision for. */
  const decisionsOf = (page: Page): string[] => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (!request.url().endsWith('/api/admin/decisions')) return;
      const { items } = request.postDataJSON() as { items: { id: string }[] };
      asked.push(...items.map(({ id }) => places.find((place) => place.id === id)?.name ?? id));
    });
    return asked;
  };

  it('a dialog keeps the typed text when its item disappears, says who decided what, and offers the next item', async () => {
    await using mia = await world.open(queue(), world.mia);
    const { page } = mia;
    await choose(page, nameOf(1));
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('It is a shop, not a view.');
    const asked = decisionsOf(page);
    await decide(world.noa, 1, 'approve');
    await dialog.getByText('approved by Noa North').waitFor();
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('It is a shop, not a view.');
    // The dialog must not offer to send: the decision would apply to another item than the one shown.
    expect(await button(dialog, 'Reject').count()).toBe(0);
    await dialog.getByLabel('Reason').press('Control+Enter');
    await button(dialog, `Go on with ${nameOf(2)}`).click();
    await page.getByRole('dialog', { name: `Reject ${nameOf(2)}?` }).waitFor();
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('It is a shop, not a view.');
    expect(asked).toEqual([]);
    await button(dialog, 'Reject').click();
    await page
      .getByText(`Declined: ${nameOf(2)}`)
      .first()
      .waitFor();
    expect(asked).toEqual([nameOf(2)]);
    await isChosen(page, nameOf(3));
  });

  it('when another moderator decides the chosen row, the next row is chosen, or the previous one at the end', async () => {
    await using mia = await world.open(queue(), world.mia);
    const { page } = mia;
    await choose(page, nameOf(1));
    await decide(world.noa, 1, 'reject');
    await isChosen(page, nameOf(2));
    await rowOf(page, nameOf(1)).getByText('Declined by Noa North').waitFor();
    await choose(page, nameOf(3));
    await decide(world.noa, 3, 'approve');
    await isChosen(page, nameOf(2));
    await rowOf(page, nameOf(3)).getByText('Approved by Noa North').waitFor();
    await mia.checkUnbroken();
  });

  it('a key pressed too soon after such a change decides nothing', async () => {
    await using mia = await world.open(queue(), world.mia);
    const { page } = mia;
    await choose(page, nameOf(0));
    const asked = decisionsOf(page);
    // As fast as possible: at the moment when another row becomes the chosen one.
    await page.evaluate(() => {
      const press = () =>
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
      const observer = new MutationObserver(() => {
        observer.disconnect();
        press();
        requestAnimationFrame(() => requestAnimationFrame(press));
      });
      const list = document.querySelector('main ul[aria-label]');
      if (list !== null) observer.observe(list, { subtree: true, attributeFilter: ['aria-current'] });
    });
    await decide(world.noa, 0, 'approve');
    await isChosen(page, nameOf(1));
    await page
      .getByText(`Not decided: ${nameOf(1)}`)
      .first()
      .waitFor();
    expect(asked).toEqual([]);
    // Once the row has been seen long enough, the key works.
    await expect
      .poll(async () => {
        // Never while the previous press may still decide: a second press would decide the next row.
        if ((await chosenName(page)) === nameOf(1)) await page.keyboard.press('a');
        await nextPaint(page);
        return asked;
      })
      .toEqual([nameOf(1)]);
    expect(await statusOf(2)).toBe('pending');
  });

  it('the bar says what a key will do, the detail shows the selected items, Escape clears them', async () => {
    await using mia = await world.open(queue(), world.mia);
    const { page } = mia;
    await choose(page, nameOf(3));
    for (const at of [0, 1]) await page.getByLabel(`Select ${nameOf(at)}`).check();
    await page.getByText('2 selected').first().waitFor();
    const detail = page.getByRole('complementary', { name: 'About 2 locations' });
    await detail.getByText(nameOf(0)).waitFor();
    await button(page, 'Approve 2 selected').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('complementary', { name: `About ${nameOf(3)}` }).waitFor();
    expect(await button(page, 'Approve 2 selected').count()).toBe(0);
    for (const at of [0, 1]) await page.getByLabel(`Select ${nameOf(at)}`).check();
    const asked = decisionsOf(page);
    // Another moderator decides one of them: the bar and the key then concern only the other.
    await decide(world.noa, 0, 'reject');
    await button(page, 'Approve 1 selected').waitFor();
    await expect
      .poll(async () => {
        if ((await button(page, 'Approve 1 selected').count()) === 1) await page.keyboard.press('a');
        await nextPaint(page);
        return asked;
      })
      .toEqual([nameOf(1)]);
    await isChosen(page, nameOf(3));
  });

  it('the row and the detail show who else is viewing an item', async () => {
    await using mia = await world.open(queue(), world.mia);
    await using noa = await world.open(queue(), world.noa);
    await choose(noa.page, nameOf(2));
    await rowOf(mia.page, nameOf(2)).getByText('Noa North').waitFor();
    await choose(mia.page, nameOf(2));
    await mia.page.getByText('Noa North is looking at this too').waitFor();
    await noa.page.getByText('Mia Marsh is looking at this too').waitFor();
  });

  it('undo reverts one decision after the other, and the returned item is chosen', async () => {
    await using mia = await world.open(queue(), world.mia);
    const { page } = mia;
    await choose(page, nameOf(0));
    for (const at of [0, 1]) {
      await isChosen(page, nameOf(at));
      await painted(page, nameOf(at));
      await page.keyboard.press('a');
      await page
        .getByText(`Approved: ${nameOf(at)}`)
        .first()
        .waitFor();
    }
    for (const at of [1, 0]) {
      await page.keyboard.press('u');
      await page
        .getByText(`Waiting again: ${nameOf(at)}`)
        .first()
        .waitFor();
      await isChosen(page, nameOf(at));
      expect(await statusOf(at)).toBe('pending');
    }
  });

  it('a row out of view is scrolled into view before a key can decide it', async () => {
    for (let more = 0; more < 24; more++) await world.user.location(city, `Extra ${made}-${more}`);
    await using mia = await world.open(queue(), world.mia);
    const { page } = mia;
    await choose(page, nameOf(0));
    await page.mouse.move(640, 700);
    await page.mouse.wheel(0, 900);
    await expect
      .poll(() =>
        rowOf(page, nameOf(0))
          .boundingBox()
          .then((box) => (box?.y ?? 0) < 0),
      )
      .toBe(true);
    const asked = decisionsOf(page);
    await page.keyboard.press('a');
    await expect
      .poll(() =>
        rowOf(page, nameOf(0))
          .boundingBox()
          .then((box) => (box?.y ?? 0) > 64),
      )
      .toBe(true);
    expect(asked).toEqual([]);
    await page.keyboard.press('a');
    await expect.poll(() => asked).toEqual([nameOf(0)]);
  });

  it('on a phone an opened detail stays with its item, whatever happens to the item', async () => {
    await using mia = await world.open(queue(), world.mia, {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
    });
    const { page } = mia;
    await button(page, nameOf(0)).click();
    const dialog = page.getByRole('dialog', { name: nameOf(0) });
    await button(dialog, 'Approve').waitFor();
    await decide(world.noa, 0, 'approve');
    await dialog.getByText('Approved by Noa North.', { exact: true }).waitFor();
    expect(await button(dialog, 'Approve').count()).toBe(0);
    await button(dialog, `Go on with ${nameOf(1)}`).click();
    const next = page.getByRole('dialog', { name: nameOf(1) });
    await next.locator('[data-painted]').waitFor({ state: 'attached' });
    await button(next, 'Approve').click();
    await page
      .getByText(`Approved: ${nameOf(1)}`)
      .first()
      .waitFor();
    expect(await statusOf(2)).toBe('pending');
  });
});
