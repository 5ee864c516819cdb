// Screens about email. The server of the screenshots sends none, so its responses are changed to say that it does.

import { dialog, home, press, reads } from './steps.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
async function withMail(page) {
  await page.route('**/api/about', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response: response, json: { ...(await response.json()), sendsMail: true } });
  });
  for (const path of ['**/auth/password/forgot', '**/auth/email/send'])
    await page.route(path, (route) => route.fulfill({ status: 202, body: '' }));
  await page.route('**/auth/email/confirm', (route) => route.fulfill({ json: { emailConfirmed: true } }));
}

/**
 * Answers as to a person who is signed in to another account.
 * @param {Page} page
 */
async function withRefusal(page) {
  const problem = {
    title: 'Unauthorized',
    status: 401,
    code: 'sign-in-to-confirm',
    detail: 'Sign in to confirm this address.',
  };
  await page.route('**/auth/email/confirm', (route) =>
    route.fulfill({ status: 401, contentType: 'application/problem+json', json: problem }),
  );
}

/** @param {Page} page */
async function forgotten(page) {
  await press(page, 'Sign in');
  await press(dialog(page), 'Password forgotten?');
  await reads('We mail you a link to choose a new one.')(page);
}

const resetPath = '/reset-password?token=of-a-mail';
const confirmPath = '/confirm-email?token=of-a-mail';

/** @type {import('./states.mjs').State[]} */
export const mails = [
  { name: 'password-forgotten', path: home, prepare: withMail, steps: forgotten },
  {
    name: 'password-forgotten-sent',
    path: home,
    prepare: withMail,
    steps: async (page) => {
      await forgotten(page);
      await dialog(page).getByLabel('Email').fill('ines@example.org');
      await press(dialog(page), 'Send me a link');
      await dialog(page).getByRole('status').waitFor();
    },
  },
  {
    name: 'reset-password',
    path: resetPath,
    steps: async (page) => {
      await press(page, 'Set password');
      await reads('Password is required')(page);
    },
  },
  { name: 'reset-password-over', path: '/reset-password', prepare: withMail, shows: 'Send me a link' },
  { name: 'confirm-email', path: confirmPath, as: 'user', shows: 'Yes, it is mine' },
  {
    name: 'confirm-email-signed-out',
    path: confirmPath,
    steps: async (page) => {
      await press(page, 'Confirm this address');
      await reads('Password is required')(page);
    },
  },
  {
    name: 'confirm-email-elsewhere',
    path: confirmPath,
    as: 'user',
    prepare: withRefusal,
    steps: async (page) => {
      await press(page, 'Yes, it is mine');
      await page.getByText('This link is for another account').waitFor();
    },
  },
  {
    name: 'confirm-email-done',
    path: confirmPath,
    as: 'user',
    prepare: withMail,
    steps: async (page) => {
      await press(page, 'Yes, it is mine');
      await reads('To your profile')(page);
    },
  },
  { name: 'confirm-email-over', path: '/confirm-email', as: 'user', shows: 'Send the mail again' },
  {
    name: 'profile-mail',
    path: '/profile',
    as: 'user',
    prepare: withMail,
    steps: async (page) => {
      await press(page, 'Send the mail again');
      await reads('A mail with a link is on its way. It works for 7 days.')(page);
    },
  },
];
