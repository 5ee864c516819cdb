import { Menu as MenuIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, NavLink } from 'react-router-dom';

import { Button, IconButton } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useEver } from '../ui/use-ever.ts';
import { Brand } from './brand.tsx';
import { useViewer } from './session.ts';
import { useSignIn } from './sign-in.ts';
import { useAppSelector } from './store.ts';

const Drawer = lazy(() => import('./drawer.tsx').then((m) => ({ default: m.Drawer })));
const ProfileMenu = lazy(() => import('./profile-menu.tsx').then((m) => ({ default: m.ProfileMenu })));

const place =
  'rounded-sm px-3 py-2 text-md font-medium text-soft transition-colors duration-150 hover:text-ink';

export function Header() {
  const { isAdmin } = useViewer();
  const [drawer, setDrawer] = useState(false);
  const drawerEver = useEver(drawer);
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper/92 backdrop-blur-md">
      <div className="page flex h-16 items-center gap-3">
        <IconButton label="Open menu" className="-ml-2 md:hidden" onClick={() => setDrawer(true)}>
          <MenuIcon size={22} aria-hidden />
        </IconButton>
        <Brand />
        <nav aria-label="Main" className="ml-3 hidden items-center md:flex">
          <Link to="/#cities" className={place}>
            Cities
          </Link>
          <Link to="/#locations" className={place}>
            Locations
          </Link>
          {isAdmin && (
            <NavLink to="/admin" className={({ isActive }) => (isActive ? `${place} text-ink!` : place)}>
              Admin Dashboard
              <WaitingDot />
            </NavLink>
          )}
        </nav>
        <div className="ml-auto">
          <Account />
        </div>
      </div>
      {drawerEver && (
        <Suspense fallback={null}>
          <Drawer open={drawer} onOpenChange={setDrawer} />
        </Suspense>
      )}
    </header>
  );
}

/** How much waits for the administrator, kept live. */
function WaitingDot() {
  const waiting = useAppSelector(({ live }) =>
    live.pending ? live.pending.cities + live.pending.locations + live.pending.edits : 0,
  );
  return waiting > 0 ? (
    <span className="ml-2 rounded-full bg-accent px-2 py-0.5 text-xs font-semibold text-on-accent tabular-nums">
      {waiting}
      <span className="sr-only"> waiting</span>
    </span>
  ) : null;
}

function Account() {
  const { status } = useViewer();
  const { signIn, pending } = useSignIn();
  if (status === 'loading') return <Skeleton className="h-10 w-24" />;
  if (status === 'out')
    return (
      <Button className="h-10!" pending={pending} onClick={signIn}>
        Sign in
      </Button>
    );
  return (
    <Suspense fallback={<Skeleton className="h-10 w-24" />}>
      <ProfileMenu />
    </Suspense>
  );
}
