import type { Browser, BrowserContextOptions } from 'playwright-core';

import { startApp, type App, type AppOptions } from './app.ts';
import { openBrowser } from './browser.ts';
import { visit, type Visit, type VisitOptions } from './people.ts';

/** An empty application for the calling file, and a browser that visits it. */
export interface Site extends AsyncDisposable {
  readonly app: App;
  readonly browser: Browser;
  /** Opens it in a new browser profile. */
  readonly visit: (options?: VisitOptions) => Promise<Visit>;
}

export interface SiteOptions extends AppOptions {
  /** The display settings of all its browser profiles. */
  readonly look?: Pick<BrowserContextOptions, 'deviceScaleFactor'>;
}

export async function startSite(
  chromium: string | null,
  { look, ...options }: SiteOptions = {},
): Promise<Site> {
  const app = await startApp(options);
  const browser = await openBrowser(chromium ?? '', look);
  return {
    app,
    browser,
    visit: (how) => visit(browser, app, how),
    [Symbol.asyncDispose]: async () => {
      await browser.close();
      await app[Symbol.asyncDispose]();
    },
  };
}
