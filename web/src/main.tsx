import { StrictMode, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';

import { createRouter, loadErrors, loadScreen } from './app/router.tsx';
import { replayEarlyInput } from './app/shell/early-input.ts';
import { askAgain, keepLoading } from './lib/ask-again.ts';
import { hideLinkToken } from './lib/link-token.ts';
import { lost } from './lib/live-state.ts';
import { loadSession } from './lib/session-calls.ts';
import { createStore } from './lib/store.ts';
import { loadToasts } from './ui/toaster.tsx';
import './styles.css';

hideLinkToken();
const store = createStore();
const initialState = store.getState();

void store.dispatch(loadSession()).then(startFollowing);
void show(document.getElementById('root') ?? document.body);

/** Hydrates the prerendered screen, or renders the screen if the page came empty. */
async function show(root: HTMLElement): Promise<void> {
  const isDrawn = root.hasChildNodes() && (await isLoaded(window.location.pathname));
  const replayInput = replayEarlyInput();
  const app = (
    <StrictMode>
      <Once run={replayInput} />
      {/* The prerendered HTML shows the initial state; state that has changed since then is rendered right after
          hydration. */}
      <Provider store={store} serverState={initialState}>
        <RouterProvider router={createRouter()} />
      </Provider>
    </StrictMode>
  );
  // A transition, so that the browser can paint and respond to input in between.
  startTransition(() => {
    if (isDrawn) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
}

/** Calls `run` once its siblings are mounted and their listeners are attached. */
function Once({ run }: { readonly run: () => void }) {
  useEffect(run, [run]);
  return null;
}

/** Whether the screen's code could be loaded; if not, the screen itself shows the error. */
function isLoaded(pathname: string): Promise<boolean> {
  return loadScreen(pathname).then(
    () => true,
    () => false,
  );
}

// Loaded on the first input: no toast can appear before that.
const fetchToasts = () => void loadToasts().catch(console.error);
for (const event of ['pointerdown', 'keydown'])
  window.addEventListener(event, fetchToasts, { once: true, passive: true });

/** Follows live changes, once the session is known and the browser is idle after the first screen. */
function startFollowing(): void {
  window.addEventListener('online', askAgain);
  const whenIdle: (work: () => void) => void =
    'requestIdleCallback' in window ? (work) => requestIdleCallback(work, { timeout: 2000 }) : setTimeout;
  whenIdle(() => {
    void keepLoading(startLiveUpdates);
    // While the server answers: it is for when it does not.
    void loadErrors().catch(console.error);
  });
}

async function startLiveUpdates(): Promise<void> {
  try {
    const { startLive } = await import('./lib/live.ts');
    await startLive(store);
  } catch (error) {
    // The first connection is then a return: what failed meanwhile is read again.
    store.dispatch(lost());
    throw error;
  }
}
