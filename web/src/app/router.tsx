import { createBrowserRouter, type RouteObject } from 'react-router-dom';

import { ErrorPage } from './error-page.tsx';
import { Layout } from './layout.tsx';
import { NotFoundPage } from './not-found-page.tsx';

const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: <ErrorPage />,
    children: [
      {
        index: true,
        lazy: () => import('../features/home/home-page.tsx').then((m) => ({ Component: m.HomePage })),
      },
      {
        path: 'landing',
        lazy: () => import('../features/home/landing-page.tsx').then((m) => ({ Component: m.LandingPage })),
      },
      {
        path: 'city/:id',
        lazy: () => import('../features/city/city-page.tsx').then((m) => ({ Component: m.CityPage })),
      },
      {
        path: 'location/:id',
        lazy: () =>
          import('../features/location/location-page.tsx').then((m) => ({ Component: m.LocationPage })),
      },
      {
        path: 'admin',
        lazy: () => import('../features/moderation/admin-page.tsx').then((m) => ({ Component: m.AdminPage })),
      },
      {
        path: 'submissions',
        lazy: () =>
          import('../features/edit/submissions-page.tsx').then((m) => ({ Component: m.SubmissionsPage })),
      },
      {
        path: 'auth/callback',
        lazy: () =>
          import('../features/account/callback-page.tsx').then((m) => ({ Component: m.CallbackPage })),
      },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
