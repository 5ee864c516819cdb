import { skipToken } from '@reduxjs/toolkit/query';

import type { PendingEdit } from '#contracts/location/views';
import type { Submission } from '#contracts/moderation/views';
import type { FieldContent } from '#contracts/shared/coordinates';
import { limits } from '#contracts/shared/limits';

import { api } from '../../lib/api.ts';
import { useViewer } from '../../lib/session.ts';

/** One of the viewer's edits that still waits. */
interface WaitingEdit {
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

const { useListWaitingEditsQuery } = editApi;
export const { useWithdrawEditMutation } = editApi;

export interface MyEdits {
  /** Undefined until the answer has come. */
  readonly edits: readonly WaitingEdit[] | undefined;
  /** The fields' values if all edits applied, the latest last. */
  readonly values: Readonly<Record<string, FieldContent>>;
}

/** The viewer's edits of a place that still wait. */
export function useMyEdits(locationId: string): MyEdits {
  const { status } = useViewer();
  const { data, isError } = useListWaitingEditsQuery(status === 'in' ? undefined : skipToken);
  const edits = isError || status === 'out' ? [] : data?.filter((edit) => edit.locationId === locationId);
  const values = Object.fromEntries(
    (edits ?? []).flatMap(({ changes }) =>
      Object.entries(changes).map(([field, { to }]) => [field, to] as const),
    ),
  );
  return { edits, values };
}
