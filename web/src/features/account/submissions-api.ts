import { submissionsMost } from '#contracts/page-sizes';
import type { Location } from '#contracts/location/views';
import type { Submission } from '#contracts/moderation/views';

import { api, type ApiError, type Page } from '../../lib/api.ts';
import { pagesOf } from '../../lib/pages.ts';

// The most pending places of the viewer that a city's page reads.
const placesMost = 20;

const submissionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The viewer's contributions, newest first, page by page. */
    browseSubmissions: build.infiniteQuery<Page<Submission>, void, string | null>({
      ...pagesOf<Submission, void>(() => ({ url: '/api/submissions', params: { limit: submissionsMost } })),
      providesTags: ['Submission'],
    }),
    /** The viewer's latest contributions, newest first. */
    listSubmissions: build.query<readonly Submission[], void>({
      query: () => '/api/submissions?limit=500',
      providesTags: ['Submission'],
    }),
    /** The viewer's own pending places in a city; public lists leave them out. */
    ownWaitingIn: build.query<readonly Location[], string>({
      queryFn: async (cityId, _api, _options, ask) => {
        const sent = await ask('/api/submissions?limit=100');
        if (sent.error) return { error: sent.error as ApiError };
        // The casts: the server's contract gives these types.
        const waiting = (sent.data as Submission[]).filter(
          ({ entityType, status }) => entityType === 'location' && status === 'pending',
        );
        const found = await Promise.all(
          waiting.slice(0, placesMost).map(async ({ entityId }) => await ask(`/api/locations/${entityId}`)),
        );
        const places = found.flatMap(({ data }) => (data === undefined ? [] : [data as Location]));
        return { data: places.filter((place) => place.cityId === cityId) };
      },
      providesTags: ['Submission', 'Location'],
    }),
  }),
});

export const { useListSubmissionsQuery, useBrowseSubmissionsInfiniteQuery, useOwnWaitingInQuery } =
  submissionsApi;
