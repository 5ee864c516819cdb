import { skipToken } from '@reduxjs/toolkit/query';

import type { PendingEdit } from '#contracts/location/views';
import type { Submission } from '#contracts/moderation/views';
import type { FieldContent } from '#contracts/shared/coordinates';

import { api } from '../../lib/api.ts';
import { useViewer } from '../../lib/session.ts';
import { useListSubmissionsQuery } from '../account/submissions-api.ts';

/** One of the viewer's pending edits. */
interface WaitingEdit {
  readonly editId: string;
  readonly locationId: string;
  readonly changes: NonNullable<Submission['changes']>;
}

const editApi = api.injectEndpoints({
  endpoints: (build) => ({
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

export const { useWithdrawEditMutation } = editApi;

export interface MyEdits {
  /** Undefined until the response has come. */
  readonly edits: readonly WaitingEdit[] | undefined;
  /** The fields' values after all edits, the latest applied last. */
  readonly values: Readonly<Record<string, FieldContent>>;
}

/** The viewer's pending edits of a place. */
export function useMyEdits(locationId: string): MyEdits {
  const { status } = useViewer();
  const { data, isError } = useListSubmissionsQuery(status === 'in' ? undefined : skipToken);
  const edits =
    isError || status === 'out'
      ? []
      : data
          ?.flatMap(waitingEditIn)
          .filter((edit) => edit.locationId === locationId)
          .reverse();
  const values = Object.fromEntries(
    (edits ?? []).flatMap(({ changes }) =>
      Object.entries(changes).map(([field, { to }]) => [field, to] as const),
    ),
  );
  return { edits, values };
}
