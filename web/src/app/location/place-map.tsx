import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import type { Light } from '#contracts/light/views';
import { boxOnEarth, boxText, squareAround } from '#contracts/location/map-address';
import type { Location } from '#contracts/location/views';
import { pathOf } from '#contracts/screens';
import type { Coordinates } from '#contracts/shared/coordinates';

import { MapInPage } from '../../ui/map/map-frame.tsx';
import { Pin } from '../../ui/map/pin.tsx';
import { useGetLocationLightQuery } from '../../features/light/light-api.ts';
import { clockOf, windOf } from '../../features/light/light-words.ts';
import { SunRays } from '../../features/light/sun-rays.tsx';
import { useGetMapQuery } from '../../features/location/map-api.ts';

interface PlaceMapProps {
  readonly place: Pick<Location, 'id' | 'name'>;
  readonly at: Coordinates;
}

/** Degrees of latitude around the place. */
const around = 0.012;
/** A zoom at which the server forms no clusters. */
const closest = 20;

/** A place on its map, with its neighbours and the sun's position. */
export function PlaceMap({ place: { id, name }, at }: PlaceMapProps) {
  const { data: light } = useGetLocationLightQuery({ id });
  const [step, setStep] = useState<number | null>(null);
  const navigate = useNavigate();
  const box = useMemo(() => squareAround(at, around), [at]);
  const { data: shown } = useGetMapQuery({ bbox: boxText(boxOnEarth(box)), zoom: closest });
  const neighbours = shown?.places.filter((each) => each.id !== id) ?? [];
  const hour = light && (light.sun[step ?? stepAtNoon(light)] ?? light.sun[0]);
  return (
    <div>
      <MapInPage height="h-96" label={`Map of ${name}. What is near stands in the list.`} box={box}>
        {neighbours.map((each) => (
          <Pin
            key={each.id}
            at={each}
            label={each.name}
            onPress={() => void navigate(pathOf('location', each.id))}
          />
        ))}
        <Pin
          at={at}
          label={name}
          isChosen
          onPress={() => undefined}
          around={
            light && hour && <SunRays light={light} azimuth={hour.altitude > 0 ? hour.azimuth : null} />
          }
        />
      </MapInPage>
      {light && hour && (
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1">
          <input
            type="range"
            aria-label="Hour"
            aria-valuetext={sunText(hour)}
            min={0}
            max={light.sun.length - 1}
            value={step ?? stepAtNoon(light)}
            onChange={({ target }) => setStep(Number(target.value))}
            className="h-11 min-w-40 flex-1 accent-accent print:hidden"
          />
          <p className="text-sm text-soft tabular-nums">{sunText(hour)}</p>
        </div>
      )}
    </div>
  );
}

const stepAtNoon = ({ sun, solarNoon }: Light): number => {
  const noon = Date.parse(solarNoon);
  return Math.max(
    0,
    sun.findIndex(({ at }) => Date.parse(at) >= noon),
  );
};

type Step = Light['sun'][number];

/** '14:20: sun in the SW, 34° high'. */
const sunText = ({ at, altitude, azimuth }: Step): string =>
  altitude > 0
    ? `${clockOf(at)}: sun in the ${windOf(azimuth)}, ${Math.round(altitude)}° high`
    : `${clockOf(at)}: the sun is down`;
