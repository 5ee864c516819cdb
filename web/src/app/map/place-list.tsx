import clsx from 'clsx';
import { Camera, LocateFixed } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

import type { Location } from '#contracts/location/views';
import { categoryLabels } from '#contracts/location/words';

import { distanceText } from '../../lib/distance.ts';
import { IconButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { toMap } from '../../ui/map/to-map.ts';
import { Picture } from '../../ui/picture.tsx';
import { useLocationLink } from '../../features/location/location-link.ts';
import { RatingMark } from '../../features/opinion/rating.tsx';

interface PlaceListProps {
  readonly places: readonly Location[] | undefined;
  readonly chosen: string | null;
  readonly onChoose: (place: Location) => void;
  readonly empty: ReactNode;
}

const skeletons = 6;

/** The list beside a map. */
export function PlaceList({ places, chosen, onChoose, empty }: PlaceListProps) {
  if (places?.length === 0) return empty;
  return (
    <ul
      aria-busy={places === undefined}
      aria-label={places === undefined ? 'Loading locations' : 'Locations'}
      className="-mr-2 -ml-2 flex flex-col gap-1"
    >
      {places?.map((place) => (
        <li key={place.id}>
          <PlaceRow place={place} isChosen={place.id === chosen} onChoose={() => onChoose(place)} />
        </li>
      ))}
      {places === undefined &&
        Array.from({ length: skeletons }, (_, index) => (
          <li key={index}>
            <Skeleton className="h-20 w-full" />
          </li>
        ))}
    </ul>
  );
}

/** Scrolls to the place in the list that was chosen on the map, if this page of the list has it. */
export const toPlaceInList = (id: string): void =>
  document.querySelector(`[data-location="${id}"]`)?.scrollIntoView({ block: 'nearest' });

interface PlaceRowProps {
  readonly place: Location;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** A place in the list beside the map. */
function PlaceRow({ place, isChosen, onChoose }: PlaceRowProps) {
  const linkTo = useLocationLink();
  const { id, name, cityName, category, rating, distance, coordinates, primaryPhoto } = place;
  return (
    <article
      data-location={id}
      aria-current={isChosen}
      className={clsx(
        'relative flex items-center gap-3.5 rounded-md p-2 transition-colors duration-150 hover:bg-sunk',
        isChosen && 'bg-sunk outline-2 outline-accent',
      )}
    >
      <div className="grid size-16 shrink-0 place-items-center overflow-hidden rounded-sm bg-sunk">
        {primaryPhoto === null ? (
          <Camera size={20} aria-hidden className="text-outline" />
        ) : (
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
        <h3 dir="auto" className="line-clamp-2 text-lg wrap-anywhere">
          <Link
            {...linkTo(id)}
            className="whole-card-link whole-card-focus hover:underline after:rounded-md focus-visible:after:-outline-offset-2"
          >
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
      {coordinates !== null && (
        <IconButton
          label={`Show ${name} on the map`}
          className="relative z-2 size-11!"
          onClick={() => {
            onChoose();
            toMap();
          }}
        >
          <LocateFixed size={19} aria-hidden />
        </IconButton>
      )}
    </article>
  );
}
