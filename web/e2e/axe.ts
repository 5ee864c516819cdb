import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** axe's own code, to be run in a page. */
export const readAxe = (): Promise<string> =>
  readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe, which the page must hold already, finds to object to. */
export async function objectionsTo(page: Page): Promise<string[]> {
  // The styles and the layout of a change of the theme or the size are there with the frame after the next.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  // What is half faded in has half the contrast. What follows the scrolling has no end of its own.
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter(({ timeline }) => timeline === document.timeline).map(({ finished }) => finished))`);
  return page.evaluate<string[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`,
  );
}

let code: Promise<string> | undefined;

/** axe has nothing against the page as it is, light and dark. */
export async function expectAccessible(page: Page): Promise<void> {
  code ??= readAxe();
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(await code);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await objectionsTo(page), colorScheme).toEqual([]);
  }
}
