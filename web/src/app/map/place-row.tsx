import clsx from 'clsx';
import { LocateFixed } from 'lucide-react';
import { Link } from 'react-router-dom';

import type { Location } from '#contracts/location/views';
import { categoryLabels } from '#contracts/location/words';

import { distanceText } from '../../lib/distance.ts';
import { IconButton } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { useLocationLink } from '../../features/location/location-link.ts';
import { RatingMark } from '../../features/opinion/rating.tsx';

interface PlaceRowProps {
  readonly place: Location;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** A place in the list beside the map. */
export function PlaceRow({ place, isChosen, onChoose }: PlaceRowProps) {
  const linkTo = useLocationLink();
  const { id, name, cityName, category, rating, distance, primaryPhoto } = place;
  return (
    <article
      data-location={id}
      aria-current={isChosen}
      className={clsx(
        'relative flex items-center gap-3.5 rounded-md p-2 transition-colors duration-150 hover:bg-sunk',
        isChosen && 'bg-sunk outline-2 outline-accent',
      )}
    >
      <div className="size-16 shrink-0 overflow-hidden rounded-sm bg-sunk">
        {primaryPhoto !== null && (
          <Picture
            src={primaryPhoto.thumbnailUrl}
            alt=""
            width={64}
            height={64}
            placeholder={primaryPhoto.placeholder}
          />
        )}
      </div>
      <div className="min-w-0 flex-1">
        <h3 className="line-clamp-2 text-lg wrap-anywhere">
          <Link {...linkTo(id)} className="whole-card-link outline-none hover:underline">
            {name}
          </Link>
        </h3>
        <p className="flex flex-wrap items-center gap-x-2.5 text-sm text-soft">
          <span className="wrap-anywhere">{cityName}</span>
          <span>{categoryLabels[category]}</span>
          {distance !== undefined && <span className="tabular-nums">{distanceText(distance)} away</span>}
          <RatingMark rating={rating} />
        </p>
      </div>
      <IconButton label={`Show ${name} on the map`} className="relative z-2 size-11!" onClick={onChoose}>
        <LocateFixed size={19} aria-hidden />
      </IconButton>
    </article>
  );
}
