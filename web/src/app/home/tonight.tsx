import { useEffect, useState } from 'react';

import { pathOf } from '#contracts/screens';
import type { Coordinates } from '#contracts/shared/coordinates';

import { distanceText } from '../../lib/distance.ts';
import {
  lookingForPosition,
  noPositionTexts,
  positionNow,
  roughDecimals,
  type NoPosition,
} from '../../lib/position.ts';
import { useListCitiesQuery } from '../../features/city/api.ts';
import { eveningAt } from '../../features/light/evening.ts';
import { useNow } from '../../lib/use-now.ts';
import { useLocationLink } from '../../features/location/location-link.ts';
import { useListNearQuery } from '../../features/location/map-api.ts';
import { PlaceRows } from '../parts/place-rows.tsx';

/**
 * Tonight's golden light at the visitor's position with the places near it; or in cities, if the position is unknown.
 */
export function Tonight() {
  const [found, setFound] = useState<Coordinates | NoPosition | null>(null);
  useEffect(() => {
    let isLeft = false;
    void positionNow(roughDecimals).then((position) => {
      if (!isLeft) setFound(position);
    });
    return () => {
      isLeft = true;
    };
  }, []);
  return (
    <div className="mt-4 flex max-w-2xl flex-col gap-3">
      <div role="status">
        {found === null && <p className="text-md text-soft">{lookingForPosition}</p>}
        {typeof found === 'string' && (
          <p className="text-md">{`${noPositionTexts[found]} These cities have golden light next:`}</p>
        )}
        {found instanceof Object && <EveningHere at={found} />}
      </div>
      {found instanceof Object && <PlacesNear near={found} />}
      {typeof found === 'string' && <Cities />}
    </div>
  );
}

function EveningHere({ at }: { readonly at: Coordinates }) {
  const now = useNow();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return <p className="font-display text-xl font-semibold">{eveningAt(at, timeZone, now).text}</p>;
}

/** How far to look for places, in kilometres. */
const within = 50;
const most = 6;

function PlacesNear({ near }: { readonly near: Coordinates }) {
  const { data, isError } = useListNearQuery({ near, within, limit: most });
  const linkTo = useLocationLink();
  if (isError) return <p className="text-md text-soft">The places near you could not be loaded.</p>;
  if (data === undefined) return null;
  if (data.items.length === 0)
    return (
      <>
        <p className="text-md text-soft">
          No place within {within} km of you yet. These cities have golden light next:
        </p>
        <Cities />
      </>
    );
  return (
    <PlaceRows
      rows={data.items.map(({ id, name, cityName, distance = 0 }) => ({
        id,
        link: linkTo(id),
        name,
        note: cityName,
        text: `${distanceText(distance)} away`,
      }))}
    />
  );
}

/** The cities to choose from: those with the most places. */
const asked = { limit: 48 };

/** Cities by their own evening's golden light, the next one first. */
function Cities() {
  const { data } = useListCitiesQuery(asked);
  const now = useNow();
  const evenings = (data?.items ?? []).flatMap(({ id, name, coordinates, timeZone }) => {
    if (coordinates === null || timeZone === null) return [];
    const { at, text } = eveningAt(coordinates, timeZone, now);
    return at === null ? [] : [{ id, name, at, text }];
  });
  return (
    <PlaceRows
      rows={evenings
        .sort((one, other) => one.at - other.at)
        .slice(0, most)
        .map(({ id, name, text }) => ({ id, link: { to: pathOf('city', id) }, name, text }))}
    />
  );
}
