import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';

import { chromiumPath } from '../../scripts/chromium.mjs';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  // Maps are drawn without a graphics card.
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No request leaves this machine. Playwright's own interception would switch off the cache of every page.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  // Pages of one profile share a process if one of them stays open: see `keptProfile`.
  '--renderer-process-limit=1',
  // A page lives for seconds, so optimising its code takes longer than running it unoptimised.
  '--js-flags=--no-maglev --no-turbofan',
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

/** One browser for all files of a worker, which ends with the worker: Playwright closes it. */
const browsers = new Map<string, Promise<Browser>>();

/**
 * Runs before a page's own code. The blur behind the header takes a fifteenth of a page's time, and no test checks it.
 */
const withoutBlur = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('header { backdrop-filter: none !important }');
  document.adoptedStyleSheets = [sheet];
}`;

/**
 * Lets `goto` and `reload` wait for the page's code, which is loaded after its first picture: a press before that does
 * nothing. A call that names what it waits for does not wait for the code.
 */
function waitForCode(page: Page): void {
  const [goTo, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const withCode = async <R>(response: Promise<R>, waitUntil: unknown): Promise<R> => {
    await response;
    if (waitUntil === undefined)
      // React marks the element that it renders into; from then on no press is lost.
      await page.waitForFunction(() => {
        const root = document.getElementById('root');
        return root === null || Object.keys(root).some((key) => key.startsWith('__reactContainer'));
      });
    return response;
  };
  page.goto = (url, options) => withCode(goTo(url, options), options?.waitUntil);
  page.reload = (options) => withCode(reload(options), options?.waitUntil);
}

/**
 * The worker's browser. Each caller creates its own isolated profiles, all with this look; closing the browser handle
 * closes these profiles.
 */
export async function openBrowser(
  path: string,
  look?: BrowserContextOptions,
): Promise<Browser & AsyncDisposable> {
  const launched = browsers.get(path) ?? chromium.launch({ executablePath: path, args: flags });
  browsers.set(path, launched);
  const browser = await launched;
  const profiles: BrowserContext[] = [];
  const newContext: Browser['newContext'] = async (options) => {
    const profile = await browser.newContext({
      // Drawing and awaiting animations takes a fifth of the time; a test about motion asks for them.
      reducedMotion: 'reduce',
      // Page routes of the tests do not see a worker's requests.
      serviceWorkers: 'block',
      ...look,
      ...options,
    });
    profiles.push(profile);
    await profile.addInitScript(withoutBlur);
    if (options?.javaScriptEnabled !== false) profile.on('page', waitForCode);
    return profile;
  };
  const close = async (): Promise<void> => {
    for (const profile of profiles.splice(0)) await profile.close();
  };
  const own: Partial<Browser & AsyncDisposable> = { newContext, close, [Symbol.asyncDispose]: close };
  return new Proxy(browser, { get: (target, name) => Reflect.get(own, name) ?? Reflect.get(target, name) });
}
