import type { Box } from '#contracts/location/queries';
import type { PlacesOnMap } from '#contracts/location/views';

import { counted, nouns, numberText } from '../../lib/words.ts';
import { Pin } from '../../ui/map/pin.tsx';

interface PlacesPinnedProps {
  readonly shown: PlacesOnMap;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  readonly onOpen: (box: Box) => void;
}

/** Places and clusters on a map. */
export function PlacesPinned({ shown: { places, clusters }, chosen, onChoose, onOpen }: PlacesPinnedProps) {
  return (
    <>
      {clusters.map((cluster) => {
        const [west, south, east, north] = cluster.bbox;
        return (
          <Pin
            key={`${cluster.bbox.join()} ${cluster.count}`}
            at={cluster}
            label={`${counted(cluster.count, nouns.location)}, zoom in`}
            onPress={() => onOpen({ west, south, east, north })}
          >
            {numberText(cluster.count)}
          </Pin>
        );
      })}
      {places.map((place) => (
        <Pin
          key={place.id}
          at={place}
          label={place.name}
          isChosen={place.id === chosen}
          onPress={() => onChoose(place.id)}
        />
      ))}
    </>
  );
}
