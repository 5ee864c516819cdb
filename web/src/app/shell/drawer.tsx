import { X } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';

import { homeParts, pathOf } from '#contracts/screens';

import { useViewer } from '../../lib/session.ts';
import { IconButton } from '../../ui/button.tsx';
import { Modal, type Openable } from '../../ui/modal.tsx';
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
const large = 'border-b border-line py-4 font-display text-2xl font-semibold hover:text-accent';

/**
 * The menu of small screens, 300 px wide: the two parts of the page, the map, then the person's own pages. Choosing an
 * entry closes it.
 */
export function Drawer(props: Openable) {
  const close = () => props.onOpenChange(false);
  const { status } = useViewer();
  const titleId = useId();
  return (
    <Modal
      {...props}
      titleId={titleId}
      className="inset-y-0 left-0 flex w-[300px] max-w-[calc(100%-48px)] flex-col p-5 data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in"
    >
      <h2 id={titleId} className="sr-only">
        Menu
      </h2>
      <div className="flex items-center justify-between">
        <Brand onClick={close} />
        <IconButton label="Close menu" data-close data-autofocus onClick={close} className="-mr-2">
          <X size={20} aria-hidden />
        </IconButton>
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
    </Modal>
  );
}
