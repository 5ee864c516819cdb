import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, onTestFailed } from 'vitest';

import type { SignedIn } from '#contracts/account/views';

import type { App } from './app.ts';
import { patience } from '../../test/harness/patience.ts';

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
}

/** The address of a picture on the web. Nothing but this machine's own addresses resolves in the tests' browsers. */
export const pictureAddress = 'https://pictures.example/city.jpg';

export interface Visit extends AsyncDisposable {
  readonly page: Page;
  /** Fails if the page has been reloaded since it was opened, or has thrown an error. */
  readonly checkUnbroken: () => Promise<void>;
}

export interface VisitOptions {
  readonly path?: string;
  /** Whose session the browser already has; a visitor if left out. */
  readonly as?: { readonly session: SignedIn };
  readonly look?: Pick<
    BrowserContextOptions,
    | 'viewport'
    | 'colorScheme'
    | 'reducedMotion'
    | 'hasTouch'
    | 'javaScriptEnabled'
    | 'timezoneId'
    | 'geolocation'
    | 'permissions'
    | 'serviceWorkers'
  >;
  /** Runs before the first page is loaded, for faults and clocks. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** See `showLinked`. */
  readonly picture?: Buffer;
}

/** Opens the application in a new browser profile. */
export async function visit(browser: Browser, app: App, options: VisitOptions = {}): Promise<Visit> {
  const context = await profile(browser, app, options);
  return visitIn(context, options, () => context.close());
}

/** A browser profile, which may already have somebody's session. */
export async function profile(browser: Browser, app: App, options: VisitOptions): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: app.origin,
    viewport: { width: 1280, height: 900 },
    ...options.look,
  });
  if (options.as) await context.addCookies([cookieOf(app, options.as.session)]);
  return context;
}

/**
 * A browser profile for many pages, one after the other. A page of it stays open, so that the next page finds a running
 * process that has already compiled the code, which halves what opening it costs.
 */
async function keptProfile(browser: Browser, app: App, options: VisitOptions): Promise<BrowserContext> {
  const context = await profile(browser, app, options);
  await keepProcess(context);
  return context;
}

/** Leaves a page open in a profile. */
export async function keepProcess(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto('/healthz');
}

export interface OpenOptions extends Omit<VisitOptions, 'path'> {
  /** Use a new profile, for tests that sign in or out. */
  readonly fresh?: boolean;
}

/**
 * Opens pages in one profile for each person, which has cached the code; with `fresh`, or a `look` that only a whole
 * profile can have, in a new profile.
 */
export function createOpener(browser: Browser, app: App) {
  const profiles = new Map<string, Promise<BrowserContext>>();
  return async (path: string, { fresh = false, ...rest }: OpenOptions = {}): Promise<Visit> => {
    const options = { ...rest, path };
    const { viewport, colorScheme, reducedMotion, ...ofProfile } = rest.look ?? {};
    if (fresh || Object.keys(ofProfile).length > 0) return visit(browser, app, options);
    const who = rest.as?.session.user.id ?? 'visitor';
    const context = profiles.get(who) ?? keptProfile(browser, app, { ...options, look: {} });
    profiles.set(who, context);
    const prepare = async (page: Page) => {
      if (viewport) await page.setViewportSize(viewport);
      if (colorScheme) await page.emulateMedia({ colorScheme });
      if (reducedMotion) await page.emulateMedia({ reducedMotion });
      await rest.prepare?.(page);
    };
    return visitIn(await context, { ...options, prepare }, (page) => page.close());
  };
}

/** Opens a new page in a profile; disposing of the visit calls `close`. */
export async function visitIn(
  context: BrowserContext,
  options: VisitOptions,
  close: (page: Page) => Promise<void>,
): Promise<Visit> {
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  if (options.picture) await showLinked(page, options.picture);
  await options.prepare?.(page);
  const thrown: Error[] = [];
  page.on('pageerror', (error) => thrown.push(error));
  await page.goto(options.path ?? '/');
  await page.evaluate('globalThis.sinceOpened = true');
  const checkUnbroken = async () => {
    expect(await page.evaluate('globalThis.sinceOpened'), 'the page was loaded anew').toBe(true);
    expect(thrown).toEqual([]);
  };
  const leave = async () => {
    await showIfFailed(page);
    // The test's own responses may still be in flight.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await close(page);
  };
  return { page, checkUnbroken, [Symbol.asyncDispose]: leave };
}

/** Prints what a page shows at the end of a test, if the test fails. */
async function showIfFailed(page: Page): Promise<void> {
  // A test may have closed its page itself.
  const shown = page.isClosed() ? 'closed' : await page.evaluate(readPage);
  onTestFailed(() => console.error(`${page.url()} at the end of the failed test:\n${shown}`));
}

/** Runs in the page. */
const readPage = (): string => {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')];
  return [
    // Elements over the page, such as a dialog, come last in it.
    document.body.innerText.slice(-3000),
    ...fields.map(({ name, value }) => `${name}: ${value}`),
    `focus: ${document.activeElement?.outerHTML.slice(0, 200)}`,
  ].join('\n');
};

/** Answers `pictureAddress` with this JPEG, on a page that then does not use its cache. */
export async function showLinked(page: Page, body: Buffer): Promise<void> {
  await page.route(pictureAddress, (route) => route.fulfill({ body, contentType: 'image/jpeg' }));
}

export const cookieOf = (app: App, { accessToken }: SignedIn) => ({
  name: 'lightfall_session',
  value: accessToken,
  url: app.origin,
  httpOnly: true,
  sameSite: 'Lax' as const,
});

/** A toast with this text; a copy for screen readers may be beside it. */
export const toastOf = (page: Page, text: string): Locator => page.getByText(text, { exact: true }).first();

export async function signUp(page: Page, person: Person): Promise<void> {
  const dialog = await openSignIn(page);
  await dialog.getByRole('tab', { name: 'Sign Up' }).click();
  await dialog.getByLabel('First name').fill(person.firstName);
  await dialog.getByLabel('Last name').fill(person.lastName);
  await dialog.getByLabel('Email').fill(person.email);
  await dialog.getByLabel('Password').fill(person.password);
  await dialog.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await toastOf(page, 'Account created and logged in!').waitFor();
}

export async function signIn(page: Page, account: { email: string; password: string }): Promise<void> {
  const dialog = await openSignIn(page);
  await dialog.getByLabel('Email').fill(account.email);
  await dialog.getByLabel('Password').fill(account.password);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await toastOf(page, 'Successfully logged in!').waitFor();
}

/** No provider is configured, so the header's button opens the dialog. */
async function openSignIn(page: Page): Promise<Locator> {
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Sign In' }).waitFor();
  return dialog;
}
