import { useDeferredValue, type ReactNode } from 'react';

import type { Location } from '#contracts/location/views';

import { LocationCard, LocationCardSkeleton } from './location-card.tsx';

interface LocationGridProps {
  /** Undefined while loading. */
  readonly locations: readonly Location[] | undefined;
  /** How many skeletons to show while loading. */
  readonly skeletons: number;
  /** How many pictures are on the first screen. */
  readonly eager?: number;
  /** A location without a picture gets a stock picture. */
  readonly withStock?: boolean;
  /** Shown if there are no locations. */
  readonly empty: ReactNode;
}

export function LocationGrid({
  locations,
  skeletons,
  eager = 0,
  withStock = false,
  empty,
}: LocationGridProps) {
  // Deferred: rendering many cards at once would delay the response to input.
  const shown = useDeferredValue(locations);
  if (shown?.length === 0) return empty;
  return (
    <ul
      aria-busy={shown === undefined}
      {...(shown === undefined ? { 'aria-label': 'Loading locations' } : {})}
      className="grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3 print:grid-cols-1! print:gap-y-5"
    >
      {shown?.map((location, index) => (
        <li key={location.id}>
          <LocationCard location={location} eager={index < eager} withStock={withStock} />
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
