import type { CreateCity, UpdateCity } from '#contracts/city/commands';
import { initialLimits } from '#contracts/initial';
import type { City } from '#contracts/city/views';

import { api, listTags, type Page } from '../../lib/api.ts';
import { itemsOf, pagesOf } from '../../lib/pages.ts';
import { toPage } from '../../lib/wire.ts';

interface CityListQuery {
  readonly search?: string;
  readonly limit?: number;
  /** The start of the page in the list, from 1. */
  readonly page?: number;
}

/** Deleting or changing a city affects its locations too. */
const cityAndBelow = (id: string) => [
  { type: 'City' as const, id },
  { type: 'City' as const, id: 'LIST' },
  'Location' as const,
  'Trending' as const,
  'Stats' as const,
  'Queue' as const,
  'Submission' as const,
];

export const cityApi = api.injectEndpoints({
  endpoints: (build) => ({
    listCities: build.query<Page<City>, CityListQuery | void>({
      query: (params) => ({ url: '/api/cities', params: { ...params } }),
      transformResponse: (items: City[], meta) => toPage(items, meta),
      providesTags: (page) => listTags('City', page?.items),
    }),
    /** The same list, page by page, for 'Show more'. */
    browseCities: build.infiniteQuery<Page<City>, CityListQuery, string | null>({
      ...pagesOf<City, CityListQuery>((query) => ({
        url: '/api/cities',
        params: { limit: initialLimits.pageDefault, ...query },
      })),
      providesTags: (data) => listTags('City', itemsOf(data)),
    }),
    getCity: build.query<City, string>({
      query: (id) => `/api/cities/${encodeURIComponent(id)}`,
      providesTags: (_city, _error, id) => [{ type: 'City', id }],
    }),
    createCity: build.mutation<City, CreateCity>({
      query: (body) => ({ url: '/api/cities', method: 'POST', body }),
      invalidatesTags: (city) => (city ? cityAndBelow(city.id) : []),
    }),
    updateCity: build.mutation<City, UpdateCity & { id: string }>({
      query: ({ id, ...body }) => ({ url: `/api/cities/${id}`, method: 'PUT', body }),
      invalidatesTags: (_city, _error, { id }) => [...cityAndBelow(id), 'History'],
    }),
    deleteCity: build.mutation<null, string>({
      query: (id) => ({ url: `/api/cities/${id}`, method: 'DELETE' }),
      // Not the city itself: the page that shows it is about to close, and would fetch a deleted city.
      invalidatesTags: (_city, error) =>
        error ? [] : [{ type: 'City', id: 'LIST' }, 'Location', 'Trending', 'Stats', 'Queue'],
    }),
    withdrawCity: build.mutation<City, string>({
      query: (id) => ({ url: `/api/cities/${id}/withdraw`, method: 'POST' }),
      invalidatesTags: (_city, _error, id) => cityAndBelow(id),
    }),
  }),
});

export const {
  useListCitiesQuery,
  useBrowseCitiesInfiniteQuery,
  useGetCityQuery,
  useCreateCityMutation,
  useUpdateCityMutation,
  useDeleteCityMutation,
  useWithdrawCityMutation,
} = cityApi;
