import { useState } from 'react';

import type { City } from '#contracts/city/views';
import type { QueueItem } from '#contracts/moderation/views';
import { pathOf } from '#contracts/screens';
import type { Coordinates } from '#contracts/shared/coordinates';

import { MapInPage } from '../../../ui/map/map-frame.tsx';
import { Pin } from '../../../ui/map/pin.tsx';
import { useGetLocationQuery } from '../../location/api.ts';
import { boxWith } from '../desk/box-with.ts';

/** An item's coordinates and its city. */
export interface ItemPoint {
  readonly at: Coordinates;
  /** Where it was before an edit that moves it; otherwise null. */
  readonly before: Coordinates | null;
  /** A place's city, the new one if an edit changes it; undefined while loading, and for a city. */
  readonly city: City | undefined;
}

interface PointsMapProps {
  readonly name: string;
  readonly point: ItemPoint;
  /** The map numbers them in this order. */
  readonly duplicates: QueueItem['duplicates'];
}

/** A map with an item, its city, its former point, and the numbers of the places that it may repeat. */
export function PointsMap({ name, point: { at, before, city }, duplicates }: PointsMapProps) {
  const cityAt = city?.coordinates ?? null;
  const [box] = useState(() => boxWith(at, cityAt));
  return (
    <>
      <MapInPage height="h-72" label={`Map of ${name}`} without="The distances stand in the text." box={box}>
        {cityAt && city && (
          <Pin at={cityAt} label={`City: ${city.name}`} onPress={() => openPage(pathOf('city', city.id))}>
            City
          </Pin>
        )}
        {before && (
          <Pin at={before} label={`Before: ${name}`} onPress={() => undefined}>
            Before
          </Pin>
        )}
        {duplicates.map(({ id }, index) => (
          <Duplicate key={id} id={id} number={index + 1} />
        ))}
        <Pin at={at} label={name} isChosen onPress={() => undefined} />
      </MapInPage>
      {duplicates.length > 0 && (
        <p className="mt-2 text-sm text-soft">
          The numbers are the places that it may repeat, in their order.
        </p>
      )}
    </>
  );
}

interface DuplicateProps {
  readonly id: string;
  readonly number: number;
}

function Duplicate({ id, number }: DuplicateProps) {
  const { data: place } = useGetLocationQuery(id);
  if (!place?.coordinates) return null;
  return (
    <Pin
      at={place.coordinates}
      label={`${number}: ${place.name}`}
      onPress={() => openPage(pathOf('location', id))}
    >
      {number}
    </Pin>
  );
}

const openPage = (path: string): void => void window.open(path, '_blank', 'noopener');
