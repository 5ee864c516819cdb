import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { nextPaint } from './world.ts';

/** The code of axe, to be run in a page. */
export const readAxe = (): Promise<string> =>
  readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that another theme alone can break: colours. The first check of a page covers all others. */
export const themeRules = ['color-contrast'] as const;

/** Rules that a narrow screen in another theme can break: also elements that only a phone shows. */
export const phoneRules = [
  ...themeRules,
  'button-name',
  'link-name',
  'nested-interactive',
  'scrollable-region-focusable',
] as const;

/** The problems that axe finds, by all its rules or only these; its code must already be in the page. */
export async function objectionsTo(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Styles and layout after a change of theme or size are complete two frames later.
  await nextPaint(page);
  // An element that is fading in has too little contrast. Animations driven by scrolling never finish, so they are
  // excluded.
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter(({ timeline }) => timeline === document.timeline).map(({ finished }) => finished))`);
  return page.evaluate<string[]>(
    `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], preload: false, ...(rules && { runOnly: rules }) })}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`,
  );
}

let code: Promise<string> | undefined;

/** Expects that axe finds no problem on the page, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  code ??= readAxe();
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(await code);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await objectionsTo(page, themeRules), 'in dark').toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await objectionsTo(page), 'in light').toEqual([]);
}
