import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

import { button, painted, rowOf, type DeskWorld } from '../desk-world.ts';
import { toastOf } from '../people.ts';
import {
  chosenId,
  chosenIsPainted,
  decisionsOf,
  dialogOf,
  isGone,
  newcomer,
  next,
  otherIsChosen,
  pick,
} from './given.ts';

/** What a moderator's task takes on the screen. */
export interface Counted {
  readonly task: string;
  /** Keys and presses. */
  readonly keys: number;
  /** The limit of keys: fewer than without the desk's shortcuts for it. */
  readonly most: number;
  readonly seconds: number;
}

const spammed = 40;

/**
 * Drives the screens of some moderators through their usual tasks, and counts the keys and presses of each; `singles`
 * is the number of decisions made one by one.
 */
export async function countTasks(world: DeskWorld, singles: number): Promise<readonly Counted[]> {
  const given = await givenTasks(world);
  const counted: Counted[] = [];
  let keys = 0;
  const press = async (page: Page, key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  const click = async (target: Locator) => {
    keys += 1;
    await target.click();
  };
  const count = async (task: string, most: number, does: () => Promise<unknown>) => {
    keys = 0;
    const began = performance.now();
    await does();
    counted.push({ task, keys, most, seconds: (performance.now() - began) / 1000 });
  };

  await using desk = await world.open('/admin/queue', world.mia, { viewport: { width: 1280, height: 860 } });
  const { page } = desk;
  await page.locator('[data-row][aria-current]').waitFor();
  const { asked, calls } = decisionsOf(page);
  await count(`${singles} single decisions`, singles, async () => {
    for (let done = 0; done < singles; done += 1) await decideNext(page, press);
    await expect.poll(() => asked.length).toBe(singles);
  });

  await page.goto('/admin/queue');
  // By hand: each is selected, and a reason given once.
  await count(`one spammer's ${spammed}, with one reason`, spammed + 3, async () => {
    await click(page.getByText(/^Groups \(\d+\)$/));
    await click(page.getByRole('button', { name: `Open the group Links to one site: ${given.site}` }));
    await click(button(page, `Reject all ${spammed} that are shown`));
    await dialogOf(page).getByRole('list', { name: 'By number' }).waitFor();
    await press(page, '1');
    await press(page, 'Control+Enter');
    await page.getByText(`Declined: ${spammed} locations`).first().waitFor();
  });
  expect(calls.at(-1)?.items).toHaveLength(spammed);

  await page.goto(`/admin/queue?city=${given.city}`);
  await count('a merge', 10, async () => {
    await click(rowOf(page, given.twin).getByRole('button', { name: given.twin, exact: true }));
    await click(page.getByRole('button', { name: `Compare and merge into ${given.twin}` }));
    await click(dialogOf(page).getByRole('button', { name: 'Merge', exact: true }));
    await toastOf(page, `${given.twin} was merged into ${given.twin}`).waitFor();
  });
  await count('a conflict', 10, async () => {
    await pick(page, given.edited);
    keys += 1;
    await painted(page, given.edited);
    await press(page, 'a');
    await click(button(dialogOf(page), 'Approve All the Same'));
    await isGone(page, given.edited);
  });

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await pick(page, given.linked);
  await count('a link opened by a colleague, who decides', 10, async () => {
    await click(button(page, 'Copy link'));
    await page.getByText('The link is copied').first().waitFor();
    const { pathname, search } = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    await using theirs = await world.open(pathname + search, world.noa);
    keys += 1;
    await painted(theirs.page, given.linked);
    await press(theirs.page, 'a');
    await theirs.page.getByText(`Approved: ${given.linked}`).first().waitFor();
  });

  await using admin = await world.open(`/admin/queue?city=${given.city}`, world.admin);
  await count('evidence of one place', 10, async () => {
    await click(rowOf(admin.page, given.proved).getByRole('button', { name: given.proved, exact: true }));
    await painted(admin.page, given.proved);
    const saved = admin.page.waitForEvent('download');
    await click(admin.page.getByRole('link', { name: 'Evidence' }).first());
    expect((await saved).suggestedFilename()).toMatch(/^location-.*\.evidence\.json$/);
  });
  return counted;
}

/** Approves the chosen row by its key, once its detail is painted, and waits for the next. */
async function decideNext(page: Page, press: (page: Page, key: string) => Promise<void>): Promise<void> {
  const before = await chosenId(page);
  await chosenIsPainted(page, before);
  await press(page, 'a');
  // The page holds back a key that is too far ahead of the server.
  await otherIsChosen(page, before);
}

/** Creates the items of the tasks, in a city of their own. */
async function givenTasks({ admin, user, ...world }: DeskWorld) {
  const site = `spam-${next()}.example`;
  const city = await admin.city(`Tasks ${next()}`);
  const names = {
    twin: `Twin ${next()}`,
    edited: `Disputed ${next()}`,
    linked: `Linked ${next()}`,
    proved: `Proved ${next()}`,
  };
  const spammer = await newcomer({ admin, user, ...world }, 'Spam');
  await Promise.all(
    Array.from({ length: spammed }, (_, at) =>
      spammer.location(city, `Watches ${at}`, { description: `Watches number ${at} at https://${site}/buy` }),
    ),
  );
  const first = await admin.location(city, names.twin);
  await user.location(city, names.twin, { description: `The same as ${first.name}, sent in again.` });
  const edited = await admin.location(city, names.edited, { accessNotes: 'Open at noon' });
  await user.send('PUT', `/api/locations/${edited.id}`, { accessNotes: 'Open at one' });
  await admin.send('PUT', `/api/locations/${edited.id}`, { accessNotes: 'Open at two' });
  for (const name of [names.linked, names.proved]) await user.location(city, name);
  return { ...names, site, city: city.id };
}
