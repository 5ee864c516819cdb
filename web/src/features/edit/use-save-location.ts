import type { UpdateLocation } from '#contracts/commands/location';
import { failureTexts, successTexts } from '#contracts/texts';
import type { Location } from '#contracts/views/location';

import { isRefusal, isUnauthorized, reportFailure } from '../../app/session-calls.ts';
import { toast } from '../../ui/toast.ts';
import { useUpdateLocationMutation } from '../location/api.ts';
import { useWithdrawEditMutation } from './api.ts';
import { fieldNames, type LocationForm, type LocationValues } from './location-values.ts';
import { reviewNote } from './review-note.ts';
import { showFieldErrors } from './server-errors.ts';
import type { MyEdits } from './use-my-edits.ts';

interface Saving {
  readonly base: Location;
  readonly before: MyEdits;
  readonly form: LocationForm;
  readonly onSignedOut: () => void;
  readonly onSaved: () => void;
}

/** Sends the changes; if an edit of this person's already waits, the new one replaces it. */
export function useSaveLocation({ base, before, form, onSignedOut, onSaved }: Saving) {
  const [updateLocation] = useUpdateLocationMutation();
  const [withdrawEdit] = useWithdrawEditMutation();
  const { dirtyFields } = form.formState;
  const waiting = before.edits ?? [];

  const withdrawOld = async (): Promise<boolean> => {
    for (const { editId } of waiting) {
      const { error } = await withdrawEdit({ id: base.id, editId });
      // It may have been decided a moment ago; then there is nothing to withdraw.
      if (error && !isRefusal(error, 'already-decided')) {
        reportFailure(error, 'Your earlier edit could not be withdrawn');
        return false;
      }
    }
    return true;
  };

  return form.handleSubmit(async (values) => {
    const changed = fieldNames.filter((field) => dirtyFields[field] === true);
    const changes: UpdateLocation = Object.fromEntries(
      changed.map((field) => [field, values[field] ?? null]),
    );
    if (waiting.length > 0 && changed.length === 0) {
      if (!(await withdrawOld())) return;
      toast({ title: 'Your edit was withdrawn' });
      return onSaved();
    }
    const send = () => updateLocation({ id: base.id, revision: base.revision, ...changes });
    let answer = await send();
    let isReplaced = waiting.length === 0;
    // The limit of waiting edits is reached: the old one must be withdrawn before the new one is sent.
    if (answer.error && !isReplaced && isRefusal(answer.error, 'too-much-waiting')) {
      isReplaced = await withdrawOld();
      if (isReplaced) answer = await send();
    }
    if (answer.error) {
      if (isUnauthorized(answer.error)) onSignedOut();
      if (!showFieldErrors<LocationValues>(answer.error, fieldNames, form.setError))
        reportFailure(answer.error, failureTexts.updateLocation);
      return;
    }
    if (!isReplaced) await withdrawOld();
    const { applied, status } = answer.data;
    toast(
      applied
        ? { title: successTexts.locationUpdated, ...reviewNote(status) }
        : { title: successTexts.locationEditProposed },
    );
    onSaved();
  });
}
