// `npm run screenshots [-- NAME... WIDTH... light|dark]`: saves every screen and state at three widths, light and dark,
// in screenshots/; or only the named ones (a part of the name is enough). Starts the application with the sample places
// in a temporary folder; with ORIGIN and ADMIN_PASSWORD set it uses a running one, and writes into it.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { chromium } from 'playwright-core';

import { chromiumPath } from './chromium.mjs';
import { startSample } from './sample-app.mjs';
import { createProfiles, openState } from './screens/open-state.mjs';
import { createScene } from './screens/scene.mjs';
import { states } from './screens/states.mjs';

const root = path.join(import.meta.dirname, '..');
const folder = path.join(root, 'screenshots');
const widths = [360, 768, 1280];
const heights = /** @type {Record<number, number>} */ ({ 360: 740, 768: 1024, 1280: 900 });
const schemes = /** @type {const} */ (['light', 'dark']);
const words = process.argv.slice(2);
const wantedWidths = only(widths);
const wantedSchemes = only(schemes);
const wanted = words.filter((word) => ![...widths, ...schemes].map(String).includes(word));

const app = process.env['ORIGIN'] === undefined ? await startSample(4780) : null;
const origin = app?.origin ?? process.env['ORIGIN'] ?? '';
const browser = await chromium.launch({
  executablePath: chromiumPath() ?? 'chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
});
let failures = 0;
try {
  await mkdir(folder, { recursive: true });
  const scene = await createScene(origin, app?.password ?? process.env['ADMIN_PASSWORD'] ?? '');
  for (const width of wantedWidths)
    for (const colorScheme of wantedSchemes) await shootAll(scene, width, colorScheme);
} finally {
  await browser.close();
  await app?.stop();
}
console.log(failures === 0 ? 'All states were reached.' : `${failures} states were not reached.`);
process.exitCode = failures === 0 ? 0 : 1;

/**
 * The items that the command line names; all if it names none.
 * @template T @param {readonly T[]} all
 */
function only(all) {
  const named = all.filter((each) => words.includes(String(each)));
  return named.length > 0 ? named : all;
}

/**
 * @param {import('./screens/scene.mjs').Scene} scene
 * @param {number} width
 * @param {'light' | 'dark'} colorScheme
 */
async function shootAll(scene, width, colorScheme) {
  const viewport = { width, height: heights[width] ?? 900 };
  const look = { baseURL: origin, viewport, colorScheme, hasTouch: width < 768 };
  const profiles = createProfiles(browser, scene, look);
  for (const state of states) {
    if (wanted.length > 0 && !wanted.some((part) => state.name.includes(part))) continue;
    if (state.only && !state.only.includes(width)) continue;
    try {
      const page = await openState(await profiles.of(state.as), state, scene, viewport);
      await settle(page, state.whole ?? false);
      // Otherwise elements that stick to the window's edge would appear in the middle of the picture.
      if (state.whole) await page.evaluate('scrollTo(0, 0)');
      const file = path.join(folder, `${state.name}-${colorScheme}-${width}.png`);
      await page.screenshot({ path: file, fullPage: state.whole ?? false });
      await page.close();
    } catch (error) {
      failures += 1;
      const message = error instanceof Error ? error.message : String(error);
      console.error(`${state.name} ${colorScheme} ${width}: ${message}`);
    }
  }
  await profiles.close();
  console.log(`${width} ${colorScheme}`);
}

/**
 * Waits for fonts and pictures: those in view, or those of the whole page. Scrolls only in the second case, because
 * scrolling closes a tooltip.
 * @param {import('playwright-core').Page} page
 * @param {boolean} whole
 */
async function settle(page, whole) {
  // A state with a request held back never becomes idle.
  await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => undefined);
  await page.evaluate(`(async () => {
    await document.fonts.ready;
    const step = innerHeight;
    const from = scrollY;
    for (let y = 0; ${whole} && y < document.body.scrollHeight; y += step) {
      scrollTo(0, y);
      await new Promise((done) => requestAnimationFrame(done));
    }
    scrollTo(0, from);
    const loading = [...document.images].filter((image) => !image.complete);
    await Promise.race([
      Promise.all(loading.map((image) => new Promise((done) => { image.onload = image.onerror = done; }))),
      new Promise((done) => setTimeout(done, 1500)),
    ]);
  })()`);
}
