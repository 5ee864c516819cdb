import clsx from 'clsx';
import { CircleUserRound, LogOut } from 'lucide-react';

import { signOut } from '../../lib/session-calls.ts';
import { displayName, useViewer } from '../../lib/session.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Menu } from '../../ui/menu.tsx';
import { Picture } from '../../ui/picture.tsx';

// Only the picture where there is no room for the name: a moderator's header holds one link more.
const looks = {
  person: {
    button: 'max-sm:border-0 max-sm:bg-transparent max-sm:-mr-1.5 max-sm:px-1.5',
    name: 'max-sm:sr-only',
  },
  moderator: {
    button: 'max-lg:border-0 max-lg:bg-transparent max-lg:-mr-1.5 max-lg:px-1.5',
    name: 'max-lg:sr-only',
  },
} as const;

const nobodysPicture = (
  <CircleUserRound size={30} strokeWidth={1.5} aria-hidden className="shrink-0 text-soft" />
);

/** The signed-in person's button and its menu. */
export function ProfileMenu() {
  const { user, canModerate } = useViewer();
  const look = canModerate ? looks.moderator : looks.person;
  const dispatch = useAppDispatch();
  const name = displayName(user);
  return (
    <Menu
      trigger={
        <button
          type="button"
          className={clsx(
            'flex h-11 max-w-56 min-w-11 lg:shrink-0 items-center gap-2.5 rounded-full border border-outline/60 bg-raised pr-4 pl-1.5 text-md font-semibold transition-colors duration-150 hover:border-outline hover:bg-sunk',
            look.button,
          )}
        >
          {user?.profileImageUrl ? (
            <span className="size-8 shrink-0 overflow-hidden rounded-full">
              <Picture
                src={user.profileImageUrl}
                alt=""
                width={32}
                height={32}
                eager
                fallback={nobodysPicture}
              />
            </span>
          ) : (
            nobodysPicture
          )}
          <span className={clsx('truncate', look.name)}>{name}</span>
        </button>
      }
      items={[
        {
          label: 'Sign Out',
          icon: <LogOut size={17} aria-hidden />,
          onSelect: () => void dispatch(signOut()),
        },
      ]}
    />
  );
}
