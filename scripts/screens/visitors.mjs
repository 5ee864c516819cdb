// Screens of visitors.
import {
  cityOf,
  dialog,
  fails,
  home,
  never,
  nobody,
  nothing,
  placeOf,
  press,
  reads,
  submissions,
} from './steps.mjs';

/**
 * A whole page that gets these responses to its requests.
 * @param {string} name
 * @param {import('./states.mjs').State['path']} path
 * @param {NonNullable<import('./states.mjs').State['responses']>} responses
 * @param {string} shows
 * @returns {import('./states.mjs').State}
 */
const asked = (name, path, responses, shows) => ({ name, path, whole: true, asks: true, responses, shows });

/** @type {import('./states.mjs').State[]} */
export const visitors = [
  { name: 'home', path: home, whole: true, shows: 'Trending Locations' },
  { name: 'home-top', again: true, path: home, shows: 'Trending Locations' },
  { name: 'home-morning', again: true, path: home, hour: 8, only: [1280], shows: 'Trending Locations' },
  { name: 'home-night', again: true, path: home, hour: 23, only: [1280], shows: 'Trending Locations' },
  asked('home-loading', home, [/\/api\//, never], 'Trending Locations'),
  asked('home-error', home, [/\/api\/(cities|locations)/, fails], 'Failed to fetch locations'),
  asked('home-empty', home, [/\/api\/(cities|locations)/, nothing], 'No cities yet'),
  {
    name: 'connection-lost',
    path: home,
    prepare: (page) =>
      page.addInitScript(`globalThis.WebSocket = class {
        constructor() { setTimeout(() => this.onerror?.({})); }
        close() {}
      }`),
    shows: 'Connection to the server lost. Trying again…',
  },
  { name: 'search', path: '/?q=ist', whole: true, shows: 'Search Results' },
  { name: 'search-nothing', path: '/?q=zzz', whole: true, shows: 'Clear Search' },
  { name: 'category', path: '/?category=street-art', whole: true, shows: 'Search Results' },
  {
    name: 'drawer',
    path: home,
    only: [360],
    steps: async (page) => {
      await press(page, 'Open menu');
      await dialog(page).waitFor();
    },
  },
  { name: 'landing', path: '/landing', whole: true, shows: 'Trending Locations' },
  asked('landing-loading', '/landing', [/\/api\//, never], 'Trending Locations'),
  asked('landing-error', '/landing', [/\/api\/(cities|locations)/, fails], 'Failed to fetch locations'),
  { name: 'city', path: cityOf, whole: true, shows: 'Add Location' },
  {
    name: 'city-map',
    path: cityOf,
    steps: async (page) => {
      await press(page, 'Show map');
      await page.locator('.maplibregl-marker').first().waitFor();
      await page.locator('canvas').scrollIntoViewIfNeeded();
    },
  },
  { name: 'map', path: '/map', steps: (page) => page.locator('.maplibregl-marker').first().waitFor() },
  { name: 'map-nothing', path: '/map?q=zzz', shows: 'Show the world' },
  { name: 'city-missing', path: `/city/${nobody}`, shows: 'City not found' },
  {
    name: 'city-loading',
    path: cityOf,
    whole: true,
    asks: true,
    responses: [/\/api\//, never],
    steps: (page) => page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' }),
  },
  {
    name: 'city-empty',
    path: cityOf,
    whole: true,
    asks: true,
    responses: [/\/api\/locations\?/, nothing],
    steps: (page) => page.getByText(/^Nobody has shown/).waitFor(),
  },
  {
    name: 'city-error',
    path: cityOf,
    asks: true,
    responses: [/\/api\/cities\//, fails],
    shows: 'The city could not be loaded',
  },
  asked('city-locations-error', cityOf, [/\/api\/locations\?/, fails], 'Failed to fetch locations'),
  {
    name: 'sign-in-required',
    path: cityOf,
    steps: async (page) => {
      await press(page, 'Add Location');
      await reads('Sign In Required')(page);
    },
  },
  {
    name: 'contributor',
    path: ({ contributor }) => `/people/${contributor}`,
    whole: true,
    shows: 'Jonas Kern',
  },
  {
    name: 'list-shared',
    path: ({ sharedList }) => `/list/${sharedList}`,
    whole: true,
    shows: 'Saturday 12 September 2026',
  },
  { name: 'list-missing', path: `/list/${nobody}`, shows: 'List not found' },
  { name: 'lists-closed', path: '/lists', shows: 'Sign In Required' },
  { name: 'contributor-missing', path: `/people/${nobody}`, shows: 'Person not found' },
  { name: 'place', path: placeOf, shows: 'About this location' },
  {
    name: 'place-below',
    again: true,
    path: placeOf,
    steps: (page) => page.getByText('Sign In to Upload Photos').scrollIntoViewIfNeeded(),
  },
  { name: 'place-bare', path: ({ bare }) => `/location/${bare.id}`, shows: 'About this location' },
  { name: 'place-missing', path: `/location/${nobody}`, shows: 'Go Back' },
  {
    name: 'place-error',
    path: placeOf,
    asks: true,
    prepare: (page) => page.route(/\/api\/locations\/[^/]+$/, fails),
    shows: 'The location could not be loaded',
  },
  {
    name: 'toast',
    path: placeOf,
    steps: async (page) => {
      await page.getByRole('button', { name: /^Share / }).click();
      await page.locator('li[data-swipe-direction]').waitFor();
    },
  },
  {
    name: 'place-loading',
    path: placeOf,
    asks: true,
    responses: [/\/api\/locations\//, never],
    shows: 'Loading location details...',
  },
  {
    name: 'sign-in',
    path: home,
    steps: async (page) => {
      await press(page, 'Sign in');
      await dialog(page).getByLabel('Password').waitFor();
    },
  },
  {
    name: 'sign-up-errors',
    path: home,
    steps: async (page) => {
      await press(page, 'Sign in');
      await dialog(page).getByRole('tab', { name: 'Sign Up' }).click();
      await press(dialog(page), 'Sign Up');
      await reads('Email is required')(page);
    },
  },
  {
    name: 'toast-error',
    path: home,
    steps: async (page) => {
      await press(page, 'Sign in');
      await dialog(page).getByLabel('Email').fill('a@example.org');
      await dialog(page).getByLabel('Password').fill('not-right');
      await press(dialog(page), 'Sign In');
      await reads('Login Failed')(page);
    },
  },
  {
    name: 'callback',
    path: '/auth/callback',
    responses: [/\/auth\/session/, never],
    shows: 'Completing sign in...',
  },
  {
    name: 'broken',
    path: '/landing',
    prepare: (page) => page.route(/assets\/landing-page.*\.js/, (route) => route.abort()),
    shows: 'This page could not be shown',
  },
  { name: 'not-found', path: '/nowhere', shows: '404 Page Not Found' },
  { name: 'admin-closed', path: '/admin', shows: 'Not Authenticated' },
  { name: 'submissions-closed', path: submissions, shows: 'Sign In Required' },
  {
    name: 'offline',
    path: home,
    steps: async (page) => {
      await reads('Trending Locations')(page);
      // The page shows before its code listens, so the event is repeated.
      await page.evaluate(`
        Object.defineProperty(navigator, 'onLine', { value: false });
        const again = setInterval(() => {
          if (document.querySelector('[data-connection-bar]')) clearInterval(again);
          else dispatchEvent(new Event('offline'));
        }, 50);
      `);
      await page.getByText('Offline. As of').waitFor();
    },
  },
];
