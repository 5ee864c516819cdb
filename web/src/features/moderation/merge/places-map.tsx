import { useState } from 'react';

import type { Location } from '#contracts/location/views';
import type { Coordinates } from '#contracts/shared/coordinates';

import { MapInPage } from '../../../ui/map/map-frame.tsx';
import { Pin } from '../../../ui/map/pin.tsx';
import { boxWith } from '../desk/box-with.ts';

type Placed = Pick<Location, 'name'> & { readonly coordinates: Coordinates };

/** Degrees of latitude: about 50 metres, so that the pins of neighbours stand apart. */
const nearest = 0.0005;

export function PlacesMap({ gone, stays }: { readonly gone: Placed; readonly stays: Placed }) {
  const [box] = useState(() => boxWith(stays.coordinates, gone.coordinates, nearest));
  return (
    <MapInPage
      height="h-72"
      label={`Map of ${gone.name} and ${stays.name}`}
      without="The distance stands in the text."
      box={box}
    >
      <Pin at={gone.coordinates} label={`Is merged: ${gone.name}`} onPress={() => undefined}>
        Merged
      </Pin>
      <Pin at={stays.coordinates} label={`Stays: ${stays.name}`} isChosen onPress={() => undefined} />
    </MapInPage>
  );
}
