import { skipToken } from '@reduxjs/toolkit/query';

import { useViewer } from '../../lib/session.ts';
import { useListWaitingEditsQuery, type WaitingEdit } from './edits-api.ts';

export interface MyEdits {
  /** Undefined until the answer has come. */
  readonly edits: readonly WaitingEdit[] | undefined;
  /** The fields' values if all edits applied, the latest last. */
  readonly values: Readonly<Record<string, string | null>>;
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
