import { StrictMode, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';

import { replayEarlyInput } from './app/early-input.ts';
import { hideLinkToken } from './app/link-token.ts';
import { createRouter, loadScreen } from './app/router.tsx';
import { loadSession, watchSession } from './app/session-calls.ts';
import { createStore } from './app/store.ts';
import { loadToasts } from './ui/toaster.tsx';
import './styles.css';

hideLinkToken();
const store = createStore();
const atFirst = store.getState();

void store.dispatch(loadSession()).then(startFollowing);
void show(document.getElementById('root') ?? document.body);

/** Takes over the screen that the page came with, or draws it where it came empty. */
async function show(root: HTMLElement): Promise<void> {
  const isDrawn = root.hasChildNodes() && (await isLoaded(window.location.pathname));
  const doAgain = replayEarlyInput();
  const app = (
    <StrictMode>
      <Once run={doAgain} />
      {/* What was drawn ahead knows nothing yet; what has been learnt in the meantime comes right after. */}
      <Provider store={store} serverState={atFirst}>
        <RouterProvider router={createRouter()} />
      </Provider>
    </StrictMode>
  );
  // As a transition it lets the browser paint, and a person act, in between.
  startTransition(() => {
    if (isDrawn) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
}

/** Runs that when what stands beside it is on the page and listens. */
function Once({ run }: { readonly run: () => void }) {
  useEffect(run, [run]);
  return null;
}

/** Whether the code of that screen is there; where it cannot be had, the screen itself says so. */
function isLoaded(pathname: string): Promise<boolean> {
  return loadScreen(pathname).then(
    () => true,
    () => false,
  );
}

// Not before somebody does something: until then nothing happens that a toast would tell of.
const fetchToasts = () => void loadToasts().catch(console.error);
for (const event of ['pointerdown', 'keydown'])
  window.addEventListener(event, fetchToasts, { once: true, passive: true });

/** Once the session is known and the first screen has had its turn, the page follows what changes. */
function startFollowing(): void {
  watchSession(store);
  const whenIdle: (work: () => void) => void =
    'requestIdleCallback' in window ? (work) => requestIdleCallback(work, { timeout: 2000 }) : setTimeout;
  whenIdle(follow);
}

function follow(): void {
  void import('./app/live.ts')
    .then(({ startLive }) => startLive(store))
    .catch((error: unknown) => {
      console.error('Live updates are not available', error);
      window.addEventListener('online', follow, { once: true });
    });
}
