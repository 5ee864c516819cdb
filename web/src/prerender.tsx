import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';

import { loadScreen, routes } from './app/router.tsx';
import { createStore } from './lib/store.ts';

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
