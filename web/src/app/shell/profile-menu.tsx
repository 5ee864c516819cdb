import { CircleUserRound, LogOut } from 'lucide-react';

import { signOut } from '../../lib/session-calls.ts';
import { displayName, useRights } from '../../lib/session.ts';
import { useAppDispatch } from '../../lib/store.ts';
import { Menu } from '../../ui/menu.tsx';
import { Picture } from '../../ui/picture.tsx';

const nobodysPicture = (
  <CircleUserRound size={30} strokeWidth={1.5} aria-hidden className="shrink-0 text-soft" />
);

/** The signed-in person's button and its menu. */
export function ProfileMenu() {
  const { user } = useRights();
  const dispatch = useAppDispatch();
  const name = displayName(user);
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="flex h-11 max-w-56 min-w-11 items-center gap-2.5 rounded-full border border-outline/60 bg-raised pr-4 pl-1.5 text-md font-semibold transition-colors duration-150 hover:border-outline hover:bg-sunk @max-[63em]:-mr-1.5 @max-[63em]:border-0 @max-[63em]:bg-transparent @max-[63em]:px-1.5"
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
          {/* With icons in a narrower window there is no room for it. */}
          <span dir="auto" className="truncate @max-[63em]:sr-only">
            {name}
          </span>
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
