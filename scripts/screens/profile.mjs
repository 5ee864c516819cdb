// Screens of the person's own account.

import { dialog, fails, never, press, reads } from './steps.mjs';

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('playwright-core').Route} Route
 */

const path = () => '/profile';
const profile = '**/auth/account';
const sessions = '**/auth/account/sessions';

/** Changes the response to requests for this URL. @param {string} url @param {(body: any) => unknown} change */
const changed = (url, change) => (/** @type {Page} */ page) =>
  page.route(url, async (/** @type {Route} */ route) => {
    const response = await route.fetch();
    await route.fulfill({ response: response, json: change(await response.json()) });
  });

const agents = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'curl/8.5.0',
];
const startedBy = ['google', 'password', null];

/** Several devices, at fixed times, so that the picture is always the same. @param {any[]} own */
const severalSessions = (own) => {
  const current = own.find(({ isCurrent }) => isCurrent);
  const time = (/** @type {number} */ day) => new Date(2026, 8, day, 18, 5).toISOString();
  return [
    { ...current, agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/141.0 Safari/537.36', createdAt: time(12) },
    ...agents.map((agent, index) => ({
      ...current,
      id: `00000000-0000-4000-8000-00000000000${index}`,
      isCurrent: false,
      agent,
      startedBy: startedBy[index],
      createdAt: time(10 - 3 * index),
      lastUsedAt: time(11 - index),
    })),
  ];
};
const sameMonth = (/** @type {any} */ own) => ({ ...own, createdAt: '2025-03-14T10:00:00Z' });

/** @param {Page} page */
async function settled(page) {
  await changed(profile, sameMonth)(page);
  await changed(sessions, severalSessions)(page);
}
const loaded = reads('This browser');

/** @type {import('./states.mjs').State[]} */
export const profiles = [
  { name: 'profile', path, as: 'user', whole: true, prepare: settled, steps: loaded },
  {
    name: 'profile-by-provider',
    path,
    as: 'user',
    whole: true,
    prepare: async (page) => {
      await settled(page);
      await changed(profile, (own) => ({
        ...sameMonth(own),
        hasPassword: false,
        providers: ['github', 'google'],
      }))(page);
    },
    steps: loaded,
  },
  { name: 'profile-admin', path, as: 'admin', whole: true, prepare: settled, steps: loaded },
  {
    name: 'profile-loading',
    path,
    as: 'user',
    whole: true,
    responses: [/\/auth\/account/, never],
    shows: 'Loading your profile...',
  },
  {
    name: 'profile-error',
    path,
    as: 'user',
    whole: true,
    prepare: (page) => page.route(profile, fails),
    shows: 'Your profile could not be loaded',
  },
  {
    name: 'profile-mistakes',
    path,
    as: 'user',
    whole: true,
    prepare: async (page) => {
      await settled(page);
      await page.route(sessions, fails);
    },
    steps: async (page) => {
      await reads('Your sessions could not be loaded')(page);
      await page.getByLabel('First name').fill('');
      await press(page, 'Save names');
      await press(page, 'Change password');
      await reads('New password is required')(page);
    },
  },
  {
    name: 'profile-sign-in-again',
    path,
    as: 'user',
    whole: true,
    prepare: async (page) => {
      await settled(page);
      await changed(profile, (own) => ({ ...sameMonth(own), hasPassword: false, providers: ['google'] }))(
        page,
      );
      await page.route('**/auth/account/password', (route) =>
        route.fulfill({ status: 403, json: { status: 403, code: 'sign-in-again', message: '', errors: [] } }),
      );
    },
    steps: async (page) => {
      await page.getByLabel('New password', { exact: true }).fill('a new password');
      await press(page, 'Set password');
      await page.getByRole('button', { name: 'Sign in again with Google' }).waitFor();
    },
  },
  {
    name: 'profile-erase',
    path,
    as: 'user',
    prepare: settled,
    steps: async (page) => {
      await loaded(page);
      await press(page, 'Erase my account');
      await press(dialog(page), 'Erase for good');
      await reads('Password is required')(page);
    },
  },
  { name: 'profile-closed', path, shows: 'Sign In Required' },
];
