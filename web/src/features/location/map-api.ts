import type { Location, PlacesOnMap } from '#contracts/location/views';
import type { Coordinates } from '#contracts/shared/coordinates';

import { api, listTags, type Page } from '../../lib/api.ts';
import { toPage } from '../../lib/wire.ts';
import type { LocationListQuery } from './api.ts';

/** The filters of a map. */
export type MapFilters = Omit<LocationListQuery, 'limit' | 'page' | 'bbox'>;

interface MapQuery extends MapFilters {
  readonly bbox?: string;
  readonly zoom: number;
}

interface NearQuery extends Omit<LocationListQuery, 'bbox' | 'page'> {
  readonly near: Coordinates;
  /** Kilometres. */
  readonly within: number;
}

const mapApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMap: build.query<PlacesOnMap, MapQuery>({
      query: (params) => ({ url: '/api/map', params: { ...params } }),
      providesTags: [{ type: 'Location', id: 'LIST' }],
      keepUnusedDataFor: 60,
    }),
    /** The nearest places first. The server does not store the point in the request. */
    listNear: build.query<Page<Location>, NearQuery>({
      query: ({ near, ...params }) => ({
        url: '/api/locations',
        params: { ...params, near: nearText(near) },
      }),
      transformResponse: (items: Location[], meta) => toPage(items, meta),
      providesTags: (page) => listTags('Location', page?.items),
      keepUnusedDataFor: 0,
    }),
  }),
});

const nearText = ({ latitude, longitude }: Coordinates): string => `${latitude},${longitude}`;

export const { useGetMapQuery, useListNearQuery } = mapApi;
