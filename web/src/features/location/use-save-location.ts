import type { CreateLocation, UpdateLocation } from '#contracts/location/commands';
import type { Location } from '#contracts/location/views';
import { successTexts } from '#contracts/shared/texts';

import { isRefusal } from '../../lib/session-calls.ts';
import type { ToastContent } from '../../lib/toast.ts';
import { reviewNote } from '../account/own-contribution.tsx';
import { useUpdateLocationMutation } from './api.ts';
import type { LocationValues } from './location-fields.tsx';
import { useWithdrawEditMutation, type MyEdits } from './my-edits.ts';

type Save = (
  values: CreateLocation,
  changed: ReadonlyArray<keyof LocationValues>,
) => Promise<{ readonly data?: ToastContent; readonly error?: unknown }>;

/**
 * Sends the changes; if an edit of this person's already waits, the new one replaces it. Resolves to what the person is
 * told.
 */
export function useSaveLocation(base: Location, before: MyEdits): Save {
  const [updateLocation] = useUpdateLocationMutation();
  const [withdrawEdit] = useWithdrawEditMutation();
  const waiting = before.edits ?? [];

  /** Resolves to the failure, or undefined. */
  const withdrawOld = async (): Promise<unknown> => {
    for (const { editId } of waiting) {
      const { error } = await withdrawEdit({ id: base.id, editId });
      // It may have been decided a moment ago; then there is nothing to withdraw.
      if (error && !isRefusal(error, 'already-decided')) return error;
    }
    return undefined;
  };

  return async (values, changed) => {
    const changes: UpdateLocation = Object.fromEntries(
      changed.map((field) => [field, values[field] ?? null]),
    );
    if (waiting.length > 0 && changed.length === 0) {
      const error = await withdrawOld();
      return error === undefined ? { data: { title: 'Your edit was withdrawn' } } : { error };
    }
    const send = () => updateLocation({ id: base.id, revision: base.revision, ...changes });
    let answer = await send();
    let isReplaced = waiting.length === 0;
    // The limit of waiting edits is reached: the old one must be withdrawn before the new one is sent.
    if (answer.error && !isReplaced && isRefusal(answer.error, 'too-much-waiting')) {
      const error = await withdrawOld();
      if (error !== undefined) return { error };
      isReplaced = true;
      answer = await send();
    }
    if (answer.error) return { error: answer.error };
    const { applied, status } = answer.data;
    if (!isReplaced && (await withdrawOld()) !== undefined)
      return {
        data: { title: successTexts.locationEditProposed, text: 'Your earlier edit still waits too.' },
      };
    return {
      data: applied
        ? { title: successTexts.locationUpdated, ...reviewNote(status) }
        : { title: successTexts.locationEditProposed },
    };
  };
}
