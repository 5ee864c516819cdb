// Brings a page into one of the states, for screenshots and checks.

import { reads } from './steps.mjs';

/**
 * @typedef {import('playwright-core').Browser} Browser
 * @typedef {import('playwright-core').BrowserContext} BrowserContext
 * @typedef {import('./scene.mjs').Scene} Scene
 */

/**
 * One browser profile for each person, all with the same settings.
 * @param {Browser} browser
 * @param {Scene} scene
 * @param {import('playwright-core').BrowserContextOptions} look
 * @param {(context: BrowserContext) => Promise<unknown>} [prepare]
 */
export function createProfiles(browser, scene, look, prepare) {
  /** @type {Map<string, Promise<BrowserContext>>} */
  const profiles = new Map();
  const open = async (/** @type {'admin' | 'user' | undefined} */ who) => {
    const context = await browser.newContext({
      ...look,
      reducedMotion: 'reduce',
      // A state that answers or delays requests of a page would not see those of a service worker.
      serviceWorkers: 'block',
    });
    await prepare?.(context);
    if (who) await context.addCookies([scene.cookieOf(who)]);
    return context;
  };
  return {
    of(/** @type {'admin' | 'user' | undefined} */ who) {
      const known = profiles.get(who ?? 'visitor') ?? open(who);
      profiles.set(who ?? 'visitor', known);
      return known;
    },
    async close() {
      for (const context of profiles.values()) await (await context).close();
    },
  };
}

/**
 * Opens another screen as a link does, after the page's own code has shown its first one.
 * @param {import('playwright-core').Page} page
 * @param {string} path
 */
async function follow(page, path) {
  await page.locator('main').waitFor({ state: 'attached' });
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'));`,
  );
}

/**
 * A new page in this state; the caller closes it.
 * @param {BrowserContext} context
 * @param {import('./states.mjs').State} state
 * @param {Scene} scene
 * @param {{ width: number, height: number }} size
 */
export async function openState(context, state, scene, size) {
  const page = await context.newPage();
  await page.setViewportSize(size);
  page.setDefaultTimeout(60_000);
  try {
    // The picture on the home page depends on the visitor's hour, so the clock is fixed.
    await page.clock.setSystemTime(new Date(2026, 8, 12, state.hour ?? 19, 20));
    if (state.responses) await page.route(...state.responses);
    await state.prepare?.(page);
    const path = typeof state.path === 'string' ? state.path : state.path(scene);
    await page.goto(state.asks ? '/reset-password' : path);
    if (state.asks) await follow(page, path);
    await page.locator('main').waitFor({ state: 'attached' });
    await state.steps?.(page, scene);
    if (state.shows) await reads(state.shows)(page);
    return page;
  } catch (error) {
    await page.close();
    throw error;
  }
}
