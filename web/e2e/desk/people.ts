import { expect, it } from 'vitest';

import type { Submission } from '#contracts/moderation/views';

import { expectAccessible } from '../axe.ts';
import { button, rowOf } from '../desk-world.ts';
import type { Author } from '../seed.ts';
import { responseTo, choose, dialogOf, newcomer, next, detailOf, type Given } from './given.ts';

const pathOf = ({ session }: Author) => `/admin/people/${session.user.id}`;

export function peopleCases(world: Given): void {
  it('from an item to its submitter: all of their items in one list, declined together and restored together', async () => {
    const { city, mia, open } = world();
    const kai = await newcomer(world(), 'Kai');
    const names = ['Gate', 'Lock', 'Weir'].map((name) => `${name} ${next()}`);
    for (const name of names) await kai.location(city, name);
    await using desk = await open(`/admin/queue?city=${city.id}&search=${names[0]}`, mia);
    const { page } = desk;
    await choose(page, names[0] ?? '');
    const detail = detailOf(page, names[0] ?? '');
    await detail.getByText('new here').waitFor();
    await detail.getByRole('link', { name: /^Kai Person/ }).click();
    await page.getByRole('heading', { level: 2, name: /^Kai Person/ }).waitFor();
    for (const name of names) await rowOf(page, name).waitFor();
    // Other people's items are not listed.
    expect(await page.locator('[data-row]').count()).toBe(names.length);
    await expectAccessible(page);

    await button(page, 'Decline all 3 that wait').click();
    await dialogOf(page).getByLabel('Reason').fill('Please send these one by one.');
    await button(dialogOf(page), 'Decline All').click();
    await page.getByText('Nothing of theirs waits').waitFor();
    const theirs = async () => {
      const { body } = await responseTo(world(), kai, '/api/submissions');
      return (body as { status: string; reason: string | null }[]).map(({ status, reason }) => ({
        status,
        reason,
      }));
    };
    const declined = { status: 'rejected', reason: 'Please send these one by one.' };
    await expect.poll(theirs).toEqual([declined, declined, declined]);
    await page.getByText('Declined: 3 locations').first().waitFor();
    await dialogOf(page).waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    for (const name of names) await rowOf(page, name).waitFor();
    const waits = { status: 'pending', reason: null };
    await expect.poll(theirs).toEqual([waits, waits, waits]);
  });

  it('trusting a person, blocking one and the undo of either take effect at once', async () => {
    const { city, mia, open } = world();
    const lea = await newcomer(world(), 'Lea');
    await using desk = await open(pathOf(lea), mia);
    const { page } = desk;
    const press = async (opens: string, does: string, done: RegExp) => {
      await button(page, opens).click();
      await button(dialogOf(page), does).click();
      await page.getByText(done).first().waitFor();
      await dialogOf(page).waitFor({ state: 'detached' });
    };
    const send = async () => (await lea.location(city, `Sent ${next()}`)).status;
    expect(await send()).toBe('pending');
    await press('Trust', 'Trust', /is trusted now$/);
    await page.getByText('Trusted', { exact: true }).first().waitFor();
    expect(await send()).toBe('approved');
    await press('Trust no longer', 'Trust No Longer', /is trusted no longer$/);
    expect(await send()).toBe('pending');
    await button(page, 'Block').click();
    await dialogOf(page).getByLabel('Reason').fill('Advertising, again and again.');
    await button(dialogOf(page), 'Block').click();
    await page.getByText('Blocked', { exact: true }).first().waitFor();
    await expect(send()).rejects.toThrow('403');
    await dialogOf(page).waitFor({ state: 'detached' });
    await press('Unblock', 'Unblock', /may contribute again$/);
    expect(await send()).toBe('pending');
    // Nobody may judge themselves, and a moderator may not judge another moderator.
    for (const other of [world().mia, world().noa, world().admin]) {
      await page.goto(pathOf(other));
      await page.getByRole('heading', { level: 2 }).waitFor();
      for (const name of ['Trust', 'Block', 'Make a moderator', 'Moderator no longer'])
        expect(await button(page, name).count(), name).toBe(0);
    }
  });

  it('the administrator appoints and dismisses a moderator: header, routes and API follow without a reload', async () => {
    const { admin, open } = world();
    const tom = await newcomer(world(), 'Tom');
    await using his = await open('/', tom);
    const { page } = his;
    await page.getByRole('link', { name: 'My submissions' }).first().waitFor();
    expect(await page.getByRole('link', { name: /Admin Dashboard/ }).count()).toBe(0);
    expect((await responseTo(world(), tom, '/api/admin/queue')).status).toBe(403);
    await using desk = await open(pathOf(tom), admin);
    await button(desk.page, 'Make a moderator').click();
    await desk.page.getByText('Moderator', { exact: true }).first().waitFor();

    await page.getByRole('link', { name: /Admin Dashboard/ }).click();
    await page.getByRole('tab', { name: /^Pending Cities/ }).waitFor();
    expect((await responseTo(world(), tom, '/api/admin/queue')).status).toBe(200);
    // The socket follows too: arrivals are counted without a request.
    const { body: before } = await responseTo(world(), admin, '/api/admin/desk');
    await world().user.city(`Arriving ${next()}`);
    const { waiting } = before as { waiting: { city: number } };
    await page.getByRole('tab', { name: `Pending Cities (${waiting.city + 1})` }).waitFor();

    await button(desk.page, 'Moderator no longer').click();
    await page.getByText('Access Denied').waitFor();
    expect(await page.getByRole('link', { name: /Admin Dashboard/ }).count()).toBe(0);
    expect((await responseTo(world(), tom, '/api/admin/queue')).status).toBe(403);
    await his.checkUnbroken();
    await desk.checkUnbroken();
  });

  it('people are found by name and by standing; moderators see no email', async () => {
    const { admin, mia, open, user } = world();
    await using desk = await open('/admin/people', mia);
    const { page } = desk;
    const list = page.getByRole('list', { name: 'People' });
    await list.getByRole('listitem').first().waitFor();
    expect(await list.getByText('@').count()).toBe(0);
    await expectAccessible(page);
    await page.getByLabel('Find a person').fill('noa nor');
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
    await list.getByText('Noa North').waitFor();
    await world().noa.photo(await world().noa.location(world().city, `Of one photo ${next()}`), '#507060');
    await page.reload();
    await page.getByLabel('Find a person').fill('noa nor');
    await list.getByText(/1 photo$/).waitFor();
    await page.getByLabel('Find a person').fill('');
    await button(page, 'Moderators').click();
    await list.getByRole('link', { name: 'Mia Marsh' }).waitFor();
    await expect.poll(() => list.getByText('Jonas Kern').count()).toBe(0);
    await using hers = await open('/admin/people', admin);
    await hers.page.getByText(user.session.user.email).waitFor();
  });

  it('all photos of a person are removed with one press, and a block includes the person’s items; each has one undo', async () => {
    const { admin, city, mia, open } = world();
    const sly = await newcomer(world(), 'Sly');
    const place = await admin.location(city, `Wall ${next()}`);
    const colours = ['#610101', '#620202', '#630303'];
    for (const colour of colours) await sly.photo(place, colour);
    for (const name of ['Kiosk', 'Stall']) await sly.location(city, `${name} ${next()}`);
    const photosThere = async () =>
      ((await responseTo(world(), mia, `/api/locations/${place.id}/photos?imageData=omit`)).body as unknown[])
        .length;
    const statuses = async () =>
      ((await responseTo(world(), sly, '/api/submissions')).body as Submission[])
        .filter(({ entityType }) => entityType === 'location')
        .map(({ status }) => status);
    await using desk = await open(pathOf(sly), mia);
    const { page } = desk;
    const batches = new Set<unknown>();
    page.on('request', (request) => {
      if (!request.url().endsWith('/api/admin/decisions')) return;
      batches.add((request.postDataJSON() as { batchId?: string }).batchId ?? request);
    });
    await button(page, 'Remove all 3 photos').click();
    await dialogOf(page).getByLabel('Reason').fill('Advertising.');
    await expectAccessible(page);
    await button(dialogOf(page), 'Remove All').click();
    await expect.poll(photosThere).toBe(0);
    await dialogOf(page).waitFor({ state: 'detached' });
    expect(await statuses()).toEqual(['pending', 'pending']);
    await page.keyboard.press('u');
    await expect.poll(photosThere).toBe(3);

    await button(page, 'Remove all 3 photos').waitFor();
    await button(page, 'Block').click();
    await dialogOf(page).getByLabel('Also decline the 2 that wait and remove the 3 photos').check();
    await dialogOf(page).getByLabel('Reason').fill('Advertising, again and again.');
    await expectAccessible(page);
    await button(dialogOf(page), 'Block').click();
    await expect.poll(photosThere).toBe(0);
    await expect.poll(statuses).toEqual(['rejected', 'rejected']);
    await page.getByText('Blocked', { exact: true }).first().waitFor();
    await dialogOf(page).waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    await expect.poll(photosThere).toBe(3);
    await expect.poll(statuses).toEqual(['pending', 'pending']);
    expect(batches.size).toBe(2);
    await page.getByText('Blocked', { exact: true }).first().waitFor();
  });
}
