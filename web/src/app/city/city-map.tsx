import { useMemo, useState, type ReactNode } from 'react';

import type { City } from '#contracts/city/views';
import { boxAround } from '#contracts/location/map-address';
import type { Box } from '#contracts/location/queries';
import type { Location, PlacesOnMap } from '#contracts/location/views';

import { useGetMapQuery, type MapFilters } from '../../features/location/map-api.ts';
import { boxOfPlaces } from '../map/box-of-places.ts';
import { PlaceList, toPlaceInList } from '../map/place-list.tsx';
import { PlacesMap } from '../map/places-map.tsx';

interface CityMapProps {
  readonly city: City;
  readonly filters: MapFilters;
  /** The page of the city's list that is shown; undefined while it loads. */
  readonly places: readonly Location[] | undefined;
  readonly empty: ReactNode;
}

/** Degrees around a place that is shown alone. */
const around = 0.01;

/** A city's places on a map and in a list beside it; choosing a place in one selects it in the other. */
export function CityMap({ city, filters, places, empty }: CityMapProps) {
  const { data: all } = useGetMapQuery({ city: city.id, zoom: 0 });
  const whole = useMemo(() => all && boxOf(all, city), [all, city]);
  const [target, setTarget] = useState<Box>();
  const [chosen, setChosen] = useState<string | null>(null);
  const box = target ?? whole;
  if (box === null) return <p className="text-md text-soft">No location here has a point on the map yet.</p>;
  return (
    <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
      <div className="h-96 overflow-hidden rounded-lg border border-line lg:order-last lg:sticky lg:top-(--top) lg:h-[min(36rem,calc(100dvh-var(--top)))]">
        {box && (
          <PlacesMap
            label={`Map of ${city.name}. Its places stand in the list.`}
            filters={{ ...filters, city: city.id }}
            box={box}
            isInPage
            onOpen={setTarget}
            chosen={chosen}
            onChoose={(id) => {
              setChosen(id);
              toPlaceInList(id);
            }}
            onClose={() => setChosen(null)}
          />
        )}
      </div>
      <div className="min-w-0">
        <PlaceList
          places={places}
          chosen={chosen}
          onChoose={({ id, coordinates }) => {
            setChosen(id);
            if (coordinates !== null) setTarget(boxAround(coordinates, around));
          }}
          empty={empty}
        />
      </div>
    </div>
  );
}

/** The box around all places of a city; around the city's centre if there are none, or if they span the date line. */
function boxOf(places: PlacesOnMap, { coordinates }: City): Box | null {
  const box = boxOfPlaces(places, around);
  if (box !== null && (coordinates === null || box.east - box.west < 180)) return box;
  return coordinates && boxAround(coordinates, 0.1, 0.15);
}
