import { useCallback, useState, useSyncExternalStore } from 'react';
import { Outlet, useNavigate, useSearchParams, Link } from 'react-router-dom';

import { brand } from '#contracts/initial';
import { homeParts, pathOf } from '#contracts/screens';

import { announcements } from '../../lib/announce.ts';
import { askAgain, useHasFailed } from '../../lib/ask-again.ts';
import { keptFrom, networkIsLost, pageIsCurrent } from '../../lib/kept-page.ts';
import { useViewer } from '../../lib/session.ts';
import { OpenSignIn } from '../../lib/sign-in.ts';
import { useAppSelector } from '../../lib/store.ts';
import { useIsLeaving } from '../../lib/use-is-leaving.ts';
import { timeText } from '../../lib/words.ts';
import { deferred } from '../../ui/deferred.tsx';
import type { Openable } from '../../ui/dialog.tsx';
import { Toaster } from '../../ui/toaster.tsx';
import { openLocationId } from '../../features/location/location-link.ts';
import { Brand } from './brand.tsx';
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
      <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-64px)] outline-none">
        <Outlet />
      </main>
      <Footer />
      {locationId !== null && (
        <LocationOverlay key={locationId} id={locationId} open onOpenChange={() => void navigate(-1)} />
      )}
      <SignInDialog open={signInOpen} onOpenChange={changeSignIn} />
      <Toaster />
      <Announcer />
    </OpenSignIn>
  );
}

/** A thin light along the top while another screen is loading. */
function NavigationBar() {
  return useIsLeaving() ? (
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
    // Explicit `aria-live`: dialogs make everything around `main` inert except regions with this attribute.
    <div role="status" aria-live="polite" aria-atomic={false} className="sr-only">
      {all.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}

function followNetwork(listener: () => void): () => void {
  const changed = () => {
    if (navigator.onLine) pageIsCurrent();
    else networkIsLost();
    listener();
  };
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/**
 * Says that the screen may be out of date or incomplete: there is no network, the server does not answer, or the
 * session or a part of the page did not load.
 */
function ConnectionBar() {
  const asOf = useSyncExternalStore(followNetwork, keptFrom, () => undefined);
  const lost = useAppSelector((state) => state.live.health === 'lost');
  const failed = useHasFailed();
  return (
    // A dialog covers the place of this bar, so the bar moves into the strip that dialogs leave free at the top.
    <div
      role="status"
      aria-live="polite"
      className="sticky top-16 z-30 over-dialog:z-60 over-dialog:-translate-y-[65px]"
    >
      {(asOf !== undefined || lost || failed) && (
        <p
          data-connection-bar
          className="flex min-h-[calc(var(--top)-64px)] items-center justify-center gap-2 bg-pending-ground px-2 text-center text-sm font-medium text-pending max-sm:text-xs over-dialog:min-h-(--strip)"
        >
          <span>{textOf({ asOf, lost, failed })}</span>
          {asOf === undefined && failed && (
            <button
              type="button"
              // While a dialog is open, nothing outside it can be pressed.
              className="shrink-0 rounded-sm font-semibold underline underline-offset-4 over-dialog:hidden"
              onClick={askAgain}
            >
              Try again
            </button>
          )}
        </p>
      )}
    </div>
  );
}

interface Connection {
  readonly asOf: string | undefined;
  readonly lost: boolean;
  readonly failed: boolean;
}

function textOf({ asOf, lost, failed }: Connection): string {
  if (asOf === '') return 'Offline. This page was not kept.';
  if (asOf !== undefined) return `Offline. As of ${timeText(asOf, Date.now())}.`;
  if (!lost) return 'Part of this page could not be loaded.';
  return failed ? 'Connection to the server lost.' : 'Connection to the server lost. Trying again…';
}

const footerLinks = [
  [homeParts.cities, 'Cities'],
  [pathOf('landing'), `About ${brand.name}`],
  [homeParts.locations, 'Locations'],
  [pathOf('privacy'), 'Privacy'],
  [pathOf('map'), 'Map'],
  [pathOf('terms'), 'Terms'],
  [homeParts.all, 'All places'],
] as const;
const ownFooterLinks = [[pathOf('submissions'), 'My submissions']] as const;

function Footer() {
  const { status } = useViewer();
  return (
    <footer className="mt-20 border-t border-line bg-sunk/50">
      <div className="page flex flex-wrap items-start justify-between gap-x-16 gap-y-8 py-12">
        <div className="max-w-sm">
          <Brand />
          <p className="mt-3 text-md text-soft">
            {brand.tagline} Written by people who stood there with a camera and waited.
          </p>
        </div>
        <nav aria-label="Footer" className="grid grid-cols-[repeat(2,auto)] gap-x-4 gap-y-1 sm:gap-x-16">
          {[...footerLinks, ...(status === 'in' ? ownFooterLinks : [])].map(([to, text]) => (
            <Link
              key={to}
              to={to}
              className="rounded-sm py-1 text-md text-soft transition-colors duration-150 hover:text-ink"
            >
              {text}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  );
}
