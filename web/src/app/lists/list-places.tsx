import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

import type { Location } from '#contracts/location/views';
import { pathOf } from '#contracts/screens';

import { cityText } from '../../lib/words.ts';
import { Picture } from '../../ui/picture.tsx';
import { useGetLocationLightQuery } from '../../features/light/light-api.ts';
import { clockOf, dayLengthText, periodText } from '../../features/light/light-words.ts';

interface ListPlacesProps {
  readonly places: readonly Location[];
  /** The day whose light is shown, as YYYY-MM-DD. */
  readonly date: string | null;
  /** Buttons beside a place. */
  readonly actions?: (place: Location, index: number) => ReactNode;
}

/** The places of a list in order, each with its light on the day. */
export function ListPlaces({ places, date, actions }: ListPlacesProps) {
  return (
    <ol className="divide-y divide-line border-y border-line">
      {places.map((place, index) => (
        <li
          key={place.id}
          className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4 break-inside-avoid sm:items-center"
        >
          <span aria-hidden className="w-6 font-display text-lg text-soft tabular-nums">
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
          {actions && (
            <div className="flex max-sm:w-full max-sm:justify-end print:hidden">{actions(place, index)}</div>
          )}
        </li>
      ))}
    </ol>
  );
}

interface LightLineProps {
  /** The place's id. */
  readonly id: string;
  /** YYYY-MM-DD; null for today at the place. */
  readonly date: string | null;
}

/** The light on a day at a place, in one line. Renders nothing if the place has no coordinates. */
function LightLine({ id, date }: LightLineProps) {
  const { data: light } = useGetLocationLightQuery({ id, ...(date !== null && { date }) });
  if (light === undefined) return null;
  const { dayLength } = light;
  const golden = periodText(light.goldenEvening);
  const parts = [
    (dayLength === 0 || dayLength === 86_400) && dayLengthText(dayLength),
    light.sunrise && `Sunrise ${clockOf(light.sunrise)}`,
    golden !== null && `golden hour ${golden}`,
    light.sunset && `sunset ${clockOf(light.sunset)}`,
  ].filter(Boolean);
  return (
    <p data-light="line" className="text-sm text-soft tabular-nums">
      {parts.join(' · ')}
    </p>
  );
}
