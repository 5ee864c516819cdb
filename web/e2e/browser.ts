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
  // No request leaves this machine. Playwright's own interception would switch off the cache of every page.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  // Pages of one profile share a process if one of them stays open: see `keptProfile`.
  '--renderer-process-limit=1',
];

/**
 * The path of Chromium; null if it is not installed.
 * @throws Error if it is not installed and `CI` is set: there, skipped browser tests would look like passed ones
 */
export function findBrowser(): string | null {
  const path = chromiumPath();
  if (path !== undefined) return path;
  const message = 'No Chromium: set CHROMIUM_PATH to run the browser tests.';
  if (process.env['CI']) throw new Error(message);
  console.warn(`\n!!! SKIPPED: the browser tests. ${message}\n`);
  return null;
}

/** Starts a fresh browser: Playwright gives each one its own profile folder and removes it afterwards. */
export async function openBrowser(path: string): Promise<Browser & AsyncDisposable> {
  return chromium.launch({ executablePath: path, args: flags });
}
