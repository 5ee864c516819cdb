// Screens of contributors: from a photographer's upload to what visitors do with the photos.
import { randomBytes } from 'node:crypto';

import { dialog, file, home, nothing, placeOf, press, reads, submissions } from './steps.mjs';

/** @typedef {import('playwright-core').Page} Page */

const favorites = '/favorites';
const portrait = (/** @type {import('./scene.mjs').Scene} */ scene) => `/location/${scene.portrait.id}`;
const hero = (/** @type {Page} */ page) => page.getByRole('searchbox');
const offer = (/** @type {Page} */ page) => page.getByRole('listbox').getByRole('option');
const seesCards = (/** @type {Page} */ page) => page.getByRole('article').nth(2).waitFor();
const choose = (/** @type {Page} */ page, /** @type {any[]} */ files) =>
  dialog(page).getByLabel('Choose photos').setInputFiles(files);

/** Each file has a different problem. */
const wrongFiles = [
  { ...file('20 megapixels.jpg'), buffer: jpeg(6_200_000) },
  { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Not a photo.') },
  {
    name: 'IMG_4711.HEIC',
    mimeType: 'image/heic',
    buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
  },
  { name: 'DSC_0815.NEF', mimeType: '', buffer: Buffer.concat([Buffer.from('MM\0*'), Buffer.alloc(99)]) },
  { ...file('cut off.jpg'), buffer: jpeg(40_000) },
  file('bridge.png'),
];

/** Starts like a JPEG and continues with random bytes. @param {number} size */
function jpeg(size) {
  return Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, 0xe0), randomBytes(size)]);
}

/** Accepts a submission without storing it, because these screenshots are taken repeatedly. @param {Page} page */
async function takesPlaces(page) {
  await page.route('**/api/locations', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const [place] = await (await route.fetch({ url: route.request().url(), method: 'GET' })).json();
    const sent = route.request().postDataJSON();
    await route.fulfill({ status: 201, json: { ...place, ...sent, status: 'pending' } });
  });
  let photos = 0;
  await page.route('**/photos', (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    return route.fulfill(
      ++photos === 1 ? { status: 201, json: { url: '/none' } } : { status: 503, body: '' },
    );
  });
}

/** @type {import('./states.mjs').State[]} */
export const contributors = [
  { name: 'lists', path: '/lists', as: 'user', whole: true, shows: 'A day in the old town' },
  { name: 'list-own', path: ({ list }) => `/lists/${list}`, as: 'user', whole: true, shows: 'Stop sharing' },
  {
    name: 'list-adding',
    path: placeOf,
    as: 'user',
    steps: async (page) => {
      await page.getByRole('button', { name: / to a list$/ }).click();
      await reads('All my lists')(page);
      await reads('A day in the old town')(page);
    },
  },
  { name: 'place-portrait', path: portrait, shows: 'A quarter of an hour after sunset.' },
  {
    name: 'place-portrait-below',
    again: true,
    path: portrait,
    steps: async (page) => {
      await reads('A quarter of an hour after sunset.')(page);
      await page.getByText('A quarter of an hour after sunset.').first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'place-full-screen',
    path: portrait,
    // A window in full screen cannot be resized.
    only: [360, 768, 1280],
    steps: async (page) => {
      await press(page, 'Full screen');
      await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
    },
  },
  {
    name: 'place-full-screen-wide',
    again: true,
    path: placeOf,
    steps: async (page) => {
      await press(page, 'Full screen');
      await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
    },
  },
  {
    name: 'place-own-edit',
    path: ({ edited }) => `/location/${edited.id}`,
    as: 'user',
    steps: (page) => page.getByRole('region', { name: 'Your edit' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'upload-wrong',
    path: placeOf,
    as: 'user',
    // The good photo is accepted without being stored.
    prepare: (page) =>
      page.route('**/photos', (route) =>
        (route.request().postData() ?? '').includes('bridge.png')
          ? route.fulfill({ status: 201, json: { url: '/none' } })
          : route.fallback(),
      ),
    steps: async (page) => {
      await choose(page, wrongFiles);
      await press(dialog(page), 'Upload 2 Photos');
      await page.getByText(/damaged or incomplete/).waitFor();
      await page.getByRole('list', { name: 'Chosen photos' }).evaluate((list) => list.scrollIntoView());
    },
  },
  {
    name: 'add-location-photos',
    again: true,
    path: home,
    as: 'user',
    steps: async (page) => {
      await press(page, 'Add Location');
      await choose(page, [file('bridge.png'), file('mill.png')]);
      await dialog(page).getByLabel('Caption of mill.png').waitFor();
    },
  },
  {
    name: 'add-location-sent',
    path: home,
    as: 'user',
    prepare: takesPlaces,
    steps: async (page) => {
      await press(page, 'Add Location');
      await choose(page, [file('bridge.png'), file('mill.png')]);
      const form = dialog(page);
      await form.getByLabel('Name', { exact: true }).fill('Mill Weir');
      await form.getByLabel('City', { exact: true }).selectOption({ index: 1 });
      await form.getByLabel('Description').fill('The weir in the last light.');
      await form.getByLabel('Category').selectOption('Nature');
      await press(form, 'Add Location');
      // The form's dialog, which lists the same photos, is closing meanwhile.
      const sent = page.getByRole('dialog', { name: 'Sent, waiting for review' });
      // The draft of another state may contain them too.
      await sent.getByRole('button', { name: 'Retry mill.png' }).first().waitFor();
    },
  },
  {
    name: 'add-city-picture',
    path: home,
    as: 'user',
    steps: async (page) => {
      await press(page, 'Add City');
      await dialog(page).getByLabel('Image URL').fill('http://127.0.0.1:9/none.jpg');
      await dialog(page)
        .getByText(/^This link shows no picture/)
        .waitFor();
    },
  },
  {
    name: 'submissions-declined',
    again: true,
    path: `${submissions}?state=declined`,
    as: 'user',
    whole: true,
    shows: 'Atlantis',
  },
  {
    name: 'submissions-none',
    again: true,
    path: `${submissions}?state=approved`,
    as: 'user',
    prepare: (page) =>
      page.route(/\/api\/submissions/, async (route) => {
        const response = await route.fetch();
        /** @type {{ status: string }[]} */
        const all = await response.json();
        await route.fulfill({ response, json: all.filter(({ status }) => status === 'pending') });
      }),
    shows: 'Nothing here is approved',
  },
  {
    name: 'fix-and-send-again',
    again: true,
    path: submissions,
    as: 'user',
    steps: async (page) => {
      await page.getByRole('button', { name: 'Fix and send again Atlantis' }).click();
      await dialog(page).getByRole('button', { name: 'Send Again' }).waitFor();
    },
  },
  { name: 'favorites', path: favorites, as: 'user', whole: true, steps: seesCards },
  {
    name: 'favorites-empty',
    again: true,
    path: favorites,
    as: 'user',
    responses: [/\/api\/favorites/, nothing],
    shows: 'No favourites yet',
  },
  { name: 'favorites-none', path: '/favorites?q=zzz', as: 'user', again: true, shows: 'Show all' },
  { name: 'favorites-closed', again: true, path: favorites, shows: 'Sign In Required' },
  {
    name: 'suggestions',
    path: home,
    steps: async (page) => {
      await hero(page).pressSequentially('li');
      await offer(page).first().waitFor();
    },
  },
  {
    name: 'suggestions-bar',
    path: '/landing',
    again: true,
    only: [768, 1280],
    steps: async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.keyboard.press('/');
      await page.getByRole('banner').getByRole('combobox').pressSequentially('lizbon');
      await offer(page).first().waitFor();
    },
  },
  {
    name: 'suggestions-recent',
    path: home,
    again: true,
    prepare: (page) =>
      page.addInitScript(
        'localStorage.setItem("recent-searches", JSON.stringify(["bridge", "blue hour", "lisbon"]))',
      ),
    steps: async (page) => {
      await hero(page).focus();
      await offer(page).first().waitFor();
    },
  },
  { name: 'search-light', path: '/?bestTime=evening', again: true, shows: 'Search Results' },
  { name: 'privacy', path: '/privacy', whole: true, shows: 'Erasing your account' },
  { name: 'terms', path: '/terms', again: true, whole: true, shows: 'What you send stays yours' },
];
