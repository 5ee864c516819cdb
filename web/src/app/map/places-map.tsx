import { X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';

import { boxText, type MapView } from '#contracts/location/map-address';
import type { Box } from '#contracts/location/queries';
import type { PlacesOnMap } from '#contracts/location/views';
import { categoryLabels } from '#contracts/location/words';

import { counted, nouns, numberText } from '../../lib/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { MapFrame } from '../../ui/map/map-frame.tsx';
import { Pin } from '../../ui/map/pin.tsx';
import { Picture } from '../../ui/picture.tsx';
import { useLocationLink } from '../../features/location/location-link.ts';
import { useGetMapQuery, type MapFilters } from '../../features/location/map-api.ts';
import { RatingMark } from '../../features/opinion/rating.tsx';

interface PlacesMapProps {
  /** The accessible name. */
  readonly label: string;
  readonly filters: MapFilters;
  readonly box: Box;
  /** Inside a page that scrolls: scrolling and one finger move the page, not the map. */
  readonly isInPage?: boolean;
  /** Called when the map was moved. */
  readonly onMoved?: (view: MapView) => void;
  /** Called when a cluster was pressed. */
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
  const [view, setView] = useState<MapView | null>(null);
  const [initialBox] = useState(box);
  const asked = { ...filters, bbox: boxText(view?.box ?? box), zoom: view?.zoom ?? 0 };
  // While the next places load, the previous ones stay.
  const { data: shown } = useGetMapQuery(asked, { skip: view === null });
  const place = shown?.places.find(({ id }) => id === chosen);
  return (
    <div className="relative size-full">
      <MapFrame
        label={label}
        box={box}
        isInPage={isInPage}
        onView={(now, isMoved) => {
          setView(now);
          // If the target changed while the map's code loaded, the map starts there.
          if (isMoved || (view === null && box !== initialBox)) onMoved?.(now);
        }}
      >
        {shown && <PlacesPinned shown={shown} chosen={chosen} onChoose={onChoose} onOpen={onOpen} />}
      </MapFrame>
      {place && <PlaceCard place={place} onClose={onClose} />}
    </div>
  );
}

interface PlaceCardProps {
  readonly place: PlacesOnMap['places'][number];
  readonly onClose: () => void;
}

/** The card of the chosen place, over the map. */
function PlaceCard({ place: { id, name, category, rating, thumbnailUrl }, onClose }: PlaceCardProps) {
  const linkTo = useLocationLink();
  return (
    <article className="absolute inset-x-3 bottom-8 z-4 mx-auto flex max-w-md items-center gap-3.5 rounded-md bg-raised p-2.5 shadow-floating">
      {thumbnailUrl !== null && (
        <div className="size-16 shrink-0 overflow-hidden rounded-sm bg-sunk">
          <Picture src={thumbnailUrl} alt="" width={64} height={64} />
        </div>
      )}
      <div className="min-w-0 flex-1">
        <h3 dir="auto" className="line-clamp-2 text-lg wrap-anywhere">
          <Link {...linkTo(id)} className="underline decoration-outline/60 underline-offset-4">
            {name}
          </Link>
        </h3>
        <p className="flex flex-wrap items-center gap-x-2.5 text-sm text-soft">
          {categoryLabels[category]} <RatingMark rating={rating} />
        </p>
      </div>
      <IconButton label="Close" className="size-11!" onClick={onClose}>
        <X size={19} aria-hidden />
      </IconButton>
    </article>
  );
}

interface PlacesPinnedProps {
  readonly shown: PlacesOnMap;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  readonly onOpen: (box: Box) => void;
}

/** Places and clusters on a map. */
function PlacesPinned({ shown: { places, clusters }, chosen, onChoose, onOpen }: PlacesPinnedProps) {
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
