import clsx from 'clsx';
import { Menu as MenuIcon } from 'lucide-react';
import { Suspense, useState, type ComponentType, type MouseEvent } from 'react';
import { Link, useLocation } from 'react-router-dom';

import { homeParts, pathOf } from '#contracts/screens';

import { late } from '../../lib/late.ts';
import { useViewer } from '../../lib/session.ts';
import { useSignIn } from '../../lib/sign-in.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { deferred, sayNotLoaded } from '../../ui/deferred.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { AddLabel, addButtonClass } from './add-label.tsx';
import { Brand } from './brand.tsx';
import { HeaderSearch } from './header-search.tsx';

const Drawer = deferred(() => import('./drawer.tsx').then((m) => m.Drawer));
const OwnLinks = late(() => import('./own-links.tsx').then((m) => m.OwnLinks));
const ProfileMenu = late(() => import('./profile-menu.tsx').then((m) => m.ProfileMenu));

const place =
  'rounded-sm p-2 text-md font-medium whitespace-nowrap text-soft transition-colors duration-150 hover:text-ink';

const places = [
  [homeParts.cities, 'Cities'],
  [homeParts.locations, 'Locations'],
  [pathOf('map'), 'Map'],
] as const;

export function Header() {
  const { status } = useViewer();
  const [drawer, setDrawer] = useState(false);
  return (
    <header className="@container sticky top-0 z-40 border-b border-line bg-paper/92 backdrop-blur-md">
      <div className="page flex h-16 items-center gap-0.5 @min-[39em]:gap-2">
        <IconButton
          label="Open menu"
          className="-ml-2 noscript:hidden @min-[47em]:hidden"
          onClick={() => setDrawer(true)}
        >
          <MenuIcon size={22} aria-hidden />
        </IconButton>
        <Brand />
        <nav
          aria-label="Main"
          className={clsx(
            'ml-1 flex items-center @min-[47em]:ml-3',
            // A signed-in person's own links need the room.
            status !== 'in' && '@min-[47em]:gap-2',
          )}
        >
          {places.map(([to, label]) => (
            <Link key={to} to={to} className={`${place} @max-[47em]:hidden`}>
              {label}
            </Link>
          ))}
          {status === 'in' && (
            <Suspense>
              <OwnLinks className={place} />
            </Suspense>
          )}
        </nav>
        <HeaderSearch />
        <AddButton />
        <Account />
      </div>
      <Drawer open={drawer} onOpenChange={setDrawer} />
    </header>
  );
}

function Account() {
  const { status } = useViewer();
  const { signIn, pending } = useSignIn();
  const { pathname } = useLocation();
  if (status === 'loading') return <Skeleton className="h-10 w-24" />;
  if (status === 'out')
    return (
      <Button className="min-h-10! noscript:hidden @max-[39em]:px-3!" pending={pending} onClick={signIn}>
        {/* Required: only the landing page spells it with a capital. */}
        {pathname === pathOf('landing') ? 'Sign In' : 'Sign in'}
      </Button>
    );
  return (
    <Suspense fallback={<Skeleton className="h-10 w-24" />}>
      <ProfileMenu />
    </Suspense>
  );
}

/** The button to add content, on every page. The first press loads the menu that it opens. */
function AddButton() {
  const [AddMenu, setMenu] = useState<ComponentType<{ readonly byKey: boolean }> | null>(null);
  const [byKey, setByKey] = useState(false);
  const load = (event: MouseEvent) => {
    // A click without a pointer.
    setByKey(event.detail === 0);
    import('./add-menu.tsx').then((module) => setMenu(() => module.AddMenu), sayNotLoaded);
  };
  if (AddMenu !== null) return <AddMenu byKey={byKey} />;
  return (
    <Button aria-haspopup="menu" aria-expanded={false} className={addButtonClass} onClick={load}>
      <AddLabel />
    </Button>
  );
}
