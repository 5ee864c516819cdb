import type { Suggestions } from '#contracts/location/views';

import { api } from '../../lib/api.ts';

/** The minimum number of letters for suggestions. */
export const leastLetters = 2;

export const suggestApi = api.injectEndpoints({
  endpoints: (build) => ({
    suggest: build.query<Suggestions, string>({
      query: (q) => ({ url: '/api/suggest', params: { q } }),
      providesTags: ['City', 'Location'],
      keepUnusedDataFor: 60,
    }),
  }),
});

export const { useSuggestQuery } = suggestApi;
