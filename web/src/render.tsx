import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';

import type { AskedAnswer, RenderPage } from '#contracts/rendered-page';

import { App } from './app.tsx';
import { readScreen } from './app/reads.ts';
import { loadScreen, routes } from './app/router.tsx';
import { createStore } from './lib/store.ts';
import type { RenderingArgument } from './lib/wire.ts';

const toAnswer = (answer: AskedAnswer): Awaited<ReturnType<RenderingArgument['answer']>> =>
  'body' in answer
    ? {
        // Frozen, so that the store skips its deep check.
        data: Object.freeze(answer.body),
        meta: { status: 200, next: answer.next, total: answer.total, readTo: null, requestId: null },
      }
    : { error: { ...answer, errors: [] } };

/** The same answers always give the same page, so that browsers and proxies can reuse their cached copy. */
const sameEachTime = { requestId: 'rendered', startedTimeStamp: 1, fulfilledTimeStamp: 1 };

const title = /<title>([^<]*)<\/title>/;

/** Renders the screen at an address for a visitor, with the data it shows; `main.tsx` hydrates it in the browser. */
export const renderPage: RenderPage = async ({ url, ask }) => {
  const address = new URL(`http://rendered.invalid${url}`);
  const store = createStore({ rendering: { answer: async (url) => toAnswer(await ask(url)) } });
  const { isFound, module } = await readScreen(store.dispatch, address);
  await loadScreen(address.pathname);
  const html = renderToString(
    <App store={store}>
      <StaticRouter location={url}>{routes}</StaticRouter>
    </App>,
  );
  const { provided, ...state } = store.getState().api;
  const queries = Object.fromEntries(
    Object.entries(state.queries).map(([key, query]) => [key, { ...query, ...sameEachTime }]),
  );
  const found = title.exec(html);
  const [tag = '', text = ''] = found ?? [];
  const at = found?.index ?? 0;
  return {
    status: isFound ? 200 : 404,
    html: [html.slice(0, at), html.slice(at + tag.length)],
    title: text,
    state: { queries, provided },
    module,
  };
};
