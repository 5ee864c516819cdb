import { use, useEffect, useEffectEvent, useState } from 'react';

import { isInBox, squareAround, wholeWorld } from '#contracts/location/map-address';
import type { Box } from '#contracts/location/queries';
import type { Coordinates } from '#contracts/shared/coordinates';
import { coordinatesText } from '#contracts/shared/coordinates-text';

import { fineDecimals, rounded } from '../../lib/position.ts';
import { Button } from '../button.tsx';
import { MapInPage } from './map-frame.tsx';
import { OnMap, Pinned } from './pin.tsx';

interface PointMapProps {
  readonly at: Coordinates | undefined;
  /** The initial centre without a point; without either, the map shows the world. */
  readonly around: Coordinates | undefined;
  readonly onChange: (at: Coordinates) => void;
}

/** A map on which people choose a point. */
export function PointMap({ at, around, onChange }: PointMapProps) {
  const [view, setView] = useState<Box | null>(null);
  const box = useBox(at, around, view);
  return (
    <div>
      <MapInPage
        height="h-80"
        label="Map for the coordinates"
        without="The field takes the coordinates as text."
        box={box}
        onView={({ box: now }) => setView(now)}
      >
        <PointOnMap at={at} onChange={(to) => onChange(rounded(to, fineDecimals))} />
      </MapInPage>
      <p className="mt-2 text-sm text-soft">
        Press on the map, or drag the pin. Arrow keys move the pin when it has the focus, with Shift farther.
      </p>
    </div>
  );
}

/** Degrees of latitude around a point, and around a city's middle. */
const aroundPoint = 0.012;
const aroundCity = 0.06;

/** The view of the map: a new box once the point is outside the current view. */
function useBox(at: Coordinates | undefined, around: Coordinates | undefined, view: Box | null): Box {
  const boxNow = () =>
    at ? squareAround(at, aroundPoint) : around ? squareAround(around, aroundCity) : wholeWorld;
  const shown = at ?? around;
  const key = shown && coordinatesText(shown);
  const [aim, setAim] = useState(() => ({ key, isAtPoint: at !== undefined, box: boxNow() }));
  if (aim.key !== key) {
    // After its point is removed, the map stays where it is.
    const isKept = at ? view !== null && isInBox(view, at) : aim.isAtPoint;
    setAim({ key, isAtPoint: at !== undefined, box: isKept ? aim.box : boxNow() });
  }
  return aim.box;
}

interface PointOnMapProps {
  readonly at: Coordinates | undefined;
  readonly onChange: (at: Coordinates) => void;
}

/** Pixels that an arrow key moves the pin, alone and with Shift. */
const step = 8;
const wideStep = 64;
const directions: Readonly<Record<string, readonly [right: number, below: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function PointOnMap({ at, onChange }: PointOnMapProps) {
  const map = use(OnMap);
  const choose = useEffectEvent(onChange);
  useEffect(() => map?.onPress((pressed) => choose(pressed)), [map]);
  if (map === null) return null;
  const moveBy = (event: React.KeyboardEvent, from: Coordinates) => {
    const direction = directions[event.key];
    if (direction === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    // Otherwise the map would move too.
    event.stopPropagation();
    const [right, below] = direction;
    const far = event.shiftKey ? wideStep : step;
    onChange(map.beside(from, right * far, below * far));
  };
  return (
    <>
      <div className="absolute top-3 left-3">
        <Button onClick={() => onChange(map.middle())}>Put the pin in the middle</Button>
      </div>
      {at && (
        <Pinned at={at} onDragged={onChange}>
          <button
            type="button"
            aria-roledescription="movable pin"
            aria-label={`Pin at ${coordinatesText(at)}`}
            onKeyDown={(event) => moveBy(event, at)}
            className="grid size-11 cursor-move touch-none place-items-center rounded-full"
          >
            <span className="grid size-7 place-items-center rounded-full border-4 border-accent bg-raised">
              <span className="size-2 rounded-full bg-ink" />
            </span>
          </button>
        </Pinned>
      )}
    </>
  );
}
