import type { Suggestions } from '#contracts/location/views';

import { api } from '../../lib/api.ts';

const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    suggest: build.query<Suggestions, string>({
      query: (q) => ({ url: '/api/suggest', params: { q } }),
      providesTags: ['City', 'Location'],
      keepUnusedDataFor: 60,
    }),
  }),
});

export const { useSuggestQuery } = searchApi;
