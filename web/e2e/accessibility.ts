import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createProfiles, openState } from '../../scripts/screens/open-state.mjs';
import { createScene } from '../../scripts/screens/scene.mjs';
import { states } from '../../scripts/screens/states.mjs';
import { objectionsTo, phoneRules, readAxe, themeRules } from './axe.ts';
import { findBrowser } from './browser.ts';
import { keepProcess } from './people.ts';
import { seedAs, seedGuide } from './seed.ts';
import { startSite, type Site } from './site.ts';

const chromium = findBrowser();
const wide = { width: 1280, height: 900 };
const phone = { width: 360, height: 740 };

/**
 * Tests that axe finds no problem in any state of `scripts/screens` that this person sees; undefined for a visitor. New
 * states of that table are tested automatically.
 */
export function describeAccessibility(role: 'admin' | 'user' | undefined): void {
  const seen = states.filter((state) => state.as === role && state.again !== true);

  describe.skipIf(chromium === null)('axe finds no problem', () => {
    let site: Site;
    let scene: Awaited<ReturnType<typeof createScene>>;
    let axe: string;
    let profiles: ReturnType<typeof createProfiles>;
    beforeAll(async () => {
      site = await startSite(chromium);
      const { app, browser } = site;
      await seedGuide(await seedAs(app));
      scene = await createScene(app.origin, app.admin.password);
      axe = await readAxe();
      profiles = createProfiles(browser, scene, { baseURL: app.origin }, keepProcess);
    });
    afterAll(() => site[Symbol.asyncDispose]());

    it.each(seen)('$name, wide and in light, on a phone and in dark', async (state) => {
      const size = state.only?.includes(wide.width) === false ? phone : wide;
      const page = await openState(await profiles.of(state.as), state, scene, size);
      try {
        await page.evaluate(axe);
        expect(await objectionsTo(page)).toEqual([]);
        await page.emulateMedia({ colorScheme: 'dark' });
        if (state.only === undefined) await page.setViewportSize(phone);
        expect(await objectionsTo(page, state.only === undefined ? phoneRules : themeRules)).toEqual([]);
      } finally {
        await page.close();
      }
    });
  });
}
