import { StrictMode, useEffect, type ReactElement } from 'react';
import { Provider } from 'react-redux';

import type { RootState, Store } from './lib/store.ts';

interface AppProps {
  readonly store: Store;
  /** The state that the HTML shows; later changes are rendered right after hydration. */
  readonly rendered?: RootState;
  /** Called after hydration, when the page's parts have started their requests. */
  readonly onShown?: () => void;
  /** The browser's router, or the server's. */
  readonly children: ReactElement;
}

/** The whole client. The server and the browser render the same tree, so that the generated ids match. */
export function App({ store, rendered, onShown, children }: AppProps) {
  // A parent's effects run after its children's.
  useEffect(() => onShown?.(), [onShown]);
  return (
    <StrictMode>
      <Provider store={store} {...(rendered === undefined ? {} : { serverState: rendered })}>
        {children}
      </Provider>
    </StrictMode>
  );
}
