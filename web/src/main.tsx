import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

import { App } from './app.tsx';
import { loadErrors, loadScreen, routes } from './app/router.tsx';
import { BrowserRouter } from './app/shell/browser-router.tsx';
import { askAgain, keepLoading } from './lib/ask-again.ts';
import { attempt } from './lib/kept.ts';
import { hideLinkToken } from './lib/link-token.ts';
import { lost } from './lib/live-state.ts';
import { onFirstInput } from './lib/on-first-input.ts';
import { renderedState, createStore } from './lib/store.ts';
import { positionSeen } from './lib/session.ts';
import { loadSession } from './lib/session-calls.ts';
import { loadToasts } from './ui/toaster.tsx';
import './styles.css';

// The first script has the code that home, a city and a location share.
import './features/city/api.ts';
import './features/location/api.ts';
import './features/opinion/heart-button.tsx';
import './features/opinion/rating.tsx';
import './ui/badge.tsx';
import './ui/hydrated.tsx';
import './ui/light-arc.tsx';
import './ui/picture.tsx';
import './ui/scrolling.ts';
import './ui/select.tsx';
import './ui/state.tsx';

hideLinkToken();
const store = createStore({ rendered: renderedState() });
// Passes the greatest log position that this tab has seen to its next page, which then reads data at least as new.
const known = attempt(() => sessionStorage.getItem('position'));
if (known) store.dispatch(positionSeen(known));
window.addEventListener('pagehide', () =>
  attempt(() => sessionStorage.setItem('position', store.getState().session.position ?? '')),
);
const initialState = store.getState();

const shown = new Promise<void>(
  (resolve) => void show(document.getElementById('root') ?? document.body, resolve),
);
void store.dispatch(loadSession(shown)).then(startFollowing);

/** Hydrates the page that the server rendered, or renders the screen if the page came empty. */
async function show(root: HTMLElement, onShown: () => void): Promise<void> {
  const isRendered = root.hasChildNodes() && (await isLoaded(window.location.pathname));
  const app = (
    <App store={store} rendered={initialState} onShown={onShown}>
      <BrowserRouter>{routes}</BrowserRouter>
    </App>
  );
  // From here on, everything has its real height, which returning to a scroll position needs (`below-window`).
  delete document.documentElement.dataset['beforeCode'];
  // A transition, so that the browser can paint and respond to input in between.
  startTransition(() => {
    if (isRendered) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
}

/** Whether the screen's code could be loaded; if not, the screen itself shows the error. */
function isLoaded(pathname: string): Promise<boolean> {
  return loadScreen(pathname).then(
    () => true,
    () => false,
  );
}

// Most toasts answer an input.
onFirstInput(loadToasts);

/** Follows live changes, once the session is known and the browser is idle after the first screen. */
function startFollowing(): void {
  window.addEventListener('online', askAgain);
  const whenIdle: (work: () => void) => void =
    'requestIdleCallback' in window ? (work) => requestIdleCallback(work, { timeout: 2000 }) : setTimeout;
  whenIdle(() => {
    void keepLoading(startLiveUpdates);
    // Loaded while the server answers, because it is needed when the server does not.
    void loadErrors().catch(console.error);
    if (import.meta.env.PROD) setTimeout(startOffline, afterFirstVisit);
  });
}

/** In milliseconds; nothing on the screen waits for it. */
const afterFirstVisit = 1500;
const startOffline = () => void import('./lib/offline.ts').then((m) => m.startOffline()).catch(console.error);

async function startLiveUpdates(): Promise<void> {
  try {
    const { startLive } = await import('./lib/live.ts');
    await startLive(store);
  } catch (error) {
    // The first connection then counts as a reconnection, so that failed reads are repeated.
    store.dispatch(lost());
    throw error;
  }
}
