import { submissionsMost } from '#contracts/page-sizes';
import type { Location } from '#contracts/location/views';
import type { Submission } from '#contracts/moderation/views';

import { api, type ApiError, type Page } from '../../lib/api.ts';
import { pagesOf } from '../../lib/pages.ts';

// At most this many of the viewer's waiting places are read for a city's page.
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
    /** The viewer's own places that wait in a city; no public list contains them. */
    ownWaitingIn: build.query<readonly Location[], string>({
      queryFn: async (cityId, _api, _options, ask) => {
        const sent = await ask('/api/submissions?limit=100');
        if (sent.error) return { error: sent.error as ApiError };
        // The casts: the answers have these types by the server's contract.
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
