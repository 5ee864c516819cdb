import type { Light } from '#contracts/light/views';

import { api } from '../../lib/api.ts';

interface LightQuery {
  readonly id: string;
  /** YYYY-MM-DD; by default today at the place. */
  readonly date?: string;
}

const lightAt =
  (places: 'cities' | 'locations') =>
  ({ id, date }: LightQuery) => ({
    url: `/api/${places}/${encodeURIComponent(id)}/light`,
    params: date === undefined ? {} : { date },
  });

const lightApi = api.injectEndpoints({
  endpoints: (build) => ({
    getLocationLight: build.query<Light, LightQuery>({
      query: lightAt('locations'),
      providesTags: (_light, _error, { id }) => [{ type: 'Location', id }],
      // Today's light is valid until the day ends.
      keepUnusedDataFor: 60,
    }),
    getCityLight: build.query<Light, LightQuery>({
      query: lightAt('cities'),
      providesTags: (_light, _error, { id }) => [{ type: 'City', id }],
      keepUnusedDataFor: 60,
    }),
  }),
});

export const { useGetLocationLightQuery, useGetCityLightQuery } = lightApi;
