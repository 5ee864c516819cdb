import { useDeferredValue, type ReactNode } from 'react';

import type { Location } from '#contracts/views/location';

import { LocationCard, LocationCardSkeleton } from './location-card.tsx';

interface LocationGridProps {
  /** Undefined while they load. */
  readonly locations: readonly Location[] | undefined;
  /** How many places to hold while loading. */
  readonly skeletons: number;
  /** How many pictures are within the first screen. */
  readonly eager?: number;
  /** A stock picture stands in where a location has none. */
  readonly withStock?: boolean;
  /** Not in a list of what is trending. */
  readonly marksTrending?: boolean;
  /** Shown in place of nothing. */
  readonly empty: ReactNode;
}

export function LocationGrid({
  locations,
  skeletons,
  eager = 0,
  withStock = false,
  marksTrending = true,
  empty,
}: LocationGridProps) {
  // Many cards at once would hold up what a person does meanwhile.
  const shown = useDeferredValue(locations);
  if (shown?.length === 0) return empty;
  return (
    <ul
      aria-busy={shown === undefined}
      {...(shown === undefined ? { 'aria-label': 'Loading locations' } : {})}
      className="grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3"
    >
      {shown?.map((location, index) => (
        <li key={location.id}>
          <LocationCard
            location={location}
            eager={index < eager}
            withStock={withStock}
            marksTrending={marksTrending}
          />
        </li>
      ))}
      {shown === undefined &&
        Array.from({ length: skeletons }, (_, index) => (
          <li key={index}>
            <LocationCardSkeleton />
          </li>
        ))}
    </ul>
  );
}
