import { lazy, Suspense, type ComponentType } from 'react';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router-dom';

import { screenNames, screenPaths, type ScreenName } from '#contracts/screens';

import { newId } from '../lib/new-id.ts';
import { Layout } from './shell/layout.tsx';

// Reserves the space below the header while the screen's code loads.
const hydrateFallbackElement = <div className="min-h-dvh" aria-busy />;

/** Loads the error page for screens. */
export const loadErrors = () => import('./shell/screen-error.tsx');
const ScreenError = lazy(() => loadErrors().then((m) => ({ default: m.ScreenError })));
const error = (load?: Load) => (
  <Suspense fallback={hydrateFallbackElement}>
    <ScreenError load={load} />
  </Suspense>
);

/** Loads the code of a screen, on the first visit. */
type Load = () => Promise<ComponentType>;

/** The code of each screen; the screens' paths are in `contracts/screens.ts`. */
const loads: Readonly<Record<ScreenName, Load>> = {
  home: () => import('./home/home-page.tsx').then((m) => m.HomePage),
  landing: () => import('./home/landing-page.tsx').then((m) => m.LandingPage),
  city: () => import('./city/city-page.tsx').then((m) => m.CityPage),
  location: () => import('./location/location-page.tsx').then((m) => m.LocationPage),
  contributor: () => import('./contributor/contributor-page.tsx').then((m) => m.ContributorPage),
  map: () => import('./map/map-page.tsx').then((m) => m.MapPage),
  lists: () => import('./lists/lists-page.tsx').then((m) => m.ListsPage),
  list: () => import('./lists/list-page.tsx').then((m) => m.ListPage),
  sharedList: () => import('./lists/shared-list-page.tsx').then((m) => m.SharedListPage),
  favorites: () => import('./favorites/favorites-page.tsx').then((m) => m.FavoritesPage),
  submissions: () => import('./submissions/submissions-page.tsx').then((m) => m.SubmissionsPage),
  profile: () => import('../features/account/profile-page.tsx').then((m) => m.ProfilePage),
  privacy: () => import('./texts/own-page.tsx').then((m) => m.OwnPage),
  terms: () => import('./texts/own-page.tsx').then((m) => m.OwnPage),
  resetPassword: () => import('../features/account/reset-password-page.tsx').then((m) => m.ResetPasswordPage),
  confirmEmail: () => import('../features/account/confirm-email-page.tsx').then((m) => m.ConfirmEmailPage),
  signInCallback: () => import('../features/account/callback-page.tsx').then((m) => m.CallbackPage),
  dashboard: () => import('../features/moderation/manage/dashboard.tsx').then((m) => m.AdminPage),
  queue: () => import('../features/moderation/queue/queue-page.tsx').then((m) => m.QueuePage),
  people: () => import('../features/moderation/people/people-page.tsx').then((m) => m.PeoplePage),
  person: () => import('../features/moderation/people/people-page.tsx').then((m) => m.PeoplePage),
  activity: () => import('../features/moderation/activity/activity-page.tsx').then((m) => m.ActivityPage),
};
const loadNotFound: Load = () => import('./parts/not-found-page.tsx').then((m) => m.NotFoundPage);

const route = (path: string, load: Load): RouteObject => ({
  path,
  hydrateFallbackElement,
  errorElement: error(load),
  lazy: async () => ({ Component: await load() }),
});

export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: error(),
    children: [...screenNames.map((name) => route(screenPaths[name], loads[name])), route('*', loadNotFound)],
  },
];

/**
 * The router of this page load. A full load creates a history entry without a key; it gets one here, because all
 * entries without a key would share one scroll position.
 */
export function createRouter() {
  const state: unknown = window.history.state;
  const known = typeof state === 'object' && state !== null ? state : {};
  if (!('key' in known)) window.history.replaceState({ ...known, key: newId() }, '');
  return createBrowserRouter(routes);
}

/** Loads the code of the screen at that path, so that it renders at once. @throws what a failed import throws */
export async function loadScreen(pathname: string): Promise<void> {
  for (const { route } of matchRoutes(routes, pathname) ?? []) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, await route.lazy(), { lazy: undefined });
  }
}
