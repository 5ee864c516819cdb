import type { PendingEdit } from '#contracts/views/edit';
import type { Submission } from '#contracts/views/other';

import { api, type Page } from '../../app/api.ts';
import { toPage } from '../../app/wire.ts';

const perPage = 100;

export const editApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What the viewer sent in, newest first; `path` is that of a later page. */
    listSubmissions: build.query<Page<Submission>, { readonly path?: string }>({
      query: ({ path }) => path ?? `/api/submissions?limit=${perPage}`,
      transformResponse: (items: Submission[], meta) => toPage(items, meta),
      providesTags: ['Submission'],
    }),
    withdrawEdit: build.mutation<PendingEdit, { readonly id: string; readonly editId: string }>({
      query: ({ id, editId }) => ({
        url: `/api/locations/${id}/edits/${editId}/withdraw`,
        method: 'POST',
      }),
      invalidatesTags: ['Submission'],
    }),
  }),
});

export const { useListSubmissionsQuery, useWithdrawEditMutation } = editApi;
