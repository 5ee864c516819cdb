import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { expectAccessible } from '../axe.ts';
import { button, painted, rowOf } from '../desk-world.ts';
import { followRequests, hold, pathOf, refuse, styleOf } from '../world.ts';
import { choose, decisionsOf, dialogOf, isChosen, isGone, locationNow, next, type Given } from './given.ts';

export function keyCases(world: Given): void {
  it('g and a letter opens each screen, ? shows all keys, / searches; none works while somebody types', async () => {
    const { mia, open } = world();
    await using desk = await open('/admin/people', mia);
    const { page } = desk;
    await page.getByRole('list', { name: 'People' }).waitFor();
    const { asked } = decisionsOf(page);
    for (const [letter, path] of [
      ['q', '/admin/queue'],
      ['l', '/admin?tab=locations'],
      ['e', '/admin?tab=edits'],
      ['h', '/admin/queue?kind=photo'],
      ['a', '/admin/activity'],
      ['p', '/admin/people'],
      ['c', '/admin'],
    ] as const) {
      // The previous screen may still be loading.
      await expect
        .poll(async () => {
          for (const key of ['g', letter]) await page.keyboard.press(key);
          return pathOf(page);
        })
        .toBe(path);
    }
    await page.getByRole('tab', { name: /^Pending Cities/ }).waitFor();
    await expect
      .poll(async () => {
        if ((await page.getByRole('dialog').count()) === 0) await page.keyboard.press('?');
        return page.getByRole('dialog', { name: 'Keys' }).count();
      })
      .toBe(1);
    await dialogOf(page).getByText('Undo the last decision, then the one before it').waitFor();
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await expect.poll(() => pathOf(page)).toBe('/admin/queue?find');
    const field = page.getByLabel('Find in the queue');
    await expect.poll(() => field.evaluate((each) => each === document.activeElement)).toBe(true);
    await page.keyboard.type('arsux? ga');
    expect(await field.inputValue()).toBe('arsux? ga');
    expect(await page.getByRole('dialog').count()).toBe(0);
    // Neither `g` followed by `a` nor a typed letter approves anything.
    expect(asked).toEqual([]);
    await desk.checkUnbroken();
  });

  it('u undoes the latest decision, even one without an answer yet, and again if that failed', async () => {
    const { admin, mia, open, user } = world();
    const city = await admin.city(`Undone ${next()}`);
    const [first, second] = [
      await user.location(city, `First ${next()}`),
      await user.location(city, `Second ${next()}`),
    ];
    const statuses = () =>
      Promise.all([first, second].map(async ({ id }) => (await locationNow(world(), id)).status));
    await using desk = await open(`/admin/queue?city=${city.id}`, mia);
    const { page } = desk;
    await choose(page, first.name);
    await page.keyboard.press('a');
    await page.getByText(`Approved: ${first.name}`).first().waitFor();
    const { release } = await hold(page, '**/api/admin/decisions');
    await choose(page, second.name);
    await page.keyboard.press('a');
    await isGone(page, second.name);
    await page.keyboard.press('u');
    release();
    await rowOf(page, second.name).waitFor();
    expect(await statuses()).toEqual(['approved', 'pending']);

    await painted(page, second.name);
    await page.keyboard.press('a');
    await isGone(page, second.name);
    const undo = '**/api/admin/batches/*/undo';
    await refuse(page, undo, { status: 503, message: 'Please wait a moment.' });
    await page.keyboard.press('u');
    await page.getByText(`Not undone: ${second.name}`).first().waitFor();
    expect(await statuses()).toEqual(['approved', 'approved']);
    await page.unroute(undo);
    await page.keyboard.press('u');
    await rowOf(page, second.name).waitFor();
    expect(await statuses()).toEqual(['approved', 'pending']);
    await page.keyboard.press('u');
    await rowOf(page, first.name).waitFor();
    expect(await statuses()).toEqual(['pending', 'pending']);
  });

  it('a number means the same reason for every kind and person, however often others are used', async () => {
    const { admin, mia, noa, open, user } = world();
    const city = await admin.city(`Numbers ${next()}`);
    const [first, second] = [
      await user.location(city, `First ${next()}`),
      await user.location(city, `Second ${next()}`),
    ];
    await user.photo(await admin.location(city, `Pictured ${next()}`), '#604020');
    const reasonUnder = async (page: Page, number: string) => {
      await page.keyboard.press(number);
      const text = await dialogOf(page).getByLabel('Reason').inputValue();
      await page.keyboard.press('Escape');
      await dialogOf(page).waitFor({ state: 'detached' });
      return text;
    };
    await using hers = await open(`/admin/queue?city=${city.id}&kind=location`, mia);
    const { page } = hers;
    await choose(page, first.name);
    const before: string[] = [];
    for (const number of ['1', '3', '5']) before.push(await reasonUnder(page, number));
    expect(before).toEqual([
      expect.stringContaining('could not find'),
      expect.stringContaining('add a photo'),
      expect.stringContaining('does not show'),
    ]);
    await page.keyboard.press('5');
    await dialogOf(page).waitFor();
    await page.keyboard.press('Control+Enter');
    await isGone(page, first.name);
    await isChosen(page, second.name);
    await dialogOf(page).waitFor({ state: 'detached' });
    await painted(page, second.name);
    expect([await reasonUnder(page, '1'), await reasonUnder(page, '5')]).toEqual([before[0], before[2]]);
    await using theirs = await open(`/admin/queue?city=${city.id}&kind=photo`, noa);
    await theirs.page.locator('[data-painted]').waitFor({ state: 'attached' });
    // A reason that does not apply to photos does not appear under another reason's number.
    expect(await reasonUnder(theirs.page, '3')).toBe('');
    expect(await reasonUnder(theirs.page, '5')).toBe(before[2]);
  });

  it('on a phone a row is swiped to the right to approve, to the left to decline, and nothing is cut off', async () => {
    const { admin, mia, noa, open, user } = world();
    const city = await admin.city(`Swiped ${next()}`);
    const [one, two, lost] = [
      await user.location(city, `Right ${next()}`),
      await user.location(city, `Left ${next()}`),
      await user.location(city, `Lost ${next()}`),
    ];
    await using desk = await open(`/admin/queue?city=${city.id}`, mia, {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
    });
    const { page } = desk;
    await rowOf(page, two.name).waitFor();
    const wide = () => page.evaluate<number>('document.documentElement.scrollWidth');
    expect(await wide()).toBe(360);
    await expectAccessible(page);
    const finger = await page.context().newCDPSession(page);
    const swipe = async (name: string, by: number, during?: () => Promise<unknown>) => {
      await rowOf(page, name).scrollIntoViewIfNeeded();
      const box = await rowOf(page, name).boundingBox();
      if (box === null) throw new Error('The row is not there.');
      const at = (x: number) => [{ x: box.x + box.width / 2 + x, y: box.y + 30 }];
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
      for (const part of [0.2, 0.5, 0.8, 1])
        await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(by * part) });
      await during?.();
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    const { asked } = decisionsOf(page);
    // What a colleague decides under the finger is not decided again, and lies in its place.
    await swipe(lost.name, 140, async () => {
      await noa.send('POST', `/api/admin/locations/${lost.id}/approve`);
      await rowOf(page, lost.name).getByText('Approved by Noa North').waitFor();
    });
    expect(await rowOf(page, lost.name).locator('[style*="translateX"]').count()).toBe(0);
    // A swipe that is too short does nothing, and does not open the detail.
    await swipe(one.name, 60);
    await swipe(one.name, 140);
    await isGone(page, one.name);
    await expect.poll(() => asked).toEqual([`approve ${one.id}`]);
    await swipe(two.name, -140);
    await page.getByRole('dialog', { name: `Reject ${two.name}?` }).waitFor();
    await button(dialogOf(page), 'Reject').click();
    await isGone(page, two.name);
    await expect.poll(async () => (await locationNow(world(), two.id)).status).toBe('rejected');
    expect(await wide()).toBe(360);
  });

  it('rows are 64 to 72 px high, s skips, Shift extends, and all this works from the first row on', async () => {
    const { admin, mia, open, user } = world();
    const city = await admin.city(`Rows ${next()}`);
    const names: string[] = [];
    for (let at = 0; at < 12; at++) names.push((await user.location(city, `Row ${next()}`)).name);
    await using desk = await open(`/admin/queue?city=${city.id}`, mia, {
      viewport: { width: 1280, height: 860 },
    });
    const { page } = desk;
    await choose(page, names[0] ?? '');
    const boxes = await page.locator('[data-row]').evaluateAll((rows) =>
      rows.map((row) => {
        const { height, bottom } = row.getBoundingClientRect();
        return { height, isSeen: bottom <= window.innerHeight };
      }),
    );
    for (const { height } of boxes) expect(height >= 64 && height <= 72, String(height)).toBe(true);
    expect(boxes.filter(({ isSeen }) => isSeen).length).toBeGreaterThanOrEqual(10);
    await page.keyboard.press('s');
    await isChosen(page, names[1] ?? '');
    await page.keyboard.press('Shift+J');
    await page.keyboard.press('Shift+J');
    await button(page, 'Approve 3 selected').waitFor();
    await page.keyboard.press('k');
    await page.keyboard.press('Escape');
    expect(await button(page, 'Approve 3 selected').count()).toBe(0);
    await isChosen(page, names[2] ?? '');
  });

  it('a row that waits for a day is marked, and more strongly after three, while the desk stays open', async () => {
    const { admin, mia, open, user } = world();
    const city = await admin.city(`Aged ${next()}`);
    const place = await user.location(city, `Waits ${next()}`);
    // A clock applies to a whole profile.
    await using desk = await open('/healthz', mia, { viewport: { width: 1280, height: 900 } });
    const { page } = desk;
    const quiet = followRequests(page);
    /** The page's own timers must not cancel pending requests. */
    const pass = async (time: string) => {
      await quiet();
      await page.clock.fastForward(time);
    };
    await page.clock.install();
    await page.goto(`/admin/queue?city=${city.id}`);
    const age = rowOf(page, place.name).locator('time');
    const isMarked = (days: string) => expect.poll(() => age.getAttribute('data-age')).toBe(days);
    const ground = () => styleOf(age, 'background-color');
    await isMarked('0');
    const unmarked = await ground();
    await pass('23:50:00');
    await expect.poll(() => age.innerText()).toBe('23 h');
    await isMarked('0');
    await pass('00:20:00');
    await isMarked('1');
    const afterOne = await ground();
    await pass('47:40:00');
    await expect.poll(() => age.innerText()).toBe('2 days');
    await isMarked('1');
    await pass('00:20:00');
    await isMarked('3');
    expect(await age.innerText()).toBe('3 days');
    expect(new Set([unmarked, afterOne, await ground()]).size).toBe(3);
    await expectAccessible(page);
  });
}
