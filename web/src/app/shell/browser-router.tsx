import { startTransition, useLayoutEffect, useState, type ReactElement } from 'react';
import {
  createPath,
  NavigationType,
  parsePath,
  Router,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type NavigateOptions,
  type Navigator,
  type To,
} from 'react-router-dom';

import { newId } from '../../lib/new-id.ts';
import { IsLeaving } from '../../lib/use-is-leaving.ts';
import { followScrolling } from './scroll-positions.ts';

/** Changes the state of the browser's current history entry, and gives the entry a key if it has none. */
function changeEntry(changes: object): void {
  const state: unknown = window.history.state;
  window.history.replaceState({ key: newId(), ...(typeof state === 'object' && state), ...changes }, '');
}

const wholePath = (to: To) => ({
  pathname: '/',
  search: '',
  hash: '',
  ...parsePath(typeof to === 'string' ? to : createPath(to)),
});

/**
 * The library's history of the browser, with what it leaves to its router for data: an address bar that shows another
 * address (`mask`), and scroll positions.
 */
function createHistory() {
  // After a full load the page is that of the address bar.
  changeEntry({ masked: undefined });
  const history = createBrowserHistory({ v5Compat: true });
  const scrolling = followScrolling(history.location.key);
  const entry = (to: To, state: unknown, { mask, preventScrollReset, replace }: NavigateOptions = {}) => {
    const key = newId();
    scrolling.leave({ to: key, isReplaced: replace === true, stays: preventScrollReset === true });
    return { ...wholePath(to), state, key, ...(mask !== undefined && { mask: wholePath(mask) }) };
  };
  const navigator: Navigator = {
    createHref: (to) => history.createHref(to),
    go: (steps) => history.go(steps),
    push: (to, state, options) => history.push(entry(to, state, options)),
    replace: (to, state, options) => history.replace(entry(to, state, options)),
  };
  const current = () => ({ action: history.action, location: history.location });
  const follow = (listener: (now: ReturnType<typeof current>) => void) =>
    history.listen(({ action }) => {
      if (action === NavigationType.Pop) {
        // The browser itself makes an entry for a link to a part of the page.
        changeEntry({});
        scrolling.leave({ to: history.location.key });
      }
      listener(current());
    });
  return { navigator, current, follow, arrive: scrolling.arrive };
}

const history = createHistory();

/**
 * The router in the browser. The screen stays until the next one's code is loaded. It does without the library's router
 * for data, because the store holds the data, and that router would add 16 kB to each first visit (decision 0052).
 */
export function BrowserRouter({ children }: { readonly children: ReactElement }) {
  const [shown, setShown] = useState(history.current);
  const [askedPath, setAskedPath] = useState(shown.location.pathname);
  useLayoutEffect(
    () =>
      history.follow((now) => {
        setAskedPath(now.location.pathname);
        // React renders a transition of Back at once, so the next key press already belongs to the page behind.
        startTransition(() => setShown(now));
      }),
    [],
  );
  useLayoutEffect(() => history.arrive(shown.location), [shown]);
  return (
    <IsLeaving value={askedPath !== shown.location.pathname}>
      <Router navigator={history.navigator} location={shown.location} navigationType={shown.action}>
        {children}
      </Router>
    </IsLeaving>
  );
}
