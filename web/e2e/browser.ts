import { chromium, type Browser } from 'playwright-core';

import { chromiumPath } from '../../scripts/chromium.mjs';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Where Chromium is; null where there is none.
 * @throws Error where there is none and `CI` is set: there, a skipped browser test would look like a passed one
 */
export function findBrowser(): string | null {
  const path = chromiumPath();
  if (path !== undefined) return path;
  const message = 'No Chromium: set CHROMIUM_PATH to run the browser tests.';
  if (process.env['CI']) throw new Error(message);
  console.warn(`\n!!! SKIPPED: the browser tests. ${message}\n`);
  return null;
}

/** A browser with nothing in it: Playwright gives each a profile folder of its own and removes it afterwards. */
export async function openBrowser(path: string): Promise<Browser & AsyncDisposable> {
  return chromium.launch({ executablePath: path, args: flags });
}
