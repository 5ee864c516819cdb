import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

import type { Location } from '#contracts/location/views';
import { pathOf } from '#contracts/screens';

import { cityText } from '../../lib/words.ts';
import { Picture } from '../../ui/picture.tsx';
import { LightLine } from '../../features/list/light-line.tsx';

interface ListPlacesProps {
  readonly places: readonly Location[];
  /** The day whose light is shown, as YYYY-MM-DD. */
  readonly date: string | null;
  /** Buttons beside a place. */
  readonly actions?: (place: Location, index: number) => ReactNode;
}

/** The places of a list in their order, each with its light of the day. */
export function ListPlaces({ places, date, actions }: ListPlacesProps) {
  return (
    <ol className="divide-y divide-line border-y border-line">
      {places.map((place, index) => (
        <li key={place.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 break-inside-avoid">
          <span aria-hidden className="w-6 font-display text-lg text-soft tabular-nums">
            {index + 1}
          </span>
          <span className="aspect-[3/2] w-24 shrink-0 overflow-hidden rounded-md bg-sunk sm:w-36">
            {place.primaryPhoto && (
              <Picture
                src={place.primaryPhoto.thumbnailUrl}
                alt=""
                width={300}
                height={200}
                placeholder={place.primaryPhoto.placeholder}
              />
            )}
          </span>
          <div className="min-w-0 flex-1 basis-40">
            <h3 className="text-xl wrap-anywhere">
              <Link to={pathOf('location', place.id)} className="underline-offset-4 hover:underline">
                {place.name}
              </Link>
            </h3>
            <p className="text-md text-soft wrap-anywhere">
              <bdi>{cityText(place)}</bdi>
              {place.address !== null && <bdi> · {place.address}</bdi>}
              {place.bestTimeToVisit !== null && ` · ${place.bestTimeToVisit}`}
            </p>
            <LightLine id={place.id} date={date} />
          </div>
          {actions && (
            <div className="flex max-sm:w-full max-sm:justify-end print:hidden">{actions(place, index)}</div>
          )}
        </li>
      ))}
    </ol>
  );
}
