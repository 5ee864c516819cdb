import { useState } from 'react';
import { Link } from 'react-router-dom';

import { boxAround, wholeWorld } from '#contracts/location/map-address';
import type { Location } from '#contracts/location/views';
import { pathOf } from '#contracts/screens';

import { MapInPage } from '../../ui/map/map-frame.tsx';
import { Pin } from '../../ui/map/pin.tsx';
import { useGetLocationLightQuery } from '../../features/light/light-api.ts';
import { SunRays } from '../../features/light/sun-rays.tsx';
import { boxOfPlaces } from '../map/box-of-places.ts';
import { LightLine } from './light-line.tsx';

interface ListMapProps {
  readonly places: readonly Location[];
  /** The day whose light is shown, as YYYY-MM-DD; null for today at the place. */
  readonly date: string | null;
  /** The place chosen on the map or in the list. */
  readonly chosen: string | null;
  /** The place chosen in the list; the map moves there for each new object. */
  readonly target: Location | null;
  readonly onChoose: (id: string) => void;
}

/** Degrees around a place. */
const around = 0.02;

/** The places of a list, numbered in its order, with the light of its day at the chosen one. */
export function ListMap({ places, date, chosen, target, onChoose }: ListMapProps) {
  const points = places.flatMap(({ coordinates }) => coordinates ?? []);
  const [whole] = useState(() => boxOfPlaces({ places: points, clusters: [] }, around) ?? wholeWorld);
  const [aim, setAim] = useState({ target, box: whole });
  if (aim.target !== target)
    setAim({ target, box: target?.coordinates ? boxAround(target.coordinates, around) : aim.box });
  const place = places.find(({ id }) => id === chosen);
  return (
    <>
      <MapInPage height="h-96" label="Map of the list. Its places stand below." box={aim.box}>
        {places.map(
          ({ id, name, coordinates }, index) =>
            coordinates && (
              <Pin
                key={id}
                at={coordinates}
                label={`${index + 1}. ${name}`}
                isChosen={id === chosen}
                onPress={() => onChoose(id)}
                around={id === chosen && <SunOfDay id={id} date={date} />}
              >
                {index + 1}
              </Pin>
            ),
        )}
      </MapInPage>
      {place && (
        <div className="mt-3">
          <Link
            to={pathOf('location', place.id)}
            className="text-lg wrap-anywhere underline-offset-4 hover:underline"
          >
            {place.name}
          </Link>
          <LightLine id={place.id} date={date} />
        </div>
      )}
    </>
  );
}

/** Where the sun rises and sets at a place. */
function SunOfDay({ id, date }: { readonly id: string; readonly date: string | null }) {
  const { data: light } = useGetLocationLightQuery({ id, ...(date !== null && { date }) });
  return light && <SunRays light={light} azimuth={null} />;
}
