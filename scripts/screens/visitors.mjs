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

/** @type {import('./states.mjs').State[]} */
export const visitors = [
  { name: 'home', path: home, whole: true, steps: reads('Trending Locations') },
  { name: 'home-top', again: true, path: home, steps: reads('Trending Locations') },
  {
    name: 'home-morning',
    again: true,
    path: home,
    hour: 8,
    only: [1280],
    steps: reads('Trending Locations'),
  },
  { name: 'home-night', again: true, path: home, hour: 23, only: [1280], steps: reads('Trending Locations') },
  {
    name: 'home-loading',
    path: home,
    whole: true,
    asks: true,
    prepare: (page) => page.route(/\/api\//, never),
    steps: reads('Trending Locations'),
  },
  {
    name: 'home-error',
    path: home,
    whole: true,
    asks: true,
    prepare: (page) => page.route(/\/api\/(cities|locations)/, fails),
    steps: reads('Failed to fetch locations'),
  },
  {
    name: 'home-empty',
    path: home,
    whole: true,
    asks: true,
    prepare: (page) => page.route(/\/api\/(cities|locations)/, nothing),
    steps: reads('No cities yet'),
  },
  {
    name: 'connection-lost',
    path: home,
    prepare: (page) =>
      page.addInitScript(`globalThis.WebSocket = class {
        constructor() { setTimeout(() => this.onerror?.({})); }
        close() {}
      }`),
    steps: reads('Connection to the server lost. Trying again…'),
  },
  { name: 'search', path: () => '/?q=ist', whole: true, steps: reads('Search Results') },
  { name: 'search-nothing', path: () => '/?q=zzz', whole: true, steps: reads('Clear Search') },
  { name: 'category', path: () => '/?category=street-art', whole: true, steps: reads('Search Results') },
  {
    name: 'drawer',
    path: home,
    only: [360],
    steps: async (page) => {
      await press(page, 'Open menu');
      await dialog(page).waitFor();
    },
  },
  { name: 'landing', path: () => '/landing', whole: true, steps: reads('Trending Locations') },
  {
    name: 'landing-loading',
    path: () => '/landing',
    whole: true,
    asks: true,
    prepare: (page) => page.route(/\/api\//, never),
    steps: reads('Trending Locations'),
  },
  {
    name: 'landing-error',
    path: () => '/landing',
    whole: true,
    asks: true,
    prepare: (page) => page.route(/\/api\/(cities|locations)/, fails),
    steps: reads('Failed to fetch locations'),
  },
  { name: 'city', path: cityOf, whole: true, steps: reads('Add Location') },
  {
    name: 'city-map',
    path: cityOf,
    steps: async (page) => {
      await press(page, 'Show map');
      await page.locator('.maplibregl-marker').first().waitFor();
      await page.locator('canvas').scrollIntoViewIfNeeded();
    },
  },
  { name: 'map', path: () => '/map', steps: (page) => page.locator('.maplibregl-marker').first().waitFor() },
  { name: 'map-nothing', path: () => '/map?q=zzz', steps: reads('Show the world') },
  { name: 'city-missing', path: () => `/city/${nobody}`, steps: reads('City not found') },
  {
    name: 'city-loading',
    path: cityOf,
    whole: true,
    asks: true,
    prepare: (page) => page.route(/\/api\//, never),
    steps: (page) => page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' }),
  },
  {
    name: 'city-empty',
    path: cityOf,
    whole: true,
    asks: true,
    prepare: (page) => page.route(/\/api\/locations\?/, nothing),
    steps: (page) => page.getByText(/^Nobody has shown/).waitFor(),
  },
  {
    name: 'city-error',
    path: cityOf,
    asks: true,
    prepare: (page) => page.route(/\/api\/cities\//, fails),
    steps: reads('The city could not be loaded'),
  },
  {
    name: 'city-locations-error',
    path: cityOf,
    whole: true,
    asks: true,
    prepare: (page) => page.route(/\/api\/locations\?/, fails),
    steps: reads('Failed to fetch locations'),
  },
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
    steps: reads('Jonas Kern'),
  },
  {
    name: 'list-shared',
    path: ({ sharedList }) => `/list/${sharedList}`,
    whole: true,
    steps: reads('Saturday 12 September 2026'),
  },
  { name: 'list-missing', path: () => `/list/${nobody}`, steps: reads('List not found') },
  { name: 'lists-closed', path: () => '/lists', steps: reads('Sign In Required') },
  { name: 'contributor-missing', path: () => `/people/${nobody}`, steps: reads('Person not found') },
  { name: 'place', path: placeOf, steps: reads('About this location') },
  {
    name: 'place-below',
    again: true,
    path: placeOf,
    steps: async (page) => {
      await page.getByText('Sign In to Upload Photos').scrollIntoViewIfNeeded();
    },
  },
  { name: 'place-bare', path: ({ bare }) => `/location/${bare.id}`, steps: reads('About this location') },
  { name: 'place-missing', path: () => `/location/${nobody}`, steps: reads('Go Back') },
  {
    name: 'place-error',
    path: placeOf,
    asks: true,
    prepare: (page) => page.route(/\/api\/locations\/[^/]+$/, fails),
    steps: reads('The location could not be loaded'),
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
    prepare: (page) => page.route(/\/api\/locations\//, never),
    steps: reads('Loading location details...'),
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
    path: () => '/auth/callback',
    prepare: (page) => page.route(/\/auth\/session/, never),
    steps: reads('Completing sign in...'),
  },
  {
    name: 'broken',
    path: () => '/landing',
    prepare: (page) => page.route(/assets\/landing-page.*\.js/, (route) => route.abort()),
    steps: reads('This page could not be shown'),
  },
  { name: 'not-found', path: () => '/nowhere', steps: reads('404 Page Not Found') },
  { name: 'admin-closed', path: () => '/admin', steps: reads('Not Authenticated') },
  { name: 'submissions-closed', path: submissions, steps: reads('Sign In Required') },
  {
    name: 'offline',
    path: home,
    steps: async (page) => {
      await reads('Trending Locations')(page);
      await page.evaluate(
        "Object.defineProperty(navigator, 'onLine', { value: false }); dispatchEvent(new Event('offline'))",
      );
      await page.getByText('Offline. As of').waitFor();
    },
  },
];
