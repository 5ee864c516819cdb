import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';

import { createRouter } from './app/router.tsx';
import { loadSession, watchSession } from './app/session-calls.ts';
import { createStore } from './app/store.ts';
import { loadToasts } from './ui/toaster.tsx';
import './styles.css';

const store = createStore();
const router = createRouter();

void store.dispatch(loadSession()).then(startFollowing);

createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>
  </StrictMode>,
);

// Not before somebody does something: until then nothing happens that a toast would tell of.
const fetchToasts = () => void loadToasts().catch(console.error);
for (const event of ['pointerdown', 'keydown'])
  window.addEventListener(event, fetchToasts, { once: true, passive: true });

/** Once the session is known and the first screen has had its turn, the page follows what changes. */
function startFollowing(): void {
  watchSession(store);
  const whenIdle: (work: () => void) => void =
    'requestIdleCallback' in window ? (work) => requestIdleCallback(work, { timeout: 2000 }) : setTimeout;
  whenIdle(() => {
    void import('./app/live.ts')
      .then(({ startLive }) => startLive(store))
      .catch((error: unknown) => console.error('Live updates are not available', error));
  });
}
