import clsx from 'clsx';
import { Pencil } from 'lucide-react';
import { Link } from 'react-router-dom';

import type { City } from '#contracts/city/views';
import { pathOf } from '#contracts/screens';

import { useViewer } from '../../lib/session.ts';
import { counted, nouns } from '../../lib/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';

interface CityTileProps {
  readonly city: City;
  /** The first tile of the mosaic. */
  readonly large?: boolean;
  readonly eager?: boolean;
  readonly onEdit: (city: City) => void;
}

/** A city as a picture with its name on it. */
export function CityTile({ city, large = false, eager = false, onEdit }: CityTileProps) {
  const { status } = useViewer();
  return (
    <article className="group relative isolate flex size-full flex-col justify-end overflow-hidden rounded-lg bg-night">
      <Picture
        src={city.imageUrl}
        srcSet={city.imageSrcset}
        sizes={large ? '(min-width: 1024px) 570px, 100vw' : '(min-width: 1024px) 290px, 50vw'}
        alt=""
        width={600}
        height={400}
        eager={eager}
        className="absolute inset-0 -z-1 bg-night! transition-transform duration-500 ease-out group-hover:scale-[1.03]"
      />
      <div
        className={clsx(
          'bg-linear-to-t wrap-anywhere from-black/80 via-black/45 via-50% to-transparent text-white',
          large ? 'px-5 pt-20 pb-5 sm:px-6 sm:pb-5.5' : 'px-3.5 pt-9 pb-3 sm:px-5 sm:pt-14 sm:pb-4',
        )}
      >
        <h3 className={large ? 'line-clamp-3 text-3xl' : 'line-clamp-2 text-xl sm:line-clamp-3 sm:text-2xl'}>
          <Link
            to={pathOf('city', city.id)}
            className="whole-card-link decoration-1 underline-offset-4 outline-none group-hover:underline after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-6 focus-visible:after:outline-white"
          >
            {city.name}
          </Link>
        </h3>
        {/* Only the country gives way: the number is short. On a narrow tile they are on separate lines. */}
        <p className={clsx('mt-0.5 flex', large ? 'text-base' : 'text-xs max-sm:flex-col sm:text-sm')}>
          <bdi className="truncate">{city.country}</bdi>
          <span className={clsx('shrink-0', !large && 'max-sm:hidden')}>&nbsp;·&nbsp;</span>
          <span className="shrink-0">{counted(city.locationCount, nouns.location)}</span>
        </p>
      </div>
      {status === 'in' && (
        <IconButton
          label={`Edit ${city.name}`}
          tone="floating"
          onClick={() => onEdit(city)}
          className="absolute! top-3 right-3 z-2 opacity-0 transition-opacity group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
        >
          <Pencil size={16} aria-hidden />
        </IconButton>
      )}
    </article>
  );
}
