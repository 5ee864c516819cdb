import { useState } from 'react';

import { boxText, type MapView } from '#contracts/location/map-address';
import type { Box } from '#contracts/location/queries';

import { useGetAboutQuery } from '../../lib/about-api.ts';
import { MapFrame } from '../../ui/map/map-frame.tsx';
import { useGetMapQuery, type MapFilters } from '../../features/location/map-api.ts';
import { PlaceCard } from './place-card.tsx';
import { PlacesPinned } from './places-pinned.tsx';

interface PlacesMapProps {
  /** What a screen reader says of it. */
  readonly label: string;
  readonly filters: MapFilters;
  readonly box: Box;
  /** Within a page that scrolls: scrolling and one finger move the page, not the map. */
  readonly isInPage?: boolean;
  /** The map was moved. */
  readonly onMoved?: (view: MapView) => void;
  /** A cluster was pressed. */
  readonly onOpen: (box: Box) => void;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  readonly onClose: () => void;
}

/** The map, with the places that pass the filters. */
export function PlacesMap({
  label,
  filters,
  box,
  isInPage = false,
  onMoved,
  onOpen,
  chosen,
  onChoose,
  onClose,
}: PlacesMapProps) {
  const { data: about } = useGetAboutQuery();
  const [view, setView] = useState<MapView | null>(null);
  const asked = { ...filters, bbox: boxText(view?.box ?? box), zoom: view?.zoom ?? 0 };
  // While the next places are read, the ones before stay.
  const { data: shown } = useGetMapQuery(asked, { skip: view === null });
  const place = shown?.places.find(({ id }) => id === chosen);
  if (about === undefined) return null;
  return (
    <div className="relative size-full">
      <MapFrame
        label={label}
        background={about.map}
        box={box}
        isInPage={isInPage}
        onView={(now, isMoved) => {
          setView(now);
          if (isMoved) onMoved?.(now);
        }}
      >
        {shown && <PlacesPinned shown={shown} chosen={chosen} onChoose={onChoose} onOpen={onOpen} />}
      </MapFrame>
      {place && <PlaceCard place={place} onClose={onClose} />}
    </div>
  );
}
