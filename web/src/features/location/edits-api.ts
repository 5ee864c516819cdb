import { limits } from '#contracts/shared/limits';
import type { PendingEdit } from '#contracts/location/views';
import type { Submission } from '#contracts/moderation/views';

import { api } from '../../lib/api.ts';

/** One of the viewer's edits that still waits. */
export interface WaitingEdit {
  readonly editId: string;
  readonly locationId: string;
  readonly changes: NonNullable<Submission['changes']>;
}

const editApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The viewer's edits that still wait, among their latest contributions; oldest first. */
    listWaitingEdits: build.query<readonly WaitingEdit[], void>({
      query: () => `/api/submissions?limit=${limits.pageMost}`,
      transformResponse: (items: Submission[]) => items.flatMap(waitingEditIn).reverse(),
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

const waitingEditIn = ({ status, editId, entityId, changes }: Submission): readonly WaitingEdit[] =>
  status === 'pending' && editId !== null && changes !== null
    ? [{ editId, locationId: entityId, changes }]
    : [];

export const { useListWaitingEditsQuery, useWithdrawEditMutation } = editApi;
