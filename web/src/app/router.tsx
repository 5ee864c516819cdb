import { lazy, Suspense, type ComponentType } from 'react';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router-dom';

import { newId } from '../lib/new-id.ts';
import { Layout } from './shell/layout.tsx';

// Keeps the space below the header while the screen's code loads.
const hydrateFallbackElement = <div className="min-h-dvh" aria-busy />;

/** Loads what says that a screen could not be shown. */
export const loadErrors = () => import('./shell/screen-error.tsx');
const ScreenError = lazy(() => loadErrors().then((m) => ({ default: m.ScreenError })));
const error = (load?: () => Promise<ComponentType>) => (
  <Suspense fallback={hydrateFallbackElement}>
    <ScreenError load={load} />
  </Suspense>
);

/** A screen whose code is loaded on the first visit. */
const screen = (
  place: { readonly index: true } | { readonly path: string },
  load: () => Promise<ComponentType>,
): RouteObject => ({
  ...place,
  hydrateFallbackElement,
  errorElement: error(load),
  lazy: async () => ({ Component: await load() }),
});

export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: error(),
    children: [
      screen({ index: true }, () => import('./home/home-page.tsx').then((m) => m.HomePage)),
      screen({ path: 'landing' }, () => import('./home/landing-page.tsx').then((m) => m.LandingPage)),
      screen({ path: 'city/:id' }, () => import('./city/city-page.tsx').then((m) => m.CityPage)),
      screen({ path: 'location/:id' }, () =>
        import('./location/location-page.tsx').then((m) => m.LocationPage),
      ),
      screen({ path: 'admin' }, () =>
        import('../features/moderation/manage/admin-page.tsx').then((m) => m.AdminPage),
      ),
      screen({ path: 'favorites' }, () =>
        import('./favorites/favorites-page.tsx').then((m) => m.FavoritesPage),
      ),
      screen({ path: 'admin/queue' }, () =>
        import('../features/moderation/queue/queue-page.tsx').then((m) => m.QueuePage),
      ),
      ...['admin/people', 'admin/people/:userId'].map((path) =>
        screen({ path }, () =>
          import('../features/moderation/people/people-page.tsx').then((m) => m.PeoplePage),
        ),
      ),
      screen({ path: 'admin/activity' }, () =>
        import('../features/moderation/activity/activity-page.tsx').then((m) => m.ActivityPage),
      ),
      screen({ path: 'submissions' }, () =>
        import('./submissions/submissions-page.tsx').then((m) => m.SubmissionsPage),
      ),
      screen({ path: 'profile' }, () =>
        import('../features/account/profile-page.tsx').then((m) => m.ProfilePage),
      ),
      screen({ path: 'reset-password' }, () =>
        import('../features/account/reset-password-page.tsx').then((m) => m.ResetPasswordPage),
      ),
      screen({ path: 'confirm-email' }, () =>
        import('../features/account/confirm-email-page.tsx').then((m) => m.ConfirmEmailPage),
      ),
      ...['privacy', 'terms'].map((path) =>
        screen({ path }, () => import('./texts/own-page.tsx').then((m) => m.OwnPage)),
      ),
      screen({ path: 'auth/callback' }, () =>
        import('../features/account/callback-page.tsx').then((m) => m.CallbackPage),
      ),
      screen({ path: '*' }, () => import('./parts/not-found-page.tsx').then((m) => m.NotFoundPage)),
    ],
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
