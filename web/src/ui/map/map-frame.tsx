import { useState } from 'react';

import { late } from '../../lib/late.ts';
import { Hydrated } from '../hydrated.tsx';
import { Spinner } from '../loading.tsx';
import type { MapCanvasProps } from './map-canvas.tsx';

const MapCanvas = late(() => import('./map-canvas.tsx').then((m) => m.MapCanvas));

interface MapFrameProps extends MapCanvasProps {
  /** A sentence that says what to do without the map. */
  readonly without?: string;
}

/** A map that fills its box and loads at once; if the browser cannot draw it, a sentence says so. */
export function MapFrame(props: MapFrameProps) {
  return (
    <Hydrated before={<Waiting />}>
      <InBrowser {...props} />
    </Hydrated>
  );
}

function InBrowser({ without = 'The list has everything that is on it.', ...props }: MapFrameProps) {
  const [canDraw] = useState(hasWebGl);
  if (!canDraw)
    return (
      <p className="grid size-full place-items-center bg-sunk p-6 text-center text-md text-soft">
        This browser cannot draw the map (WebGL is missing). {without}
      </p>
    );
  return <MapCanvas {...props} />;
}

const Waiting = () => (
  <p className="grid size-full place-content-center bg-sunk text-md text-soft">
    <span className="flex items-center gap-3">
      <Spinner /> Loading the map...
    </span>
  </p>
);

function hasWebGl(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null;
  } catch {
    return false;
  }
}
