import { useCallback, useState, useSyncExternalStore } from 'react';
import { Outlet, ScrollRestoration, useNavigate, useNavigation, useSearchParams } from 'react-router-dom';

import { announcements } from '../../lib/announce.ts';
import { useViewer } from '../../lib/session.ts';
import { OpenSignIn } from '../../lib/sign-in.ts';
import { deferred } from '../../ui/deferred.tsx';
import type { Openable } from '../../ui/dialog.tsx';
import { Toaster } from '../../ui/toaster.tsx';
import { openLocationId } from '../../features/location/location-link.ts';
import { ConnectionBar } from './connection-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { useNewPage } from './use-new-page.ts';

const SignInDialog = deferred(() =>
  import('../../features/account/sign-in-dialog.tsx').then((m) => m.SignInDialog),
);
const LocationOverlay = deferred<Openable & { readonly id: string }>(() =>
  import('../location/location-dialog.tsx').then((m) => m.LocationOverlay),
);

/** The frame of every screen: header, footer, the sign-in dialog, and a location opened over the page. */
export function Layout() {
  const [params, setParams] = useSearchParams();
  const [askedToSignIn, setAskedToSignIn] = useState(false);
  const fromAddress = params.has('sign-in');
  const { status } = useViewer();
  const signInOpen = askedToSignIn || (fromAddress && status === 'out');
  const openSignIn = useCallback(() => setAskedToSignIn(true), []);
  const locationId = openLocationId(params);
  const navigate = useNavigate();
  useNewPage();

  const changeSignIn = (open: boolean) => {
    setAskedToSignIn(open);
    if (open || !fromAddress) return;
    params.delete('sign-in');
    setParams(params, { replace: true, preventScrollReset: true });
  };

  return (
    <OpenSignIn value={openSignIn}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-100 -translate-y-20 rounded-md bg-ink px-4 py-2.5 font-semibold text-paper focus-visible:translate-y-0"
      >
        Skip to content
      </a>
      <Header />
      <ConnectionBar />
      <NavigationBar />
      <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] outline-none">
        <Outlet />
      </main>
      <Footer />
      {locationId !== null && (
        <LocationOverlay key={locationId} id={locationId} open onOpenChange={() => void navigate(-1)} />
      )}
      <SignInDialog open={signInOpen} onOpenChange={changeSignIn} />
      <Toaster />
      <Announcer />
      <ScrollRestoration />
    </OpenSignIn>
  );
}

/** A thin light along the top while another screen is loading. */
function NavigationBar() {
  const busy = useNavigation().state === 'loading';
  return busy ? (
    <div
      role="status"
      aria-label="Loading"
      className="fixed inset-x-0 top-0 z-60 h-0.5 animate-breathe bg-accent"
    />
  ) : null;
}

/**
 * The one live region. It is always on the page, because a screen reader ignores text that arrives together with its
 * region.
 */
function Announcer() {
  const all = useSyncExternalStore(announcements.subscribe, announcements.get, announcements.get);
  return (
    // Explicit `aria-live`: dialogs hide everything from a screen reader except regions with this attribute.
    <div role="status" aria-live="polite" aria-atomic={false} className="sr-only">
      {all.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
