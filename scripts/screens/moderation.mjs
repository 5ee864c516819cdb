// Screens of the administrator.

import { cityOf, dialog, fails, never, nothing, placeOf, press, reads, tab } from './steps.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {import('./states.mjs').State[]} */
export const moderation = [
  { name: 'queue-cities', path: '/admin', as: 'admin', whole: true, shows: 'Pending' },
  { name: 'queue-locations', path: '/admin?tab=locations', as: 'admin', whole: true, shows: 'Pending' },
  { name: 'queue-edits', path: '/admin?tab=edits', as: 'admin', whole: true, shows: 'Pending' },
  {
    name: 'queue-empty',
    path: '/admin',
    as: 'admin',
    responses: [/\/api\/admin\/queue/, nothing],
    shows: 'No pending cities to review',
  },
  {
    name: 'queue-loading',
    path: '/admin',
    as: 'admin',
    responses: [/\/api\/admin\//, never],
    shows: 'Loading the queue...',
  },
  {
    name: 'queue-error',
    path: '/admin',
    as: 'admin',
    responses: [/\/api\/admin\//, fails],
    shows: 'The queue could not be loaded',
  },
  {
    name: 'queue-arrived',
    path: '/admin',
    as: 'admin',
    steps: async (page, { arrive }) => {
      await page.locator('[id^="row-"]').first().focus();
      await arrive();
      await page.getByRole('button', { name: '1 new' }).waitFor();
    },
  },
  {
    name: 'queue-conflict',
    path: '/admin?tab=edits',
    as: 'admin',
    steps: async (page) => {
      const row = page.getByRole('listitem').filter({ hasText: 'Changed since' });
      await row.getByRole('button', { name: /^Approve/ }).click();
      await page.getByRole('button', { name: 'Approve All the Same' }).waitFor();
    },
  },
  {
    name: 'queue-selected',
    path: '/admin',
    as: 'admin',
    steps: (page) => page.getByLabel('Select all').check(),
  },
  {
    name: 'queue-story',
    path: '/admin?tab=edits',
    as: 'admin',
    only: [360, 768],
    steps: async (page) => {
      await page.locator('[id^="row-"]').first().click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'reject',
    path: '/admin',
    as: 'admin',
    steps: async (page) => {
      await page
        .getByRole('button', { name: /^Reject/ })
        .first()
        .click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'sample-remove',
    path: '/admin',
    as: 'admin',
    // The browser tests' data does not include the sample.
    prepare: (page) =>
      page.route('**/api/admin/sample', (route) =>
        route.fulfill({ json: { present: true, cities: 13, locations: 72 } }),
      ),
    steps: async (page) => {
      await press(page, 'Remove the sample');
      await dialog(page).waitFor();
    },
  },
  {
    name: 'manage-cities',
    path: '/admin?tab=manage-cities',
    as: 'admin',
    whole: true,
    steps: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'tooltip',
    path: '/admin?tab=manage-cities',
    as: 'admin',
    only: [1280],
    steps: async (page) => {
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .hover();
      await page.getByRole('tooltip').waitFor();
    },
  },
  {
    name: 'manage-locations',
    path: '/admin?tab=manage-locations',
    as: 'admin',
    whole: true,
    steps: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'manage-nothing',
    path: '/admin?tab=manage-cities',
    as: 'admin',
    steps: async (page) => {
      await page.getByLabel('Search cities').fill('zzz');
      await reads('Nothing found')(page);
    },
  },
  {
    name: 'manage-error',
    path: '/admin?tab=manage-cities',
    as: 'admin',
    responses: [/\/api\/admin\/cities/, fails],
    shows: 'The cities could not be loaded',
  },
  {
    name: 'restore',
    path: '/admin?tab=manage-cities',
    as: 'admin',
    steps: async (page) => {
      await page.getByLabel('Status').selectOption('deleted');
      await page.getByRole('button', { name: 'Restore Vineta' }).click();
      await reads('Restore Vineta?')(page);
    },
  },
  {
    name: 'reopen',
    path: '/admin?tab=manage-cities',
    as: 'admin',
    steps: async (page) => {
      await page.getByLabel('Status').selectOption('rejected');
      await page.getByRole('button', { name: 'Reopen Atlantis' }).click();
      await reads('Reopen Atlantis?')(page);
    },
  },
  {
    name: 'history',
    path: '/admin?tab=manage-cities',
    as: 'admin',
    steps: async (page) => {
      await page
        .getByRole('button', { name: /^History of/ })
        .first()
        .click();
      await dialog(page).getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'delete-city',
    path: cityOf,
    as: 'admin',
    steps: async (page) => {
      await press(page, 'Delete');
      await dialog(page).waitFor();
    },
  },
  {
    name: 'delete-location',
    path: placeOf,
    as: 'admin',
    steps: async (page) => {
      await press(dialog(page), 'Delete');
      await page.getByRole('button', { name: 'Delete Location' }).waitFor();
    },
  },
  {
    name: 'admin-loading',
    path: '/admin',
    as: 'admin',
    responses: [/\/auth\/session/, never],
    shows: 'Loading the dashboard...',
  },
  { name: 'place-admin', path: placeOf, as: 'admin', shows: 'About this location' },
  {
    name: 'keys',
    path: '/admin',
    as: 'admin',
    steps: async (page) => {
      await tab('Pending Cities')(page);
      await page.keyboard.press('?');
      await dialog(page).waitFor();
    },
  },
];
