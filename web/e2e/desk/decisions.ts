import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';

import type { Location } from '#contracts/location/views';

import { expectAccessible } from '../axe.ts';
import { button, rowOf } from '../desk-world.ts';
import {
  responseTo,
  choose,
  decisionsOf,
  dialogOf,
  isChosen,
  isGone,
  locationNow,
  next,
  rowHasFocus,
  detailOf,
  type Given,
} from './given.ts';

/** The words that a diff marks, without the text for screen readers. */
async function wordsIn(where: Locator): Promise<{ removed: string[]; added: string[] }> {
  const texts = async (tag: string) =>
    (await where.locator(tag).allTextContents()).map((text) => text.replace(/^(removed|added): /, '').trim());
  return { removed: await texts('del'), added: await texts('ins') };
}

export function decisionCases(world: Given): void {
  it('single fields of an edit are accepted, one of them after a correction', async () => {
    const { admin, mia, open, user } = world();
    const city = await admin.city(`Corrected ${next()}`);
    const place = await admin.location(city, `Mill ${next()}`, { address: 'Bank 1' });
    const proposed = {
      address: 'Bank 2',
      description: 'The mill at dusk, seen frm the dam.',
      accessNotes: 'Mud.',
    };
    await user.send('PUT', `/api/locations/${place.id}`, proposed);
    await using desk = await open(`/admin/queue?city=${city.id}`, mia);
    const { page } = desk;
    await choose(page, place.name);
    const detail = detailOf(page, place.name);
    // Word by word: deletions and their replacements.
    await detail.getByRole('region', { name: 'Address' }).locator('ins').getByText('2').waitFor();
    await expectAccessible(page);
    await detail.getByLabel('Take Access').uncheck();
    await button(detail, 'Correct Description').click();
    const field = detail.getByLabel('Corrected Description');
    const { asked } = decisionsOf(page);
    // The field has the focus, and typed letters do not act as the desk's keys.
    await field.fill('');
    await page.keyboard.type('The mill at dusk, as one sees it from the dam.');
    expect(asked).toEqual([]);
    await button(detail, 'Take 2 of 3').click();
    await isGone(page, place.name);
    await page.getByText(`Approved: ${place.name}`).first().waitFor();
    expect(await locationNow(world(), place.id)).toMatchObject({
      address: 'Bank 2',
      description: 'The mill at dusk, as one sees it from the dam.',
      accessNotes: null,
    });
  });

  it('an edit of a field that has changed since shows their change and the later one, word by word, and asks before it overwrites', async () => {
    const { admin, mia, open, user } = world();
    const city = await admin.city(`Changed ${next()}`);
    const text = { description: 'The gate is open at dusk. Come from the river.' };
    const place = await admin.location(city, `Gate ${next()}`, text);
    const proposed = 'The gate is open at dawn. Come from the river.';
    await user.send('PUT', `/api/locations/${place.id}`, { description: proposed });
    await admin.send('PUT', `/api/locations/${place.id}`, {
      description: 'The gate is open at dusk. Come from the old mill.',
    });
    await using desk = await open(`/admin/queue?city=${city.id}`, mia);
    const { page } = desk;
    await choose(page, place.name);
    const field = detailOf(page, place.name).getByRole('region', { name: 'Description' });
    const theirs = field.getByRole('group', { name: 'What they changed' });
    // Only the words changed by the contributor are struck out.
    await expect.poll(() => wordsIn(theirs)).toEqual({ removed: ['dusk.'], added: ['dawn.'] });
    const since = field.getByRole('group', { name: 'What became of it since' });
    expect(await wordsIn(since)).toEqual({ removed: ['river.'], added: ['old mill.'] });
    await expectAccessible(page);
    await page.keyboard.press('a');
    await button(dialogOf(page), 'Approve All the Same').waitFor();
    expect(await wordsIn(dialogOf(page))).toEqual({
      removed: ['dusk.', 'old mill.'],
      added: ['dawn.', 'river.'],
    });
    await expectAccessible(page);
    await button(dialogOf(page), 'Approve All the Same').click();
    await isGone(page, place.name);
    await expect.poll(async () => (await locationNow(world(), place.id)).description).toBe(proposed);
  });

  it('an edit of a field that has changed since: both changes apply if they concern different words', async () => {
    const { admin, mia, open, user } = world();
    const city = await admin.city(`Both ${next()}`);
    const text = { description: 'The gate is open at dusk. Come from the river.' };
    const place = await admin.location(city, `Gate ${next()}`, text);
    const path = `/api/locations/${place.id}`;
    await user.send('PUT', path, { description: 'The gate is open at dawn. Come from the river.' });
    await admin.send('PUT', path, { description: 'The gate is open at dusk. Come from the old mill.' });
    await using desk = await open(`/admin/queue?city=${city.id}`, mia);
    const { page } = desk;
    await choose(page, place.name);
    const detail = detailOf(page, place.name);
    await button(detail, 'Take both Description').click();
    const both = 'The gate is open at dawn. Come from the old mill.';
    await expect.poll(() => detail.getByLabel('Corrected Description').inputValue()).toBe(both);
    await expectAccessible(page);
    // The place keeps its own words, so no question appears.
    await button(detail, 'Take it as corrected').click();
    await isGone(page, place.name);
    await expect.poll(async () => (await locationNow(world(), place.id)).description).toBe(both);
  });

  it('a place in a pending city: both are approved in one step, by key and from the detail', async () => {
    const { mia, open, user } = world();
    for (const way of ['key', 'story']) {
      const city = await user.city(`Waiting ${way} ${next()}`);
      const place = await user.location(city, `In it ${next()}`);
      await using desk = await open(`/admin/queue?kind=location&city=${city.id}`, mia);
      const { page } = desk;
      await choose(page, place.name);
      const { asked } = decisionsOf(page);
      const detail = detailOf(page, place.name);
      await detail.getByText('a place can be approved once its city is').waitFor();
      if (way === 'story') await button(detail, 'Approve both').click();
      else await page.keyboard.press('a');
      // The city is decided too, so it is shown first.
      await dialogOf(page).getByText(city.country).waitFor();
      await dialogOf(page).locator('[data-painted]').waitFor({ state: 'attached' });
      await expectAccessible(page);
      await button(dialogOf(page), 'Approve Both').click();
      await page.getByText(`Approved: ${place.name}`).first().waitFor();
      expect(asked).toEqual([`approve ${city.id}`, `approve ${place.id}`]);
      expect((await locationNow(world(), place.id)).status).toBe('approved');
    }
  });

  it('a duplicate is chosen by the number of its reason, the other place found by name; its submitter gets the link', async () => {
    const { admin, noa, open, user } = world();
    const city = await admin.city(`Twice ${next()}`);
    const known = await admin.location(city, `Lighthouse ${next()}`);
    const again = await user.location(city, `Red tower ${next()}`);
    await using desk = await open(`/admin/queue?city=${city.id}`, noa);
    const { page } = desk;
    await choose(page, again.name);
    await page.keyboard.press('2');
    const form = dialogOf(page);
    await form.getByRole('group', { name: 'Which place is it?' }).waitFor();
    expect(await form.getByLabel('Reason').inputValue()).toContain('We have this place already.');
    await form.getByLabel('Find the place').fill(known.name);
    await form.getByRole('radio', { name: `${known.name}, ${city.name}` }).check();
    await expectAccessible(page);
    await page.keyboard.press('Control+Enter');
    await isGone(page, again.name);
    await expect.poll(async () => (await locationNow(world(), again.id)).status).toBe('rejected');

    await using theirs = await open('/submissions', user);
    const link = theirs.page.getByRole('link', { name: known.name, exact: true });
    expect(await link.getAttribute('href')).toBe(`/location/${known.id}`);
    await link.click();
    await dialogOf(theirs.page).getByRole('heading', { name: known.name }).waitFor();
    await theirs.checkUnbroken();
  });

  it('the activity shows the effect of an undo first; a batch is undone as a whole', async () => {
    const { city, mia, noa, open, user } = world();
    const names = ['Arch', 'Barn', 'Cliff'].map((name) => `${name} ${next()}`);
    const places: Location[] = [];
    for (const name of names) places.push(await user.location(city, name));
    const [single, ...both] = places;
    if (single === undefined) throw new Error('There is no place.');
    const decide = (of: typeof places) =>
      noa.send('POST', '/api/admin/decisions', {
        items: of.map(({ id }) => ({
          kind: 'location',
          id,
          entityType: 'location',
          entityId: id,
          decision: 'reject',
          reason: 'Not here.',
        })),
      });
    await decide([single]);
    await decide(both);
    const statuses = () => Promise.all(places.map(async ({ id }) => (await locationNow(world(), id)).status));
    await using desk = await open(`/admin/activity?actor=${noa.session.user.id}`, mia);
    const { page } = desk;
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
    const undo = async (name: string) => {
      await page
        .getByRole('listitem')
        .filter({ hasText: name })
        .getByRole('button', { name: /^Undo/ })
        .click();
      return dialogOf(page).getByRole('list', { name: 'What would change' });
    };
    const one = await undo(single.name);
    await one.getByText('waits again').waitFor();
    expect(await one.getByRole('listitem').count()).toBe(1);
    expect(await statuses()).toEqual(['rejected', 'rejected', 'rejected']);
    await button(dialogOf(page), 'Undo').click();
    await page.getByText('Undone').first().waitFor();
    expect(await statuses()).toEqual(['pending', 'rejected', 'rejected']);
    const batch = page.getByRole('button', { name: 'declined 2 locations', exact: true });
    expect(await page.getByText(both[0]?.name ?? '').count()).toBe(0);
    await batch.focus();
    await page.keyboard.press('Enter');
    const opened = page.getByRole('list', { name: 'declined 2 locations' });
    for (const { name } of both) await opened.getByText(name).waitFor();
    await expectAccessible(page);
    const two = await undo('declined 2 locations');
    await dialogOf(page).getByText('These 2 were decided in one step').waitFor();
    for (const { name } of both) await two.getByText(name).waitFor();
    await expectAccessible(page);
    await button(dialogOf(page), 'Undo').click();
    await expect.poll(statuses).toEqual(['pending', 'pending', 'pending']);
    // Undone by a moderator who did not decide it; the log lists the undo as an action too.
    await page.goto(`/admin/activity?entityType=location&actor=${mia.session.user.id}`);
    await page.getByRole('button', { name: 'reopened 2 locations' }).click();
    for (const name of names) await page.getByRole('listitem').filter({ hasText: name }).first().waitFor();
  });

  it('e edits in place, by keyboard alone, and the focus returns to the chosen row', async () => {
    const { admin, mia, open, user } = world();
    const city = await admin.city(`Edited ${next()}`);
    const place = await user.location(city, `Tower ${next()}`);
    const other = await admin.location(city, `Steps ${next()}`);
    await user.send('PUT', `/api/locations/${other.id}`, { address: 'Lane 3' });
    await using desk = await open(`/admin/queue?city=${city.id}`, mia);
    const { page } = desk;
    await choose(page, place.name);
    const { asked } = decisionsOf(page);
    await page.keyboard.press('e');
    const form = page.getByRole('dialog', { name: `Edit ${place.name}` });
    await form.getByText('It still waits for a decision').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await rowHasFocus(page, place.name);
    await page.keyboard.press('e');
    await expect
      .poll(() => form.getByLabel('Name').evaluate((field) => field === document.activeElement))
      .toBe(true);
    const name = `Area star ${next()}`;
    await page.keyboard.press('Control+A');
    // These letters are also keys of the desk.
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await form.waitFor({ state: 'detached' });
    await rowOf(page, name).waitFor();
    await isChosen(page, name);
    await rowHasFocus(page, name);
    expect(asked).toEqual([]);
    expect(await locationNow(world(), place.id)).toMatchObject({ name, status: 'pending' });

    await page.keyboard.press('j');
    await isChosen(page, other.name);
    await page.keyboard.press('e');
    const corrected = detailOf(page, other.name).getByLabel('Corrected Address');
    await corrected.waitFor();
    await page.keyboard.press('Escape');
    await rowHasFocus(page, other.name);
    await page.keyboard.press('e');
    await page.keyboard.press('End');
    await page.keyboard.type('a, rear');
    await page.keyboard.press('Control+Enter');
    await isGone(page, other.name);
    await expect.poll(async () => (await locationNow(world(), other.id)).address).toBe('Lane 3a, rear');
  });

  it('a history offers only permitted actions: only the administrator can restore earlier values', async () => {
    const { admin, mia, open } = world();
    const city = await admin.city(`Restored ${next()}`);
    await admin.send('PUT', `/api/cities/${city.id}`, { country: 'Elsewhere' });
    const historyFor = async (who: typeof admin) => {
      const desk = await open('/admin?tab=manage-cities', who);
      await desk.page.getByLabel('Search cities').fill(city.name);
      await desk.page.getByText('1 city', { exact: true }).waitFor();
      await button(desk.page, `History of ${city.name}`).click();
      await dialogOf(desk.page).getByText('What changed').first().waitFor();
      return desk;
    };
    await using moderator = await historyFor(mia);
    expect(await dialogOf(moderator.page).getByRole('button', { name: 'Restore these values' }).count()).toBe(
      0,
    );
    await using desk = await historyFor(admin);
    await button(dialogOf(desk.page), 'Restore these values').click();
    await desk.page.getByText(`${city.name} has its earlier values again`).first().waitFor();
    const { body } = await responseTo(world(), admin, `/api/cities/${city.id}`);
    expect(body).toMatchObject({ country: 'Testland' });
  });
}
