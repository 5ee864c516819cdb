import type { Stats } from '#contracts/location/views';

import { api } from '../../lib/api.ts';

const statsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStats: build.query<Stats, void>({ query: () => '/api/stats', providesTags: ['Stats'] }),
  }),
});

export const { useGetStatsQuery } = statsApi;
