import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import type { Location } from '#contracts/location/views';
import type { Submission } from '#contracts/moderation/views';

import { expectAccessible } from '../axe.ts';
import { button, rowOf } from '../desk-world.ts';
import {
  responseTo,
  choose,
  decisionsOf,
  dialogOf,
  isGone,
  locationNow,
  newcomer,
  next,
  detailOf,
  type Given,
} from './given.ts';

/** The old and the new value of a field, in the detail. */
async function seeDiff(page: Page, name: string, label: string, from: string, to: string): Promise<void> {
  const value = detailOf(page, name)
    .locator('dt')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd[1]');
  await expect.poll(() => value.locator('del').allInnerTexts()).toEqual([from]);
  expect(await value.locator('ins').allInnerTexts()).toEqual([to]);
}

export function changeCases(world: Given): void {
  /** A person whose edits and places are public at once, and a city of the administrator's. */
  async function given() {
    const { admin } = world();
    const tess = await newcomer(world(), 'Tess');
    await admin.send('POST', `/api/admin/people/${tess.session.user.id}/trust`);
    const city = await admin.city(`Applied ${next()}`);
    return { tess, city };
  }

  it('a city edited by its submitter: before and after, and a keeps it', async () => {
    const { admin, mia, open, user } = world();
    const city = await user.city(`Kept ${next()}`);
    const { id, name } = city;
    const item = { kind: 'city', id, entityType: 'city', entityId: id, decision: 'approve' };
    await admin.send('POST', '/api/admin/decisions', { items: [item] });
    await user.send('PUT', `/api/cities/${id}`, { country: 'Elsewhere' });
    await using desk = await open(`/admin/queue?kind=change&city=${id}`, mia);
    const { page } = desk;
    await choose(page, name);
    // Not 'Change in' the city itself.
    await detailOf(page, name).getByText('Change', { exact: true }).waitFor();
    await seeDiff(page, name, 'Country', 'Testland', 'Elsewhere');
    await expectAccessible(page);
    await page.keyboard.press('a');
    await isGone(page, name);
    await page.getByText(`Kept: ${name}`).first().waitFor();
    // The queue follows the decision's response.
    const waiting = async () =>
      (await responseTo(world(), admin, `/api/admin/queue?kind=change&city=${id}`)).body;
    await expect.poll(waiting).toEqual([]);
    expect((await responseTo(world(), user, `/api/cities/${id}`)).body).toMatchObject({
      country: 'Elsewhere',
      status: 'approved',
    });
  });

  it('a trusted person’s edit that fills an empty field: r with a reason restores the old values in public', async () => {
    const { admin, mia, open, user } = world();
    const { tess, city } = await given();
    const place = await admin.location(city, `Quay ${next()}`, { address: 'Bank 1' });
    await tess.send('PUT', `/api/locations/${place.id}`, {
      address: 'Bank 2',
      accessNotes: 'Ring at the blue door.',
    });
    await using visit = await open(`/location/${place.id}`, user);
    const seen = dialogOf(visit.page);
    await seen.getByText('Bank 2').waitFor();
    await seen.getByText('Ring at the blue door.').waitFor();
    await using desk = await open(`/admin/queue?kind=change&city=${city.id}`, mia);
    const { page } = desk;
    await choose(page, place.name);
    await seeDiff(page, place.name, 'Address', 'Bank 1', 'Bank 2');
    await seeDiff(page, place.name, 'Access', 'none', 'Ring at the blue door.');
    const { asked } = decisionsOf(page);
    await page.keyboard.press('r');
    await dialogOf(page).getByText('What was before comes back.').waitFor();
    await dialogOf(page).getByLabel('Reason').fill('There is no blue door.');
    await expectAccessible(page);
    await page.keyboard.press('Control+Enter');
    await isGone(page, place.name);
    await page.getByText(`Reverted: ${place.name}`).first().waitFor();
    expect(asked.length).toBe(1);
    // An open page shows the old values, without a reload.
    await seen.getByText('Bank 1').waitFor();
    await seen.getByText('Ring at the blue door.').waitFor({ state: 'detached' });
    expect(await locationNow(world(), place.id)).toMatchObject({ address: 'Bank 1', accessNotes: null });
    await visit.checkUnbroken();
  });

  it('on a phone the opened change has two buttons, with labels that say what they do', async () => {
    const { admin, mia, open } = world();
    const { tess, city } = await given();
    const place = await admin.location(city, `Pier ${next()}`, { address: 'Bank 1' });
    await tess.send('PUT', `/api/locations/${place.id}`, { address: 'Bank 2' });
    await using desk = await open(`/admin/queue?kind=change&city=${city.id}`, mia, {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
    });
    const { page } = desk;
    await button(page, `Reject ${place.name}`).waitFor();
    await button(page, place.name).click();
    const sheet = page.getByRole('dialog', { name: place.name });
    await sheet.getByText('Bank 1').first().waitFor();
    expect(
      await sheet.getByRole('button', { name: /^(Approve|Reject|Keep|Revert)/ }).allTextContents(),
    ).toEqual(['Revert', 'Keep']);
    await expectAccessible(page);
    await sheet.locator('[data-painted]').waitFor({ state: 'attached' });
    await button(sheet, 'Keep').click();
    await isGone(page, place.name);
    await page.getByText(`Kept: ${place.name}`).first().waitFor();
    expect(await locationNow(world(), place.id)).toMatchObject({ address: 'Bank 2' });
  });

  it('a trusted person’s new place is shown in full; a revert declines it with the reason', async () => {
    const { admin, mia, open } = world();
    const { tess, city } = await given();
    const place: Location = await tess.location(city, `Loft ${next()}`, { address: 'Roof 5' });
    expect(place.status).toBe('approved');
    await using desk = await open(`/admin/queue?kind=change&city=${city.id}`, mia);
    const { page } = desk;
    await choose(page, place.name);
    await detailOf(page, place.name).getByText('Roof 5').first().waitFor();
    await rowOf(page, place.name).getByText('Change', { exact: true }).waitFor();
    await page.keyboard.press('r');
    await dialogOf(page).getByLabel('Reason').fill('The roof is closed.');
    await page.keyboard.press('Control+Enter');
    await isGone(page, place.name);
    await expect.poll(async () => (await locationNow(world(), place.id)).status).toBe('rejected');
    const { body } = await responseTo(world(), tess, '/api/submissions');
    expect((body as Submission[]).find(({ entityId }) => entityId === place.id)).toMatchObject({
      status: 'rejected',
      reason: 'The roof is closed.',
    });
    expect((await fetch(`${world().app.origin}/api/locations/${place.id}`)).status).toBe(404);
    expect((await responseTo(world(), admin, `/api/locations/${place.id}`)).status).toBe(200);
  });
}
