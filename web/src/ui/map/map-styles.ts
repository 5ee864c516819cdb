import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';

import type { Outline } from './outline.ts';

/** The colours of a map, in the style's own syntax. */
interface MapColours {
  readonly water: string;
  readonly land: string;
  readonly green: string;
  readonly building: string;
  readonly road: string;
  readonly border: string;
  readonly text: string;
}

const light: MapColours = {
  water: '#d3dfe2',
  land: '#f7f3ea',
  green: '#e3e8d3',
  building: '#ebe4d7',
  road: '#ffffff',
  border: '#c3b6a2',
  text: '#4d483f',
};
const dark: MapColours = {
  water: '#15191e',
  land: '#272a30',
  green: '#293029',
  building: '#30333a',
  road: '#3d4149',
  border: '#575c65',
  text: '#c9c4ba',
};

/** The colours of the page's theme at this moment. */
export const coloursNow = (): MapColours =>
  getComputedStyle(document.documentElement).colorScheme === 'dark' ? dark : light;

/**
 * The zooms between which the outline (accurate to some kilometres) fades to plain ground: closer in, it would draw
 * places in the water.
 */
const outlineEnds = [8, 10] as const;

export function outlineStyle({ land, borders }: Outline, colours: MapColours): StyleSpecification {
  const [whole, gone] = outlineEnds;
  const faded: ExpressionSpecification = ['interpolate', ['linear'], ['zoom'], whole, 1, gone, 0];
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: land, attribution: 'Natural Earth', maxzoom: 10 },
      borders: { type: 'geojson', data: borders, maxzoom: 10 },
    },
    layers: [
      {
        id: 'water',
        type: 'background',
        paint: {
          'background-color': ['interpolate', ['linear'], ['zoom'], whole, colours.water, gone, colours.land],
        },
      },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colours.land } },
      {
        id: 'shore',
        type: 'line',
        source: 'land',
        paint: { 'line-color': colours.border, 'line-width': 0.6, 'line-opacity': faded },
      },
      {
        id: 'borders',
        type: 'line',
        source: 'borders',
        paint: {
          'line-color': colours.border,
          'line-width': 0.8,
          'line-dasharray': [3, 2],
          'line-opacity': faded,
        },
      },
    ],
  };
}

export interface TilesStyle {
  /** The tile URLs in MapLibre's form. */
  readonly url: string;
  /** Whether tiles are vectors in the schema of Protomaps; otherwise they are pictures. */
  readonly areVectors: boolean;
}

export function tilesStyle({ url, areVectors }: TilesStyle, colours: MapColours): StyleSpecification {
  return {
    version: 8,
    sources: { tiles: areVectors ? { type: 'vector', url } : { type: 'raster', url, tileSize: 256 } },
    layers: [
      { id: 'water-below', type: 'background', paint: { 'background-color': colours.water } },
      ...(areVectors
        ? vectorLayers(colours)
        : [{ id: 'pictures', type: 'raster' as const, source: 'tiles' }]),
    ],
  };
}

function vectorLayers(colours: MapColours): LayerSpecification[] {
  const of = (id: string, layer: string) => ({ id, source: 'tiles', 'source-layer': layer });
  const road = (
    id: string,
    kinds: readonly string[],
    widths: readonly [number, number],
  ): LayerSpecification => ({
    ...of(id, 'roads'),
    type: 'line',
    filter: ['in', ['get', 'kind'], ['literal', kinds]],
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': colours.road,
      'line-width': ['interpolate', ['exponential', 1.5], ['zoom'], 8, widths[0], 18, widths[1]],
    },
  });
  const named = (id: string, kinds: readonly string[], size: number): LayerSpecification => ({
    ...of(id, 'places'),
    type: 'symbol',
    filter: ['in', ['get', 'kind'], ['literal', kinds]],
    layout: {
      'text-field': ['coalesce', ['get', 'name:en'], ['get', 'name']],
      // The style names no glyphs, so text uses the browser's own font.
      'text-font': ['Instrument Sans Variable', 'sans-serif'],
      'text-size': size,
      'text-max-width': 8,
    },
    paint: { 'text-color': colours.text, 'text-halo-color': colours.land, 'text-halo-width': 1.2 },
  });
  const green = ['park', 'forest', 'wood', 'nature_reserve', 'national_park', 'grass', 'grassland', 'meadow'];
  return [
    { ...of('earth', 'earth'), type: 'fill', paint: { 'fill-color': colours.land } },
    {
      ...of('green', 'landuse'),
      type: 'fill',
      filter: ['in', ['get', 'kind'], ['literal', green]],
      paint: { 'fill-color': colours.green },
    },
    {
      ...of('water', 'water'),
      type: 'fill',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': colours.water },
    },
    {
      ...of('streams', 'water'),
      type: 'line',
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': colours.water, 'line-width': 1.2 },
    },
    {
      ...of('buildings', 'buildings'),
      type: 'fill',
      minzoom: 14,
      paint: { 'fill-color': colours.building },
    },
    road('paths', ['path'], [0, 2]),
    road('streets', ['minor_road', 'other'], [0, 12]),
    road('roads', ['major_road'], [0.6, 18]),
    road('highways', ['highway'], [1, 22]),
    {
      ...of('borders', 'boundaries'),
      type: 'line',
      paint: { 'line-color': colours.border, 'line-width': 0.8, 'line-dasharray': [3, 2] },
    },
    named('districts', ['neighbourhood', 'macrohood'], 12),
    named('towns', ['locality'], 13),
    named('countries', ['country', 'region'], 14),
  ];
}
