import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { expectAccessible } from './axe.ts';
import { findBrowser } from './browser.ts';
import { button, createDeskWorld, painted, rowOf, type DeskWorld } from './desk-world.ts';
import { hasFocus, pathOf } from './world.ts';

const chromium = findBrowser();

/** Features that moderators share: links to items, notes, reasons, and groups of pending items. */
describe.skipIf(chromium === null)('a team of moderators', () => {
  let world: DeskWorld;
  beforeAll(async () => {
    world = await createDeskWorld(chromium);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('share an item with its notes by a link, which after the decision shows who decided and how', async () => {
    const { admin, mia, noa, user, open } = world;
    const city = await admin.city('Linked');
    const names = ['Arcade', 'Bridge', 'Court'];
    for (const name of names) await user.location(city, name);
    await using first = await open(`/admin/queue?city=${city.id}`, mia);
    await button(rowOf(first.page, 'Bridge'), 'Bridge').click();
    await painted(first.page, 'Bridge');
    const detail = first.page.getByRole('complementary', { name: 'About Bridge' });
    await button(detail, 'Ask for a second opinion').click();
    await detail.getByLabel('Question to your colleagues').fill('Is this the one by the mill?');
    await expectAccessible(first.page);
    await button(detail, 'Ask').click();
    await detail.getByText('A colleague asks for a second opinion').waitFor();
    await expect.poll(() => hasFocus(button(detail, 'Add a note'))).toBe(true);
    await first.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(detail, 'Copy link').click();
    await first.page.getByText('The link is copied').first().waitFor();
    const link = await first.page.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain(`/admin/queue?city=${city.id}&item=location:`);

    // The address names it too, in the same entry of the history.
    const { pathname, search } = new URL(link);
    await expect.poll(() => pathOf(first.page)).toBe(pathname + search);
    await first.page.keyboard.press('j');
    await expect.poll(() => pathOf(first.page)).not.toBe(pathname + search);
    await button(rowOf(first.page, 'Bridge'), 'Bridge').click();
    await expect.poll(() => pathOf(first.page)).toBe(pathname + search);
    await first.page.getByRole('link', { name: 'Activity' }).click();
    await expect.poll(() => pathOf(first.page)).toBe('/admin/activity');
    await first.page.goBack();
    await painted(first.page, 'Bridge');
    expect(pathOf(first.page)).toBe(pathname + search);
    await using second = await open(pathname + search, noa);
    await painted(second.page, 'Bridge');
    const theirs = second.page.getByRole('complementary', { name: 'About Bridge' });
    await theirs.getByText('Is this the one by the mill?').waitFor();
    await button(rowOf(second.page, 'Bridge'), 'Approve Bridge').click();
    await second.page.getByText('Approved: Bridge').first().waitFor();

    await using third = await open(pathname + search, mia);
    await third.page.getByRole('status').getByText('approved by Noa North').waitFor();
    await expectAccessible(third.page);
    await third.page.goto('/admin/activity');
    await third.page.getByRole('link', { name: 'Recently decided by me' }).click();
    await expect.poll(() => new URL(third.page.url()).searchParams.get('actor')).toBe(mia.session.user.id);
  });

  it('read at once what a colleague asks about an item that they have open', async () => {
    const { admin, mia, noa, user, open } = world;
    const city = await admin.city('Asked');
    await user.location(city, 'Asked about');
    const detailOf = async ({ page }: Awaited<ReturnType<typeof open>>) => {
      await painted(page, 'Asked about');
      return page.getByRole('complementary', { name: 'About Asked about' });
    };
    await using first = await open(`/admin/queue?city=${city.id}`, mia);
    await using second = await open(`/admin/queue?city=${city.id}`, noa);
    const [hers, theirs] = [await detailOf(first), await detailOf(second)];
    await button(hers, 'Ask for a second opinion').click();
    await hers.getByLabel('Question to your colleagues').fill('Is this the one by the mill?');
    await button(hers, 'Ask').click();
    await theirs.getByText('Is this the one by the mill?').waitFor();
  });

  it('open a group from one row and reject it as shown, with one undo', async () => {
    const { admin, noa, user, open } = world;
    const city = await admin.city('Grouped');
    const description = 'Watches at https://spam.example today';
    for (const name of ['Watch one', 'Watch two', 'Watch three'])
      await user.location(city, name, { description });
    await using desk = await open('/admin/queue', noa);
    const { page } = desk;
    await page.getByText(/^Groups \(\d+\)$/).click();
    const groups = page.getByRole('region', { name: 'Groups' });
    await groups.getByRole('button', { name: 'Open the group Links to one site: spam.example' }).click();
    await rowOf(page, 'Watch one').waitFor();
    await expect.poll(() => page.locator('[data-row]').count()).toBe(3);
    expect(new URL(page.url()).searchParams.get('signal')).toMatch(/^same-link-/);
    await expectAccessible(page);
    await button(page, 'Reject all 3 that are shown').click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: /This reads like advertising/ }).click();
    await form.getByRole('button', { name: /^Reject/ }).click();
    await expect.poll(() => page.locator('[data-row]').count()).toBe(0);
    // The key works once the dialog is closed and the decisions are sent.
    await form.waitFor({ state: 'detached' });
    await page
      .getByText(/^Declined/)
      .first()
      .waitFor();
    await page.keyboard.press('u');
    await expect.poll(() => page.locator('[data-row]').count()).toBe(3);
  });

  it('see the reasons that the administrator changes for everybody', async () => {
    const { admin, mia, user, city, open } = world;
    await user.location(city, 'Reasoned');
    const ask = async (page: Awaited<ReturnType<typeof open>>['page']) => {
      await button(rowOf(page, 'Reasoned'), 'Reject Reasoned').click();
      return page.getByRole('dialog');
    };
    await using theirs = await open(`/admin/queue?city=${city.id}`, mia);
    await button(await ask(theirs.page), 'Cancel').click();
    await using desk = await open(`/admin/queue?city=${city.id}`, admin);
    const form = await ask(desk.page);
    await button(form, 'Change the reasons').click();
    await form.getByLabel('Reasons').fill('It is a fence.');
    await expectAccessible(desk.page);
    await button(form, 'Save the reasons').click();
    await form.getByRole('button', { name: '1 It is a fence.' }).waitFor();
    // The desk that was open already has the new reasons.
    const dialog = await ask(theirs.page);
    await dialog.getByRole('button', { name: '1 It is a fence.' }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Change the reasons' }).count()).toBe(0);
    await dialog.getByLabel('Reason').focus();
    await theirs.page.keyboard.press('1');
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('It is a fence.');
  });
});
