import { lazy, Suspense, type ComponentType } from 'react';
import { Route, Routes } from 'react-router-dom';

import { screenAt, screenNames, screenPaths, type ScreenName } from '#contracts/screens';

import { ErrorBoundary } from './shell/error-boundary.tsx';
import { Layout } from './shell/layout.tsx';

export const loadErrors = () => import('./shell/screen-error.tsx');
const ScreenError = lazy(() => loadErrors().then((m) => ({ default: m.ScreenError })));
const failed = (load?: Code['load']) => (error: unknown) => (
  <Suspense fallback={<div className="min-h-dvh" aria-busy />}>
    <ScreenError error={error} load={load} />
  </Suspense>
);

interface Code {
  readonly load: () => Promise<ComponentType>;
  /** Loads the code when it is first rendered, unless `loadScreen` did before. */
  Screen: ComponentType;
}
const code = (load: Code['load']): Code => ({ load, Screen: lazy(async () => ({ default: await load() })) });

const ownPage = code(() => import('./texts/own-page.tsx').then((m) => m.OwnPage));
const peoplePage = code(() =>
  import('../features/moderation/people/people-page.tsx').then((m) => m.PeoplePage),
);

/** The code of each screen; the screens' paths are in `contracts/screens.ts`. */
export const screens: Readonly<Record<ScreenName, Code>> = {
  home: code(() => import('./home/home-page.tsx').then((m) => m.HomePage)),
  landing: code(() => import('./home/landing-page.tsx').then((m) => m.LandingPage)),
  city: code(() => import('./city/city-page.tsx').then((m) => m.CityPage)),
  location: code(() => import('./location/location-page.tsx').then((m) => m.LocationPage)),
  contributor: code(() => import('./contributor/contributor-page.tsx').then((m) => m.ContributorPage)),
  map: code(() => import('./map/map-page.tsx').then((m) => m.MapPage)),
  lists: code(() => import('./lists/lists-page.tsx').then((m) => m.ListsPage)),
  list: code(() => import('./lists/list-page.tsx').then((m) => m.ListPage)),
  sharedList: code(() => import('./lists/shared-list-page.tsx').then((m) => m.SharedListPage)),
  favorites: code(() => import('./favorites/favorites-page.tsx').then((m) => m.FavoritesPage)),
  submissions: code(() => import('./submissions/submissions-page.tsx').then((m) => m.SubmissionsPage)),
  profile: code(() => import('../features/account/profile-page.tsx').then((m) => m.ProfilePage)),
  privacy: ownPage,
  terms: ownPage,
  resetPassword: code(() =>
    import('../features/account/reset-password-page.tsx').then((m) => m.ResetPasswordPage),
  ),
  confirmEmail: code(() =>
    import('../features/account/confirm-email-page.tsx').then((m) => m.ConfirmEmailPage),
  ),
  signInCallback: code(() => import('../features/account/callback-page.tsx').then((m) => m.CallbackPage)),
  dashboard: code(() => import('../features/moderation/manage/dashboard.tsx').then((m) => m.AdminPage)),
  queue: code(() => import('../features/moderation/queue/queue-page.tsx').then((m) => m.QueuePage)),
  people: peoplePage,
  person: peoplePage,
  activity: code(() =>
    import('../features/moderation/activity/activity-page.tsx').then((m) => m.ActivityPage),
  ),
};
const notFound = code(() => import('./parts/not-found-page.tsx').then((m) => m.NotFoundPage));

/** Shows a screen, or that it could not be shown. The router keeps the previous screen while the code loads. */
function Shown({ of }: { readonly of: Code }) {
  return (
    <ErrorBoundary fallback={failed(of.load)}>
      <of.Screen />
    </ErrorBoundary>
  );
}

/** What each path shows; for the router of the browser, and that of the server. */
export const routes = (
  <ErrorBoundary fallback={failed()}>
    <Routes>
      <Route element={<Layout />}>
        {screenNames.map((name) => (
          <Route key={name} path={screenPaths[name]} element={<Shown of={screens[name]} />} />
        ))}
        <Route path="*" element={<Shown of={notFound} />} />
      </Route>
    </Routes>
  </ErrorBoundary>
);

/** Loads the code of the screen at that path, so that it renders at once. @throws what a failed import throws */
export async function loadScreen(pathname: string): Promise<void> {
  const at = screenAt(pathname);
  const found = at === null ? notFound : screens[at.name];
  found.Screen = await found.load();
}
