import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useRef } from 'react';
import { Link } from 'react-router-dom';

import { homeParts, pathOf } from '#contracts/screens';

import { useViewer } from '../../lib/session.ts';
import { IconButton } from '../../ui/button.tsx';
import type { Openable } from '../../ui/dialog.tsx';
import { focusAfterClose } from '../../ui/floating.ts';
import { Brand } from './brand.tsx';

const places = [
  { to: homeParts.cities, label: 'Cities' },
  { to: homeParts.locations, label: 'Locations' },
] as const;
const ownPlaces = [
  { to: pathOf('favorites'), label: 'Favourites' },
  { to: pathOf('submissions'), label: 'My submissions' },
  { to: pathOf('profile'), label: 'Profile' },
] as const;
const large = 'border-b border-line py-4 font-display text-2xl font-[560] hover:text-accent';

/**
 * The menu of small screens, 300 px wide: the two parts of the page, the map, then the person's own pages. Choosing an
 * entry closes it.
 */
export function Drawer({ open, onOpenChange }: Openable) {
  const close = () => onOpenChange(false);
  const { status } = useViewer();
  const opener = useRef<Element | null>(null);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-veil data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            focusAfterClose(opener.current);
          }}
          className="fixed inset-y-0 left-0 z-50 flex w-[300px] max-w-[calc(100%-48px)] flex-col bg-raised p-5 shadow-floating outline-none data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in"
        >
          <Radix.Title>
            <span className="sr-only">Menu</span>
          </Radix.Title>
          <div className="flex items-center justify-between">
            <Brand onClick={close} />
            <Radix.Close asChild>
              <IconButton label="Close menu" data-close className="-mr-2">
                <X size={20} aria-hidden />
              </IconButton>
            </Radix.Close>
          </div>
          <nav aria-label="Main" className="mt-8 flex flex-col">
            {places.map(({ to, label }) => (
              <Link key={to} to={to} onClick={close} className={large}>
                {label}
              </Link>
            ))}
          </nav>
          <nav aria-label="More" className="flex flex-col">
            <Link to={pathOf('map')} onClick={close} className={large}>
              Map
            </Link>
          </nav>
          {status === 'in' && (
            <nav aria-label="Yours" className="mt-6 flex flex-col">
              {ownPlaces.map(({ to, label }) => (
                <Link
                  key={to}
                  to={to}
                  onClick={close}
                  className="py-3 text-lg font-medium text-soft hover:text-ink"
                >
                  {label}
                </Link>
              ))}
            </nav>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
