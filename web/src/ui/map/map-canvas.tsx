import {
  addProtocol,
  Map as MapLibre,
  ScaleControl,
  setWorkerUrl,
  type StyleSpecification,
  Marker,
  type LngLat,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { Minus, Plus } from 'lucide-react';
import { PMTiles, Protocol, TileType } from 'pmtiles';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';

import { boxOnEarth, zoomOf, type MapView } from '#contracts/location/map-address';
import type { Box } from '#contracts/location/queries';
import { mapTilesPath, type MapBackground } from '#contracts/shared/about';
import type { Coordinates } from '#contracts/shared/coordinates';
import { escapeHtml } from '#contracts/shared/escape-html';

import { IconButton } from '../button.tsx';
import { coloursNow, outlineStyle, tilesStyle } from './map-styles.ts';
import styles from './map.css?raw';
import { OnMap, type MapParts } from './pin.tsx';
import { loadOutline, type Outline } from './outline.ts';

export interface MapCanvasProps {
  /** The accessible name. */
  readonly label: string;
  readonly background: MapBackground;
  /** The view; the map moves there for each new object. */
  readonly box: Box;
  /** Called with the view: at the beginning, when the size has changed, and when the map has moved (`isMoved`). */
  readonly onView?: (view: MapView, isMoved: boolean) => void;
  /** Inside a page that scrolls: scrolling and one finger move the page, not the map. It is close, so it has a scale. */
  readonly isInPage?: boolean;
  /** Pins and other elements on the map. */
  readonly children?: ReactNode;
}

/** A map. The page must also show everything on it as text. */
export function MapCanvas({ children, label, ...rest }: MapCanvasProps) {
  const [container, setContainer] = useState<HTMLDivElement | null>(null);
  const { map, isDrawn } = useMap(container, { label, ...rest });
  const parts = useMemo(() => map && partsOf(map), [map]);
  return (
    <div data-map aria-busy={!isDrawn} className="relative size-full overflow-hidden bg-sunk">
      <div ref={setContainer} className="size-full" />
      {map !== null && (
        <>
          <div className="absolute top-3 right-3 flex flex-col gap-2">
            <IconButton
              label="Zoom in"
              tone="floating"
              className="size-11!"
              onClick={() => map.zoomIn({}, asked)}
            >
              <Plus size={20} aria-hidden />
            </IconButton>
            <IconButton
              label="Zoom out"
              tone="floating"
              className="size-11!"
              onClick={() => map.zoomOut({}, asked)}
            >
              <Minus size={20} aria-hidden />
            </IconButton>
          </div>
          <OnMap value={parts}>{children}</OnMap>
        </>
      )}
    </div>
  );
}

/** Marks move events that this page caused. */
const asked = { isAsked: true };

const highestZoom = 19;
/** The greatest zoom for a box: closer in, a map without tiles shows nothing. */
const closestFit = 15;

function useMap(
  container: HTMLDivElement | null,
  { label, background, box, onView, isInPage = false }: MapCanvasProps,
): { readonly map: MapLibre | null; readonly isDrawn: boolean } {
  const [map, setMap] = useState<MapLibre | null>(null);
  const [isDrawn, setDrawn] = useState(false);
  const latest = useRef({ box, onView });
  useEffect(() => {
    latest.current = { box, onView };
  });
  const { kind, styleUrl, attribution } = background;
  useEffect(() => {
    if (container === null) return;
    const made = new MapLibre({
      container,
      bounds: boundsOf(latest.current.box),
      fitBoundsOptions: { maxZoom: closestFit },
      maxZoom: highestZoom,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      cooperativeGestures: isInPage,
      // Otherwise the canvas is empty on paper.
      canvasContextAttributes: { preserveDrawingBuffer: true },
      attributionControl: {
        compact: false,
        ...(attribution === null ? {} : { customAttribution: escapeHtml(attribution) }),
      },
      locale: { 'Map.Title': label },
    });
    made.touchZoomRotate.disableRotation();
    made.keyboard.disableRotation();
    if (isInPage) made.addControl(new ScaleControl(), 'bottom-left');
    const tellView = (isMoved: boolean) => {
      const bounds = made.getBounds();
      const [west, south, east, north] = [
        bounds.getWest(),
        bounds.getSouth(),
        bounds.getEast(),
        bounds.getNorth(),
      ];
      const box = boxOnEarth({ west, south, east, north });
      latest.current.onView?.({ box, zoom: zoomOf(made.getZoom()) }, isMoved);
    };
    // MapLibre reports a resize as a move too, but it comes from neither a gesture nor this page.
    made.on('moveend', (event) => tellView('originalEvent' in event || 'isAsked' in event));
    void made.once('load', () => setDrawn(true));
    tellView(false);
    setMap(made);
    const ground = layGround(made, { kind, styleUrl, attribution });
    return () => {
      ground.stop();
      setMap(null);
      setDrawn(false);
      made.remove();
    };
  }, [container, kind, styleUrl, attribution, label, isInPage]);

  const fitted = useRef(box);
  useEffect(() => {
    if (map === null || fitted.current === box) return;
    fitted.current = box;
    // A flight that starts before the first picture is lost.
    map.fitBounds(boundsOf(box), { maxZoom: closestFit, animate: isDrawn }, asked);
  }, [map, box, isDrawn]);
  return { map, isDrawn };
}

/** The latitude at which the map's projection ends, short of the poles. */
const lastParallel = 85;
const onMap = (latitude: number): number => Math.min(lastParallel, Math.max(-lastParallel, latitude));
const boundsOf = ({ west, south, east, north }: Box): [number, number, number, number] => [
  west,
  onMap(south),
  east < west ? east + 360 : east,
  onMap(north),
];

/** Shows the background, and again when the theme changes; if it cannot be loaded, the outline of the world. */
function layGround(map: MapLibre, { kind, styleUrl }: MapBackground): { stop: () => void } {
  let outline: Outline | undefined;
  let isOutline = kind === 'outline';
  let stopped = false;
  const styleNow = async (): Promise<StyleSpecification | string> => {
    if (!isOutline && styleUrl !== null) return styleUrl;
    if (!isOutline) {
      try {
        return tilesStyle(await readTiles(), coloursNow());
      } catch (error) {
        console.error('The map shows the outline of the world', error);
        isOutline = true;
      }
    }
    outline ??= await loadOutline();
    return outlineStyle(outline, coloursNow());
  };
  const lay = () =>
    void styleNow().then(
      (style) => {
        if (!stopped) map.setStyle(style);
      },
      (error: unknown) => console.error('The map has no background', error),
    );
  let hasStyle = false;
  map.on('style.load', () => {
    hasStyle = true;
  });
  map.on('error', ({ error }) => {
    console.error('The map', error);
    if (isOutline || hasStyle) return;
    isOutline = true;
    lay();
  });
  const theme = matchMedia('(prefers-color-scheme: dark)');
  theme.addEventListener('change', lay);
  lay();
  return {
    stop: () => {
      stopped = true;
      theme.removeEventListener('change', lay);
    },
  };
}

// MapLibre's styles, its worker from this server, and its reader for tile files.
const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
document.adoptedStyleSheets.push(sheet);
setWorkerUrl(new URL(workerUrl, location.href).href);
const protocol = new Protocol({ metadata: true });
addProtocol('pmtiles', protocol.tile);

/** @throws Error if the file cannot be read */
async function readTiles() {
  const url = new URL(mapTilesPath, location.href).href;
  const tiles = new PMTiles(url);
  protocol.add(tiles);
  const { tileType } = await tiles.getHeader();
  return { url: `pmtiles://${url}`, areVectors: tileType === TileType.Mvt };
}

const pointAt = (at: LngLat): Coordinates => {
  const { lat, lng } = at.wrap();
  return { latitude: lat, longitude: lng };
};

/** The functions that child components of this map use. */
const partsOf = (map: MapLibre): MapParts => ({
  put: (element, { latitude, longitude }, onDragged) => {
    const marker = new Marker({ element, draggable: onDragged !== undefined })
      .setLngLat([longitude, onMap(latitude)])
      .addTo(map);
    // Its content has an accessible name of its own.
    element.removeAttribute('aria-label');
    element.removeAttribute('role');
    marker.on('dragend', () => onDragged?.(pointAt(marker.getLngLat())));
    return {
      moveTo: (to) => void marker.setLngLat([to.longitude, onMap(to.latitude)]),
      remove: () => void marker.remove(),
    };
  },
  onPress: (pressed) => {
    const listening = map.on('click', ({ lngLat, originalEvent }) => {
      // A press on an element of the map is meant for that element.
      if (originalEvent.target === map.getCanvas()) pressed(pointAt(lngLat));
    });
    return () => listening.unsubscribe();
  },
  middle: () => pointAt(map.getCenter()),
  beside: ({ latitude, longitude }, right, below) => {
    const { x, y } = map.project([longitude, onMap(latitude)]);
    return pointAt(map.unproject([x + right, y + below]));
  },
});
