// Screens of a signed-in person.
import {
  cityOf,
  dialog,
  fails,
  file,
  home,
  never,
  nothing,
  placeOf,
  press,
  reads,
  submissions,
} from './steps.mjs';

/** @type {import('./states.mjs').State[]} */
export const people = [
  { name: 'home-signed-in', path: home, as: 'user', shows: 'Add City', whole: true },
  {
    name: 'profile-menu',
    path: home,
    as: 'user',
    steps: async (page) => {
      await press(page, 'Jonas Kern');
      await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
    },
  },
  {
    name: 'add-city',
    path: home,
    as: 'user',
    steps: async (page) => {
      await press(page, 'Add City');
      await dialog(page).getByLabel('Image URL').fill('not an address');
      await press(dialog(page), 'Add City');
      await reads('Name is required')(page);
    },
  },
  {
    name: 'edit-city',
    path: home,
    as: 'user',
    steps: async (page) => {
      const city = page.getByRole('article').first();
      await city.hover();
      await city.getByRole('button', { name: /^Edit / }).click();
      await dialog(page).getByLabel('Country').waitFor();
    },
  },
  {
    name: 'add-location-twin',
    path: cityOf,
    as: 'user',
    steps: async (page, { bare }) => {
      await press(page, 'Add Location');
      await dialog(page).getByLabel('Name').fill(bare.name);
      await dialog(page)
        .getByText(/already has a place called/)
        .waitFor();
    },
  },
  {
    name: 'add-location',
    path: home,
    as: 'user',
    steps: async (page) => {
      await press(page, 'Add Location');
      await dialog(page).getByLabel('Description').waitFor();
    },
  },
  {
    name: 'place-signed-in',
    path: placeOf,
    as: 'user',
    steps: async (page) => {
      await dialog(page)
        .getByLabel('Choose photos')
        .setInputFiles([file('bridge.png'), file('mill.png')]);
      await page.getByText('Upload 2 Photos').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'uploading',
    path: placeOf,
    as: 'user',
    prepare: (page) =>
      page.route('**/photos', (route) => (route.request().method() === 'POST' ? never() : route.fallback())),
    steps: async (page) => {
      await dialog(page)
        .getByLabel('Choose photos')
        .setInputFiles([file('bridge.png'), file('mill.png')]);
      await press(dialog(page), 'Upload 2 Photos');
      await page.getByRole('progressbar').last().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'upload-failed',
    path: placeOf,
    as: 'user',
    prepare: (page) =>
      page.route('**/photos', (route) =>
        route.request().method() === 'POST' ? fails(route) : route.fallback(),
      ),
    steps: async (page) => {
      await dialog(page)
        .getByLabel('Choose photos')
        .setInputFiles([file('bridge.png'), file('mill.png')]);
      await press(dialog(page), 'Upload 2 Photos');
      await page.getByRole('button', { name: 'Retry mill.png' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'edit-location',
    path: placeOf,
    as: 'user',
    steps: async (page) => {
      await press(dialog(page), 'Edit');
      await dialog(page).getByRole('heading', { name: 'Photos' }).waitFor();
    },
  },
  {
    name: 'edit-photos',
    path: placeOf,
    as: 'user',
    steps: async (page) => {
      await press(dialog(page), 'Edit');
      await dialog(page).getByRole('heading', { name: 'Photos', exact: true }).waitFor();
      await dialog(page).getByRole('button', { name: 'Upload Photos' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'delete-photo',
    path: placeOf,
    as: 'admin',
    steps: async (page) => {
      await press(dialog(page), 'Edit');
      await dialog(page)
        .getByRole('button', { name: /^Delete photo 1/ })
        .click();
      await reads('Delete this photo?')(page);
    },
  },
  { name: 'submissions', path: submissions, as: 'user', whole: true, shows: 'Declined' },
  {
    name: 'submissions-empty',
    path: submissions,
    as: 'user',
    responses: [/\/api\/submissions/, nothing],
    shows: 'Nothing sent in yet',
  },
  {
    name: 'submissions-error',
    path: submissions,
    as: 'user',
    responses: [/\/api\/submissions/, fails],
    shows: 'Your submissions could not be loaded',
  },
  {
    name: 'submissions-loading',
    path: submissions,
    as: 'user',
    responses: [/\/api\/submissions/, never],
    shows: 'Loading your submissions...',
  },
  {
    name: 'withdraw',
    path: submissions,
    as: 'user',
    steps: async (page) => {
      await page
        .getByRole('button', { name: /^Withdraw/ })
        .first()
        .click();
      await dialog(page).waitFor();
    },
  },
  { name: 'admin-denied', path: '/admin', as: 'user', shows: 'Access Denied' },
];
