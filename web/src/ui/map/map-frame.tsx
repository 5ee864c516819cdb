import { useState } from 'react';

import { useGetAboutQuery } from '../../lib/about-api.ts';
import { late } from '../../lib/late.ts';
import { Hydrated } from '../hydrated.tsx';
import { Spinner } from '../loading.tsx';
import type { MapCanvasProps } from './map-canvas.tsx';

const MapCanvas = late(() => import('./map-canvas.tsx').then((m) => m.MapCanvas));

interface MapFrameProps extends Omit<MapCanvasProps, 'background'> {
  /** A sentence that says what to do without the map. */
  readonly without?: string;
}

/** A map that fills its box and loads at once; if the browser cannot draw it, a sentence says so. */
export function MapFrame(props: MapFrameProps) {
  const { data: about } = useGetAboutQuery();
  if (about === undefined) return <Waiting />;
  return (
    <Hydrated before={<Waiting />}>
      <InBrowser background={about.map} {...props} />
    </Hydrated>
  );
}

interface MapInPageProps extends Omit<MapFrameProps, 'isInPage'> {
  /** The class of its height. */
  readonly height: string;
}

/** A map in a box as wide as the text around it. */
export const MapInPage = ({ height, ...props }: MapInPageProps) => (
  <div className={`overflow-hidden rounded-lg border border-line ${height}`}>
    <MapFrame {...props} isInPage />
  </div>
);

interface InBrowserProps extends MapCanvasProps, Pick<MapFrameProps, 'without'> {}

function InBrowser({ without = 'The list has everything that is on it.', ...props }: InBrowserProps) {
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
