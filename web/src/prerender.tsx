import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';

import { prerenderedScreens, screenPaths } from '#contracts/screens';

import { loadScreen, routes } from './app/router.tsx';
import { createStore } from './lib/store.ts';

/**
 * Screens whose beginning is the same for everybody. A city is prerendered without its name and picture, a person's own
 * list without its items. The server chooses one by the address (query-service/pages/page.ts).
 */
export const prerendered: ReadonlyArray<{ readonly name: string; readonly path: string }> = [
  ...prerenderedScreens.map((name) => ({ name, path: screenPaths[name] })),
  { name: 'not-found', path: '/not-found' },
];

/** The screen at that path as HTML, before any data is fetched: `main.tsx` hydrates it in the browser. */
export async function prerender(pathname: string): Promise<string> {
  await loadScreen(pathname);
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(new URL(pathname, 'http://prerender.invalid')));
  if (context instanceof Response)
    throw new Error(`${pathname} answers ${context.status} instead of rendering a screen`);
  return renderToString(
    <StrictMode>
      <Provider store={createStore()}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </Provider>
    </StrictMode>,
  );
}
