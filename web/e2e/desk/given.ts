import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import type { Location } from '#contracts/location/views';

import { button, chosenName, painted, rowOf, type DeskWorld } from '../desk-world.ts';
import { authorAs, type Author } from '../seed.ts';
import { hasFocus } from '../world.ts';

/** Returns the world that all desk tests share, once it is created. */
export type Given = () => DeskWorld;

export const isChosen = (page: Page, name: string) => expect.poll(() => chosenName(page)).toBe(name);
export const pick = async (page: Page, name: string) => {
  await button(rowOf(page, name), name).click();
  await isChosen(page, name);
};
/** Chooses a row and waits until it can be decided. */
export const choose = async (page: Page, name: string) => {
  await pick(page, name);
  await painted(page, name);
};
/** The id of the chosen row's button; undefined if no row is chosen. */
export const chosenId = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.querySelector('[data-row][aria-current] button[id^="row-"]')?.id);
/**
 * Waits until another row is chosen. The page itself checks in each frame: as many checks from outside cost far more.
 */
export const otherIsChosen = (page: Page, before: string | undefined): Promise<unknown> =>
  page.waitForFunction(
    (id) => document.querySelector('[data-row][aria-current] button[id^="row-"]')?.id !== id,
    before,
  );
/** Waits until the detail of the chosen row is on the screen whole: before that, no key decides it. */
export const chosenIsPainted = (page: Page, id: string | undefined): Promise<void> =>
  page
    .locator(`[data-painted][data-shows="${id?.slice(4).replace('-', ' ')}"]`)
    .waitFor({ state: 'attached' });
export const isGone = (page: Page, name: string) => expect.poll(() => rowOf(page, name).count()).toBe(0);
export const dialogOf = (page: Page) => page.getByRole('dialog').last();
export const detailOf = (page: Page, name: string) =>
  page.getByRole('complementary', { name: `About ${name}` });
export const rowHasFocus = (page: Page, name: string) =>
  expect.poll(() => hasFocus(button(rowOf(page, name), name))).toBe(true);

interface Sent {
  readonly batchId: string;
  readonly items: readonly { readonly id: string; readonly decision: string; readonly revision: number }[];
}

/** Records the decisions that the page has sent to the server, and its calls. */
export function decisionsOf(page: Page): { readonly asked: string[]; readonly calls: Sent[] } {
  const asked: string[] = [];
  const calls: Sent[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/admin/decisions')) return;
    const sent = request.postDataJSON() as Sent;
    calls.push(sent);
    asked.push(...sent.items.map(({ id, decision }) => `${decision} ${id}`));
  });
  return { asked, calls };
}

/**
 * Presses a key until it decides: it does not before its items are on the screen whole. Only this question may appear.
 */
export const pressUntilAsked = (
  page: Page,
  key: string,
  asked: readonly string[],
  expected: readonly string[],
): Promise<void> =>
  expect
    .poll(async () => {
      if (asked.length === 0) await page.keyboard.press(key);
      return asked;
    })
    .toEqual(expected);

/** The server's response to this person, and its status. */
export async function responseTo(
  { app }: DeskWorld,
  who: Author,
  path: string,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await fetch(app.origin + path, {
    headers: { authorization: `Bearer ${who.session.accessToken}` },
  });
  return { status: response.status, body: await response.json().catch(() => null) };
}

export const locationNow = async (world: DeskWorld, id: string): Promise<Location> =>
  (await responseTo(world, world.admin, `/api/locations/${id}`)).body as Location;

let made = 0;
/** A number for names, so that no two tests use the same item. */
export const next = (): number => ++made;

/** A new person with a name and an address of their own. */
export const newcomer = ({ app }: DeskWorld, firstName: string): Promise<Author> =>
  authorAs(app, {
    firstName,
    lastName: `Person ${next()}`,
    email: `${firstName.toLowerCase()}-${next()}@example.org`,
    password: 'six-or-more',
  });
