import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { expectAccessible } from '../axe.ts';
import { button, rowOf } from '../desk-world.ts';
import { hold } from '../world.ts';
import { decisionsOf, dialogOf, isChosen, isGone, next, type Given } from './given.ts';

const toastOf = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

/** One press is one batch: with one question, one toast and one undo. */
export function batchCases(world: Given): void {
  async function places(count: number) {
    const { admin, user } = world();
    const city = await admin.city(`Batch ${next()}`);
    const names: string[] = [];
    for (let at = 0; at < count; at++) names.push((await user.location(city, `Spot ${next()}`)).name);
    return { city, names };
  }

  it('two moderators approve one item: the later one reads who was first, and has nothing to undo', async () => {
    const { mia, noa, open } = world();
    const { city, names } = await places(2);
    const [name = ''] = names;
    await using hers = await open(`/admin/queue?city=${city.id}`, mia);
    await using theirs = await open(`/admin/queue?city=${city.id}`, noa);
    const late = theirs.page;
    const { release } = await hold(late, '**/api/admin/decisions');
    await button(late, `Approve ${name}`).click();
    await button(hers.page, `Approve ${name}`).click();
    await toastOf(hers.page, `Approved: ${name}`).waitFor();
    release();
    await toastOf(late, 'Mia Marsh was first').waitFor();
    expect(await button(late, 'Undo').count()).toBe(0);
    await rowOf(late, name).getByText('Approved by Mia Marsh').waitFor();
    await late.keyboard.press('u');
    await toastOf(late, 'Nothing more to undo here').waitFor();
  });

  it('after a lost connection, one toast counts all returned items, and their rows are marked', async () => {
    const { mia, open } = world();
    const { city, names } = await places(10);
    await using desk = await open(`/admin/queue?city=${city.id}`, mia);
    const { page } = desk;
    await page.route('**/api/admin/decisions', (route) => route.abort());
    const gate = await hold(page, '**/api/admin/decisions');
    for (const name of names) {
      await button(page, `Approve ${name}`).click();
      await isGone(page, name);
    }
    gate.release();
    await toastOf(page, 'Not decided: 10 locations').waitFor();
    for (const name of names) await rowOf(page, name).getByText('Not decided').waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/admin/decisions');
    await button(page, `Approve ${names[0] ?? ''}`).click();
    await toastOf(page, `Approved: ${names[0] ?? ''}`).waitFor();
    await expect.poll(() => page.locator('[data-row]').getByText('Not decided').count()).toBe(9);
  });

  it('each press is its own batch, which one undo reverts', async () => {
    const { mia, open } = world();
    const { city, names } = await places(4);
    await using desk = await open(`/admin/queue?city=${city.id}`, mia);
    const { page } = desk;
    const batches: string[] = [];
    page.on('response', async (response) => {
      if (!response.url().endsWith('/api/admin/decisions')) return;
      batches.push(((await response.json()) as { batchId: string }).batchId);
    });
    for (let round = 0; round < 2; round++) {
      await page.getByLabel('Select all').check();
      const approve = button(page, 'Approve 4 selected');
      await approve.waitFor();
      // Rows that have just returned cannot be decided until they are read again.
      await expect
        .poll(async () => {
          if ((await approve.count()) > 0) await approve.click();
          return approve.count();
        })
        .toBe(0);
      await toastOf(page, 'Approved: 4 locations').waitFor();
      if (round === 1) break;
      await page.keyboard.press('u');
      await toastOf(page, 'Waiting again: 4 locations').waitFor();
      for (const name of names) await rowOf(page, name).waitFor();
    }
    await expect.poll(() => new Set(batches).size).toBe(2);
    expect(batches).toHaveLength(2);
  });

  it('a late socket message about an undone decision leaves the selection unchanged', async () => {
    const { mia, open } = world();
    const { city, names } = await places(4);
    await using desk = await open('/healthz', mia);
    const { page } = desk;
    const late: string[] = [];
    const inTime: string[] = [];
    let isLate = false;
    const socket: { send?: (message: string) => void } = {};
    await page.routeWebSocket(/\/socket\.io\//, (route) => {
      socket.send = (message) => route.send(message);
      route.connectToServer().onMessage((message) => {
        (isLate ? late : inTime).push(String(message));
        if (!isLate) route.send(message);
      });
    });
    await page.goto(`/admin/queue?city=${city.id}`);
    await rowOf(page, names[0] ?? '').waitFor();
    // Only from the first time on: after that the socket reports removals from the queue.
    await expect.poll(() => inTime.some((message) => message.includes('pending-counts'))).toBe(true);
    isLate = true;
    await page.getByLabel('Select all').check();
    await button(page, 'Approve 4 selected').click();
    await toastOf(page, 'Approved: 4 locations').waitFor();
    await expect.poll(() => late.filter((message) => message.includes('"is":"gone"')).length).toBe(4);
    await page.keyboard.press('u');
    await toastOf(page, 'Waiting again: 4 locations').waitFor();
    await page.getByLabel('Select all').check();
    await button(page, 'Approve 4 selected').waitFor();
    const read = page.waitForResponse((response) => response.url().includes('/api/admin/queue'));
    isLate = false;
    for (const message of late) socket.send?.(message);
    await read;
    await button(page, 'Approve 4 selected').click();
    await expect.poll(() => rowOf(page, names[0] ?? '').count()).toBe(0);
  });

  it('a decision is undone on another screen of the desk than it was made on', async () => {
    const { mia, open } = world();
    const { city, names } = await places(1);
    const [name = ''] = names;
    await using desk = await open(`/admin/queue?city=${city.id}`, mia);
    const { page } = desk;
    await button(page, `Approve ${name}`).click();
    await toastOf(page, `Approved: ${name}`).waitFor();
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await page.getByRole('region', { name: 'Review cities' }).waitFor();
    await page.keyboard.press('u');
    await toastOf(page, `Waiting again: ${name}`).waitFor();
  });

  it('items being sent are missing from a list shown meanwhile, and return there if they are refused', async () => {
    const { mia, open } = world();
    const { city, names } = await places(3);
    const [first = '', second = '', third = ''] = names;
    await using desk = await open(`/admin/queue?city=${city.id}`, mia);
    const { page } = desk;
    let refuses = false;
    await page.route('**/api/admin/decisions', (route) => (refuses ? route.abort() : route.fallback()));
    const order = page.getByLabel('Order', { exact: true });
    const sends = await hold(page, '**/api/admin/decisions');
    await button(page, `Approve ${first}`).click();
    await order.selectOption('Newest first');
    await isChosen(page, third);
    expect(await rowOf(page, first).count()).toBe(0);
    await page.getByText('2 waiting', { exact: true }).waitFor();
    sends.release();
    await toastOf(page, `Approved: ${first}`).waitFor();
    refuses = true;
    const loses = await hold(page, '**/api/admin/decisions');
    await button(page, `Approve ${second}`).click();
    await order.selectOption('Oldest first');
    await isChosen(page, third);
    expect(await rowOf(page, second).count()).toBe(0);
    loses.release();
    await rowOf(page, second).getByText('Not decided').waitFor();
    await page.getByText('2 waiting', { exact: true }).waitFor();
    expect(await rowOf(page, first).count()).toBe(0);
  });

  it('an approval of several items, some of them flagged, asks first and counts the flags', async () => {
    const { admin, mia, open, user } = world();
    const { city, names } = await places(2);
    const twin = (await admin.location(city, `Tower ${next()}`)).name;
    await user.location(city, twin);
    await using desk = await open(`/admin/queue?city=${city.id}`, mia);
    const { page } = desk;
    const { asked } = decisionsOf(page);
    await rowOf(page, twin).getByText('Duplicate?').waitFor();
    await page.getByLabel('Select all').check();
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog', { name: 'Approve 3 locations?' });
    await dialog.getByText('1 of them a possible duplicate').waitFor();
    await expectAccessible(page);
    expect(asked).toEqual([]);
    await button(dialog, 'Approve all 3').click();
    await dialogOf(page).waitFor({ state: 'detached' });
    await toastOf(page, 'Approved: 3 locations').waitFor();
    for (const name of [...names, twin]) await isGone(page, name);
  });
}
