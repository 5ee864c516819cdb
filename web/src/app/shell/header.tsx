import clsx from 'clsx';
import { Heart, Inbox, Menu as MenuIcon, ShieldCheck, UserRoundCog, type LucideIcon } from 'lucide-react';
import { Suspense, useState, type ReactNode, type ComponentType, type MouseEvent } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';

import type { PendingCounts } from '#contracts/live';
import { homeParts, pathOf } from '#contracts/screens';

import { late } from '../../lib/late.ts';
import { useRights, useViewer } from '../../lib/session.ts';
import { useSignIn } from '../../lib/sign-in.ts';
import { useAppSelector } from '../../lib/store.ts';
import { numberText } from '../../lib/words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { deferred, sayNotLoaded } from '../../ui/deferred.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { AddLabel, addButtonClass } from './add-label.tsx';
import { Brand } from './brand.tsx';
import { HeaderSearch } from './header-search.tsx';

const Drawer = deferred(() => import('./drawer.tsx').then((m) => m.Drawer));
const ProfileMenu = late(() => import('./profile-menu.tsx').then((m) => m.ProfileMenu));

// Links to the person's own pages, with names if there is room, otherwise as icons.
const linkStyles = {
  wide: {
    link: '@max-[79em]:relative @max-[79em]:grid @max-[79em]:size-10 @max-[79em]:place-items-center @max-[79em]:rounded-full @max-[79em]:p-0',
    icon: '@min-[79em]:hidden',
    label: '@max-[79em]:sr-only',
  },
  // The Admin link needs the room for their names.
  narrow: {
    link: 'relative grid size-10 place-items-center rounded-full p-0!',
    icon: '',
    label: 'sr-only',
  },
} as const;

const place =
  'rounded-sm p-2 text-md font-medium whitespace-nowrap text-soft transition-colors duration-150 hover:text-ink';

const places = [
  [homeParts.cities, 'Cities'],
  [homeParts.locations, 'Locations'],
  [pathOf('map'), 'Map'],
] as const;

export function Header() {
  const { status, canModerate } = useViewer();
  const [drawer, setDrawer] = useState(false);
  return (
    <header className="@container sticky top-0 z-40 border-b border-line bg-paper/92 backdrop-blur-md">
      <div className="page flex h-16 items-center gap-0.5 @min-[39em]:gap-2">
        <IconButton label="Open menu" className="-ml-2 @min-[47em]:hidden" onClick={() => setDrawer(true)}>
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
          {/* On a phone these are in the drawer. */}
          {status === 'in' && <OwnLink to={pathOf('favorites')} icon={Heart} label="Favourites" inDrawer />}
          {status === 'in' && (
            <OwnLink to={pathOf('submissions')} icon={Inbox} label="My submissions" inDrawer />
          )}
          {status === 'in' && <OwnLink to={pathOf('profile')} icon={UserRoundCog} label="Profile" inDrawer />}
          {canModerate && (
            <OwnLink to={pathOf('dashboard')} icon={ShieldCheck} label="Admin Dashboard">
              <WaitingDot />
            </OwnLink>
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

interface OwnLinkProps {
  readonly to: string;
  readonly icon: LucideIcon;
  readonly label: string;
  readonly inDrawer?: boolean;
  readonly children?: ReactNode;
}

/** A link to one of the person's own pages, with its name if there is room, otherwise as an icon. */
function OwnLink({ to, icon: Icon, label, inDrawer = false, children }: OwnLinkProps) {
  const { canModerate } = useRights();
  const look = canModerate && inDrawer ? linkStyles.narrow : linkStyles.wide;
  return (
    <NavLink
      to={to}
      title={label}
      className={({ isActive }) =>
        clsx(place, look.link, isActive && 'text-ink! bg-sunk', inDrawer && '@max-[47em]:hidden!')
      }
    >
      <Icon size={20} strokeWidth={1.8} aria-hidden className={look.icon} />
      <span className={look.label}>{label}</span>
      {children}
    </NavLink>
  );
}

const waitingIn = ({ cities, locations, edits, photos, changes, reports }: PendingCounts): number =>
  cities + locations + edits + photos + changes + reports;

/** The number of pending items of all kinds; updated live. */
function WaitingDot() {
  const waiting = useAppSelector(({ live }) => (live.pending ? waitingIn(live.pending) : 0));
  return waiting > 0 ? (
    <span className="rounded-full bg-accent px-2 py-0.5 text-xs font-semibold text-on-accent tabular-nums @max-[79em]:absolute @max-[79em]:-top-1 @max-[79em]:-right-1 @max-[79em]:px-1.5 @max-[79em]:py-0 @min-[79em]:ml-2">
      {numberText(waiting)}
      <span className="sr-only"> waiting</span>
    </span>
  ) : null;
}

function Account() {
  const { status } = useViewer();
  const { signIn, pending } = useSignIn();
  const { pathname } = useLocation();
  if (status === 'loading') return <Skeleton className="h-10 w-24" />;
  if (status === 'out')
    return (
      <Button className="min-h-10! @max-[39em]:px-3!" pending={pending} onClick={signIn}>
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
