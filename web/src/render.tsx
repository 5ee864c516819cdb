import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';

import type { AskedResponse, RenderPage } from '#contracts/rendered-page';

import { App } from './app.tsx';
import { readScreen } from './app/reads.ts';
import { loadScreen, routes } from './app/router.tsx';
import { createStore } from './lib/store.ts';
import type { RenderingArgument } from './lib/wire.ts';

const toResponse = (response: AskedResponse): Awaited<ReturnType<RenderingArgument['respond']>> =>
  'body' in response
    ? {
        // Frozen, so that the store skips its deep check.
        data: Object.freeze(response.body),
        meta: { status: 200, next: response.next, total: response.total, readTo: null, requestId: null },
      }
    : { error: { ...response, errors: [] } };

/** The same responses always give the same page, so that browsers and proxies can reuse their cached copy. */
const sameEachTime = { requestId: 'rendered', startedTimeStamp: 1, fulfilledTimeStamp: 1 };

const title = /<title>([^<]*)<\/title>/;

/** A path that is no encoded text would be matched as it is written, as here, but with a warning in the log. */
function decodable(path: string): string {
  try {
    decodeURIComponent(path);
    return path;
  } catch {
    return path.replaceAll('%', '%25');
  }
}

/** Renders the screen at an address for a visitor, with the data it shows; `main.tsx` hydrates it in the browser. */
export const renderPage: RenderPage = async ({ url, ask }) => {
  const address = new URL(`http://rendered.invalid${url}`);
  const store = createStore({ rendering: { respond: async (url) => toResponse(await ask(url)) } });
  const { isFound, module } = await readScreen(store.dispatch, address);
  await loadScreen(address.pathname);
  const html = renderToString(
    <App store={store}>
      <StaticRouter location={{ pathname: decodable(address.pathname), search: address.search }}>
        {routes}
      </StaticRouter>
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
