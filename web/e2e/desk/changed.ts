import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { expectAccessible } from '../axe.ts';
import { button, painted, rowOf } from '../desk-world.ts';
import { hold } from '../world.ts';
import {
  responseTo,
  choose,
  decisionsOf,
  isChosen,
  isGone,
  next,
  detailOf,
  pressUntilAsked,
  type Given,
} from './given.ts';

const spam = 'SPAM https://casino.example';
const remark = 'Changed since you looked';

/** The differences since the last view, in the detail. */
const noteOf = (page: Page, name: string) =>
  detailOf(page, name).getByRole('status').filter({ hasText: remark });

/**
 * Only content that was on the screen is decided: a city or place that its submitter changes meanwhile is shown again
 * first.
 */
export function changedCases(world: Given): void {
  /** Two pending items of a kind, and the fields that their submitter can change. */
  async function given(kind: 'city' | 'location') {
    const { admin, user } = world();
    if (kind === 'city') {
      const name = `Twin ${next()}`;
      const [first, second] = [await user.city(`${name} one`), await user.city(`${name} two`)];
      return {
        first,
        second,
        field: 'country',
        path: '/api/cities',
        queue: `kind=city&search=${name}`,
      } as const;
    }
    const city = await admin.city(`Home ${next()}`);
    const [first, second] = [
      await user.location(city, `One ${next()}`),
      await user.location(city, `Two ${next()}`),
    ];
    return { first, second, field: 'description', path: '/api/locations', queue: `city=${city.id}` } as const;
  }
  const statusOf = async (path: string, id: string) =>
    ((await responseTo(world(), world().admin, `${path}/${id}`)).body as { status: string }).status;

  it.each(['city', 'location'] as const)(
    'a %s changed by its submitter is shown again at once with the difference, and only then decided',
    async (kind) => {
      const { mia, noa, open, user } = world();
      const { first, second, field, path, queue } = await given(kind);
      await using hers = await open(`/admin/queue?${queue}`, mia);
      await using theirs = await open(`/admin/queue?${queue}`, noa);
      for (const { page } of [hers, theirs]) await choose(page, first.name);
      // One moderator views the other item meanwhile, and returns.
      await theirs.page.keyboard.press('j');
      await isChosen(theirs.page, second.name);
      await painted(theirs.page, second.name);
      const { asked, calls } = decisionsOf(hers.page);
      await user.send('PUT', `${path}/${first.id}`, { [field]: spam });
      await rowOf(hers.page, first.name).getByText(remark).waitFor();
      const note = noteOf(hers.page, first.name);
      await note.locator('ins', { hasText: 'casino.example' }).waitFor();
      await note.locator('del').first().waitFor();
      await expectAccessible(hers.page);
      await rowOf(theirs.page, first.name).getByText(remark).waitFor();
      await theirs.page.keyboard.press('k');
      await noteOf(theirs.page, first.name).locator('ins', { hasText: 'casino.example' }).waitFor();
      await detailOf(theirs.page, first.name).locator('[data-painted]').getByText(spam).waitFor();
      expect(asked).toEqual([]);
      await painted(hers.page, first.name);
      await pressUntilAsked(hers.page, 'a', asked, [`approve ${first.id}`]);
      expect(calls[0]?.items[0]?.revision).toBe(1);
      await isGone(hers.page, first.name);
      await expect.poll(() => statusOf(path, first.id)).toBe('approved');
    },
  );

  it.each(['city', 'location'] as const)(
    'a key that is faster than the update decides nothing: the %s returns, and the detail shows the difference',
    async (kind) => {
      const { mia, open, user } = world();
      const { first, field, path, queue } = await given(kind);
      await using desk = await open(`/admin/queue?${queue}`, mia);
      const { page } = desk;
      await choose(page, first.name);
      const list = await hold(page, '**/api/admin/queue?*');
      const { calls } = decisionsOf(page);
      await user.send('PUT', `${path}/${first.id}`, { [field]: spam });
      await page.keyboard.press('a');
      await page.getByText(`${remark}: ${first.name}`).first().waitFor();
      expect(calls.map(({ items }) => items[0]?.revision)).toEqual([0]);
      expect(await statusOf(path, first.id)).toBe('pending');
      list.release();
      await rowOf(page, first.name).getByText(remark).waitFor();
      await choose(page, first.name);
      await noteOf(page, first.name).locator('ins', { hasText: 'casino.example' }).waitFor();
    },
  );

  it('if one of several selected items changes, it returns and the others are decided', async () => {
    const { mia, open, user } = world();
    const { first, second, path, queue } = await given('location');
    await using desk = await open(`/admin/queue?${queue}`, mia);
    const { page } = desk;
    for (const { name } of [first, second]) await page.getByLabel(`Select ${name}`).check();
    const list = await hold(page, '**/api/admin/queue?*');
    await user.send('PUT', `${path}/${second.id}`, { description: spam });
    await button(page, 'Approve 2 selected').click();
    await page.getByText(`${remark}: ${second.name}`).first().waitFor();
    await page.getByText('The other 1 went through.').first().waitFor();
    list.release();
    await rowOf(page, second.name).getByText(remark).waitFor();
    expect(await Promise.all([first, second].map(({ id }) => statusOf(path, id)))).toEqual([
      'approved',
      'pending',
    ]);
    await choose(page, second.name);
    await noteOf(page, second.name).locator('ins', { hasText: 'casino.example' }).waitFor();
  });
}
