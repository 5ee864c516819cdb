import type { City } from '#contracts/city/views';
import type { Location } from '#contracts/location/views';
import { escapeHtml } from '#contracts/shared/escape-html';
import { limits } from '#contracts/shared/limits';

import { reportFailure, type Thunk } from '../../lib/session-calls.ts';
import { locationApi } from '../location/api.ts';

type Place = Pick<Location, 'name' | 'description' | 'coordinates'>;

/** A GPX 1.1 file of the places that have coordinates, in their order. */
export function gpxOf(title: string, places: readonly Place[]): string {
  const points = places.flatMap(({ name, description, coordinates }) =>
    coordinates === null
      ? []
      : [
          `  <wpt lat="${coordinates.latitude}" lon="${coordinates.longitude}">`,
          `    <name>${escapeHtml(name)}</name>`,
          `    <desc>${escapeHtml(description)}</desc>`,
          '  </wpt>',
        ],
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Lightfall" xmlns="http://www.topografix.com/GPX/1/1">',
    `  <metadata><name>${escapeHtml(title)}</name></metadata>`,
    ...points,
    '</gpx>',
    '',
  ].join('\n');
}

/** Offers the file of these places as a download. */
export function downloadGpx(title: string, places: readonly Place[]): void {
  const url = URL.createObjectURL(new Blob([gpxOf(title, places)], { type: 'application/gpx+xml' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'places'}.gpx`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Downloads a city's places, the newest 500. */
export const downloadCity =
  ({ id, name }: Pick<City, 'id' | 'name'>): Thunk =>
  async (dispatch) => {
    const asked = locationApi.endpoints.listLocations.initiate({ city: id, limit: limits.pageMost });
    const response = await dispatch(asked);
    if (response.data === undefined) reportFailure(response.error, 'The places could not be loaded');
    else downloadGpx(name, response.data.items);
  };
