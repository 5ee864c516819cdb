import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Location } from '#contracts/location/views';
import type { City } from '#contracts/city/views';

import { findBrowser } from './browser.ts';
import { expectAccessible } from './axe.ts';
import { button, createDeskWorld, type DeskWorld } from './desk-world.ts';
import { chosenId, chosenIsPainted, decisionsOf, otherIsChosen } from './desk/given.ts';
import { countTasks } from './desk/tasks.ts';
import { hold, refuse } from './world.ts';

const chromium = findBrowser();
const wanted = Number(process.env['DESK_ITEMS'] ?? 200);
const decidedByKey = wanted / 5;

/** Creates a busy guide's items of a week: items of all kinds, mixed evenly. */
async function seedThousand({ admin, user, city }: DeskWorld): Promise<void> {
  const places: Location[] = [];
  const cities: City[] = [];
  for (let at = 0; at < 25; at++) {
    cities.push(await admin.city(`Public city ${at}`));
    places.push(await admin.location(city, `Public place ${at}`));
  }
  const send = async (at: number): Promise<unknown> => {
    const [place, near] = [places[at % 25], cities[at % 25]];
    if (place === undefined || near === undefined) throw new Error('There are no places.');
    // Several reports about one target would share a line.
    const reported = places[Math.floor(at / 10) % 25]?.id;
    const report = { entityType: 'location', entityId: reported, reason: 'wrong' };
    // Photos on one place would share a line too.
    const pictured = places[Math.floor(at / 40) % 25];
    if (at % 40 === 7 && pictured !== undefined)
      return user.photo(pictured, `#${(at * 4099).toString(16).padStart(6, '0').slice(-6)}`);
    if (at % 40 === 17 && at < 1000)
      return user.send('PUT', `/api/cities/${near.id}`, { country: `Land ${at}` });
    if (at < 250 && at % 10 === 9) return user.send('POST', '/api/reports', report);
    if (at % 10 === 3) return user.city(`Waiting city ${at}`);
    if (at % 10 === 5) {
      // A separate place for each: approving one edit would make other edits of the same field ask for confirmation.
      const edited = await admin.location(city, `Edited place ${at}`);
      return user.send('PUT', `/api/locations/${edited.id}`, { accessNotes: `Steps: ${at}` });
    }
    return user.location(city, `Waiting place ${at}`);
  };
  for (let from = 0; from < wanted; from += 10)
    await Promise.all(Array.from({ length: 10 }, (_, index) => send(from + index)));
}

/** Records every row that was ever wholly on the screen, and every decision sent to the server. */
async function watch(
  page: Page,
): Promise<{ readonly asked: string[]; readonly seen: () => Promise<string[]> }> {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/admin/decisions')) return;
    const { items } = request.postDataJSON() as { items: { kind: string; id: string }[] };
    asked.push(...items.map(({ kind, id }) => `row-${kind}-${id}`));
  });
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seenRows: seen });
    const look = () => {
      for (const name of document.querySelectorAll('[data-row] button[id^="row-"]')) {
        const box = name.closest('[data-row]')?.getBoundingClientRect();
        if (box && box.top >= 64 && box.bottom <= window.innerHeight) seen.add(name.id);
      }
      requestAnimationFrame(look);
    };
    // The first row may be decided before the next frame.
    look();
  });
  return { asked, seen: () => page.evaluate<string[]>('[...seenRows]') };
}

/** The number of waiting items that the list shows, once it is loaded. */
async function waitingIn(page: Page): Promise<number> {
  const text = await page
    .getByRole('main')
    .getByText(/^\d+ waiting/)
    .innerText();
  return Number(/^\d+/.exec(text)?.[0]);
}

describe.skipIf(chromium === null)(`${wanted} of all kinds (DESK_ITEMS)`, () => {
  let world: DeskWorld;
  beforeAll(async () => {
    world = await createDeskWorld(chromium);
    await seedThousand(world);
  }, 240_000);
  afterAll(() => world[Symbol.asyncDispose]());

  it('a fifth is decided by keyboard alone, and only rows that were on the screen', async () => {
    await using mia = await world.open('/admin/queue', world.mia, { viewport: { width: 1280, height: 860 } });
    const { page } = mia;
    await page.locator('[data-row][aria-current]').waitFor();
    const { asked, seen } = await watch(page);
    const rows = await page
      .locator('[data-row]')
      .evaluateAll(
        (all) => all.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length,
      );
    expect(rows, 'rows on a screen of 860 px').toBeGreaterThanOrEqual(10);

    const began = performance.now();
    let keys = 0;
    let decided = 0;
    while (decided < decidedByKey) {
      const before = await chosenId(page);
      await chosenIsPainted(page, before);
      keys += 1;
      if (keys % 25 === 0) {
        await page.keyboard.press('s');
      } else if (keys % 10 === 0) {
        await page.keyboard.press('1');
        await page.getByRole('dialog').waitFor();
        await page.keyboard.press('Control+Enter');
        decided += 1;
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      } else if (keys % 33 === 0) {
        for (const key of ['x', 'Shift+J', 'Shift+J']) await page.keyboard.press(key);
        await button(page, 'Approve 3 selected').waitFor();
        await page.keyboard.press('a');
        await button(page, 'Approve 3 selected').waitFor({ state: 'detached' });
        decided += 3;
      } else {
        await page.keyboard.press('a');
        decided += 1;
      }
      // The page holds back a key that is too far ahead of the server.
      await otherIsChosen(page, before);
    }
    const seconds = (performance.now() - began) / 1000;
    // The requests are sent one after another and may still be under way.
    await expect.poll(() => asked.length).toBe(decided);
    console.log(`${decided} decided by keyboard in ${seconds.toFixed(1)} s`);

    const wasSeen = new Set(await seen());
    expect(asked.filter((id) => !wasSeen.has(id))).toEqual([]);
    expect(new Set(asked).size).toBe(asked.length);
    const kinds = new Set(asked.map((id) => id.split('-')[1]));
    expect([...kinds].sort()).toEqual(['change', 'city', 'edit', 'location', 'photo', 'report']);
    // All of them succeeded: the server's count equals the list's.
    const desk = () =>
      world.mia.send<{ waiting: Record<string, number> }>('GET' as 'POST', '/api/admin/desk');
    const left = async () => Object.values((await desk()).waiting).reduce((sum, each) => sum + each, 0);
    await expect.poll(left).toBe(wanted - asked.length);
    await expect.poll(() => waitingIn(page)).toBe(wanted - asked.length);
    await mia.checkUnbroken();
  });

  it('scrolling loads more of the list, also after a failure, with few rows in the page at any time', async () => {
    await using mia = await world.open('/admin/queue?kind=location', world.mia);
    const { page } = mia;
    const list = page.getByRole('list', { name: 'Everything to look at' });
    await list.getByRole('listitem').first().waitFor();
    const total = await waitingIn(page);
    expect(total).toBeGreaterThan(wanted * 0.3);
    const nextPages = /\/api\/admin\/queue\?.*cursor=/;
    await refuse(page, nextPages, { status: 500 });
    const scrollToEnd = () => page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    await expect
      .poll(async () => {
        await scrollToEnd();
        return page.getByText('Not everything could be loaded').count();
      })
      .toBe(1);
    await page.unroute(nextPages);
    await button(page, 'Try again').click();
    await expect
      .poll(async () => {
        await scrollToEnd();
        const last = list.getByRole('listitem').last();
        return Number(await last.getAttribute('aria-posinset'));
      })
      .toBe(total);
    expect(await page.getByText('Not everything could be loaded').count()).toBe(0);
    expect(await list.getByRole('listitem').count()).toBeLessThan(60);
  });

  it('all matching items are selected and decided in slices, and undone together', async () => {
    await using mia = await world.open('/admin/queue?kind=location', world.mia);
    const { page } = mia;
    const { calls } = decisionsOf(page);
    const total = await waitingIn(page);
    await page.getByLabel('Select all').check();
    await button(page, `Select all ${total}`).click();
    await button(page, `Approve ${total} selected`).click();
    await button(page, `Approve all ${total}`).click();
    await page.getByText('Nothing to look at').waitFor();
    await page.getByText(`Approved: ${total} locations`).first().waitFor();
    const sizes = calls.map(({ items }) => items.length);
    expect(sizes.reduce((sum, each) => sum + each, 0)).toBe(total);
    expect(Math.max(...sizes)).toBe(100);
    expect(new Set(calls.map(({ batchId }) => batchId)).size).toBe(1);
    await page.keyboard.press('u');
    await page.getByText(`Waiting again: ${total} locations`).first().waitFor();
    await expect.poll(() => waitingIn(page)).toBe(total);
    await expect
      .poll(() =>
        world.mia
          .send<{ waiting: { location: number } }>('GET' as 'POST', '/api/admin/desk')
          .then((desk) => desk.waiting.location),
      )
      .toBe(total);
  });

  it('a long decision shows its progress, stops, and a new page shows the rest', async () => {
    await using mia = await world.open('/admin/queue?kind=location', world.mia);
    const { page } = mia;
    const { calls } = decisionsOf(page);
    const total = await waitingIn(page);
    await page.getByLabel('Select all').check();
    await button(page, `Select all ${total}`).click();
    const gate = await hold(page, '**/api/admin/decisions');
    await button(page, `Approve ${total} selected`).click();
    await button(page, `Approve all ${total}`).click();
    const progress = page.getByText(`0 of ${total}`, { exact: true });
    await progress.waitFor();
    // On whichever screen, and none of it is in the list that is read again meanwhile.
    await page.getByRole('link', { name: 'Activity', exact: true }).click();
    await page.getByRole('list', { name: 'Activity' }).waitFor();
    await progress.waitFor();
    await page.goBack();
    await page.getByText('Nothing to look at').waitFor();
    await button(page, 'Stop').click();
    gate.release();
    const left = total - 100;
    const note = page.getByText(`A decision was interrupted: ${left} locations of ${total} are left.`);
    await note.waitFor();
    await page.getByText(`Approved: 100 locations of ${total}`).first().waitFor();
    await expect.poll(() => waitingIn(page)).toBe(left);
    await page.goto('/admin/queue?kind=location');
    await note.waitFor();
    await expectAccessible(page);
    // A second press at once sends nothing twice.
    await button(page, `Approve ${left}`).evaluate((each: HTMLButtonElement) => {
      each.click();
      each.click();
    });
    await page.getByText('Nothing to look at').waitFor();
    await page.getByText(`Approved: ${left} locations`).first().waitFor();
    expect(await note.count()).toBe(0);
    expect(new Set(calls.map(({ batchId }) => batchId)).size).toBe(1);
    expect(calls.flatMap(({ items }) => items).length).toBe(total);
    // One press, although the page was closed: one undo.
    await page.keyboard.press('u');
    await page.getByText(`Waiting again: ${total} locations`).first().waitFor();
    await expect.poll(() => waitingIn(page)).toBe(total);
  });

  it('a moderator’s tasks take fewer keys than by hand', async () => {
    const counted = await countTasks(world, wanted / 20);
    for (const { task, keys, most } of counted) expect(keys, task).toBeLessThanOrEqual(most);
    const lines = counted.map(({ task, keys, seconds }) => `| ${task} | ${keys} | ${seconds.toFixed(1)} |`);
    console.log(`With ${wanted} waiting:\n| | keys | s |\n| - | - | - |\n${lines.join('\n')}`);
  }, 240_000);
});
