import clsx from 'clsx';
import { LocateFixed } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';

import type { Location } from '#contracts/location/views';
import { pathOf } from '#contracts/screens';

import { late } from '../../lib/late.ts';
import { cityText } from '../../lib/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { ShowMap } from '../../ui/map/show-map.tsx';
import { toMap } from '../../ui/map/to-map.ts';
import { Picture } from '../../ui/picture.tsx';
import { LightLine } from './light-line.tsx';

const ListMap = late(() => import('./list-map.tsx').then((m) => m.ListMap));

interface ListPlacesProps {
  readonly places: readonly Location[];
  /** The day whose light is shown, as YYYY-MM-DD. */
  readonly date: string | null;
  /** Buttons beside a place. */
  readonly actions?: (place: Location, index: number) => ReactNode;
}

/** The places of a list in order, each with its light on the day; and their map, on request. */
export function ListPlaces({ places, date, actions }: ListPlacesProps) {
  const shown = useState(false);
  const [isOnMap] = shown;
  const [chosen, setChosen] = useState<string | null>(null);
  const [target, setTarget] = useState<Location | null>(null);
  return (
    <>
      {places.some(({ coordinates }) => coordinates !== null) && (
        <ShowMap className="mb-4 print:hidden" state={shown}>
          <ListMap places={places} date={date} chosen={chosen} target={target} onChoose={setChosen} />
        </ShowMap>
      )}
      <ol className="divide-y divide-line border-y border-line">
        {places.map((place, index) => (
          <li
            key={place.id}
            aria-current={isOnMap && place.id === chosen}
            className={clsx(
              'flex flex-wrap items-start gap-x-4 gap-y-3 py-4 break-inside-avoid sm:items-center',
              isOnMap && place.id === chosen && 'bg-sunk',
            )}
          >
            <span aria-hidden className="w-6 font-display text-lg font-semibold text-soft tabular-nums">
              {index + 1}
            </span>
            <span className="aspect-[3/2] w-20 shrink-0 overflow-hidden rounded-md bg-sunk sm:w-36">
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
              <p className="flex flex-wrap gap-x-3 text-md text-soft wrap-anywhere">
                <bdi>{cityText(place)}</bdi>
                {place.address !== null && <bdi>{place.address}</bdi>}
                {place.bestTimeToVisit !== null && <span>{place.bestTimeToVisit}</span>}
              </p>
              <LightLine id={place.id} date={date} />
            </div>
            <div className="flex empty:hidden max-sm:w-full max-sm:justify-end print:hidden">
              {isOnMap && place.coordinates !== null && (
                <IconButton
                  label={`Show ${place.name} on the map`}
                  onClick={() => {
                    setChosen(place.id);
                    setTarget({ ...place });
                    toMap();
                  }}
                >
                  <LocateFixed size={18} aria-hidden />
                </IconButton>
              )}
              {actions?.(place, index)}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
