import type { Sample } from '#contracts/city/views';

import { api, everyTag } from '../../../lib/api.ts';

const sampleApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSample: build.query<Sample, void>({
      query: () => '/api/admin/sample',
      providesTags: [{ type: 'City', id: 'LIST' }],
    }),
    removeSample: build.mutation<void, void>({
      query: () => ({ url: '/api/admin/sample', method: 'DELETE' }),
      invalidatesTags: (_answer, error) => (error ? [] : everyTag),
    }),
  }),
});

export const { useGetSampleQuery, useRemoveSampleMutation } = sampleApi;
