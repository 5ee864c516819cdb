import clsx from 'clsx';
import { Heart, Inbox, ShieldCheck, UserRoundCog, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';

import type { PendingCounts } from '#contracts/live';
import { pathOf } from '#contracts/screens';

import { useRights } from '../../lib/session.ts';
import { useAppSelector } from '../../lib/store.ts';
import { numberText } from '../../lib/words.ts';

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

/** The header's links to a signed-in person's own pages. */
export function OwnLinks({ className }: { readonly className: string }) {
  const { canModerate } = useRights();
  return (
    <>
      {/* On a phone these are in the drawer. */}
      <OwnLink to={pathOf('favorites')} icon={Heart} label="Favourites" className={className} inDrawer />
      <OwnLink
        to={pathOf('submissions')}
        icon={Inbox}
        label="My submissions"
        className={className}
        inDrawer
      />
      <OwnLink to={pathOf('profile')} icon={UserRoundCog} label="Profile" className={className} inDrawer />
      {canModerate && (
        <OwnLink to={pathOf('dashboard')} icon={ShieldCheck} label="Admin Dashboard" className={className}>
          <WaitingDot />
        </OwnLink>
      )}
    </>
  );
}

interface OwnLinkProps {
  readonly to: string;
  readonly icon: LucideIcon;
  readonly label: string;
  readonly className: string;
  readonly inDrawer?: boolean;
  readonly children?: ReactNode;
}

/** A link to one of the person's own pages, with its name if there is room, otherwise as an icon. */
function OwnLink({ to, icon: Icon, label, className, inDrawer = false, children }: OwnLinkProps) {
  const { canModerate } = useRights();
  const look = canModerate && inDrawer ? linkStyles.narrow : linkStyles.wide;
  return (
    <NavLink
      to={to}
      title={label}
      className={({ isActive }) =>
        clsx(className, look.link, isActive && 'text-ink! bg-sunk', inDrawer && '@max-[47em]:hidden!')
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
