import type { ReactNode } from 'react';

import type { Location } from '#contracts/location/views';

import { Skeleton } from '../../ui/loading.tsx';
import { PlaceRow } from './place-row.tsx';

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
      className="flex flex-col gap-1"
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

/** Scrolls to a place in the list that was chosen on the map, if it is on this page of it. */
export const toPlaceInList = (id: string): void =>
  document.querySelector(`[data-location="${id}"]`)?.scrollIntoView({ block: 'nearest' });
