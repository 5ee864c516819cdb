import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router-dom';

import { ErrorPage } from './error-page.tsx';
import { newId } from './new-id.ts';
import { Layout } from './layout.tsx';

// Holds the screen's place below the header while its code is on the way.
const hydrateFallbackElement = <div className="min-h-dvh" aria-busy />;

export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: <ErrorPage />,
    children: [
      {
        index: true,
        hydrateFallbackElement,
        lazy: () => import('../features/home/home-page.tsx').then((m) => ({ Component: m.HomePage })),
      },
      {
        path: 'landing',
        hydrateFallbackElement,
        lazy: () => import('../features/home/landing-page.tsx').then((m) => ({ Component: m.LandingPage })),
      },
      {
        path: 'city/:id',
        hydrateFallbackElement,
        lazy: () => import('../features/city/city-page.tsx').then((m) => ({ Component: m.CityPage })),
      },
      {
        path: 'location/:id',
        hydrateFallbackElement,
        lazy: () =>
          import('../features/location/location-page.tsx').then((m) => ({ Component: m.LocationPage })),
      },
      {
        path: 'admin',
        hydrateFallbackElement,
        lazy: () => import('../features/moderation/admin-page.tsx').then((m) => ({ Component: m.AdminPage })),
      },
      {
        path: 'favorites',
        hydrateFallbackElement,
        lazy: () =>
          import('../features/favorites/favorites-page.tsx').then((m) => ({ Component: m.FavoritesPage })),
      },
      {
        path: 'admin/queue',
        hydrateFallbackElement,
        lazy: () =>
          import('../features/moderation/queue/queue-page.tsx').then((m) => ({ Component: m.QueuePage })),
      },
      ...['admin/people', 'admin/people/:userId'].map((path) => ({
        path,
        hydrateFallbackElement,
        lazy: () =>
          import('../features/moderation/people/people-page.tsx').then((m) => ({ Component: m.PeoplePage })),
      })),
      {
        path: 'admin/activity',
        hydrateFallbackElement,
        lazy: () =>
          import('../features/moderation/activity/activity-page.tsx').then((m) => ({
            Component: m.ActivityPage,
          })),
      },
      {
        path: 'submissions',
        hydrateFallbackElement,
        lazy: () =>
          import('../features/edit/submissions-page.tsx').then((m) => ({ Component: m.SubmissionsPage })),
      },
      {
        path: 'profile',
        hydrateFallbackElement,
        lazy: () =>
          import('../features/account/profile-page.tsx').then((m) => ({ Component: m.ProfilePage })),
      },
      {
        path: 'reset-password',
        hydrateFallbackElement,
        lazy: () =>
          import('../features/account/reset-password-page.tsx').then((m) => ({
            Component: m.ResetPasswordPage,
          })),
      },
      {
        path: 'confirm-email',
        hydrateFallbackElement,
        lazy: () =>
          import('../features/account/confirm-email-page.tsx').then((m) => ({
            Component: m.ConfirmEmailPage,
          })),
      },
      {
        path: 'auth/callback',
        hydrateFallbackElement,
        lazy: () =>
          import('../features/account/callback-page.tsx').then((m) => ({ Component: m.CallbackPage })),
      },
      {
        path: '*',
        hydrateFallbackElement,
        lazy: () => import('./not-found-page.tsx').then((m) => ({ Component: m.NotFoundPage })),
      },
    ],
  },
];

/**
 * The router of this page load. An entry of the history that a full load has made gets a name of its own: without one
 * all of them would share the scroll position that the last of them had.
 */
export function createRouter() {
  const state: unknown = window.history.state;
  const known = typeof state === 'object' && state !== null ? state : {};
  if (!('key' in known)) window.history.replaceState({ ...known, key: newId() }, '');
  return createBrowserRouter(routes);
}

/** Fetches the code of the screen at that path, so that it is drawn at once. @throws what a failed import throws */
export async function loadScreen(pathname: string): Promise<void> {
  for (const { route } of matchRoutes(routes, pathname) ?? []) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, await route.lazy(), { lazy: undefined });
  }
}
