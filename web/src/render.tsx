import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';

import type { AskedAnswer, RenderPage } from '#contracts/rendered-page';

import { App } from './app.tsx';
import { readScreen } from './app/reads.ts';
import { routes } from './app/router.tsx';
import { createStore } from './lib/store.ts';
import type { RenderingArgument } from './lib/wire.ts';

const toAnswer = (answer: AskedAnswer): Awaited<ReturnType<RenderingArgument['answer']>> =>
  'body' in answer
    ? {
        // Frozen, so that the store need not look through it.
        data: Object.freeze(answer.body),
        meta: { status: 200, next: answer.next, total: answer.total, readTo: null, requestId: null },
      }
    : { error: { ...answer, errors: [] } };

/** The routes are ranked once. */
const handler = createStaticHandler(routes);

/** The page of the same answers is the same, whenever it is rendered: browsers and proxies then need not load it again. */
const sameEachTime = { requestId: 'rendered', startedTimeStamp: 1, fulfilledTimeStamp: 1 };

const title = /<title>([^<]*)<\/title>/;

/** Renders the screen at an address as a visitor sees it, with what it shows; `main.tsx` hydrates it in the browser. */
export const renderPage: RenderPage = async ({ url, ask }) => {
  const address = new URL(`http://rendered.invalid${url}`);
  const store = createStore({ rendering: { answer: async (url) => toAnswer(await ask(url)) } });
  const { isFound, module } = await readScreen(store.dispatch, address);
  const context = await handler.query(new Request(address));
  if (context instanceof Response) throw new Error(`${url} answers ${context.status} instead of rendering`);
  const html = renderToString(
    <App store={store}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </App>,
  );
  const { provided, ...state } = store.getState().api;
  const queries = Object.fromEntries(
    Object.entries(state.queries).map(([key, query]) => [key, { ...query, ...sameEachTime }]),
  );
  const [tag = '', text = ''] = title.exec(html) ?? [];
  return {
    status: isFound ? 200 : 404,
    html: html.replace(tag, ''),
    title: text,
    state: { queries, provided },
    module,
  };
};
