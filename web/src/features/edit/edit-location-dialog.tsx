import { useState } from 'react';

import type { UpdateLocation } from '#contracts/commands/location';
import { failureTexts, successTexts } from '#contracts/texts';
import type { Location } from '#contracts/views/location';

import { isUnauthorized, reportFailure } from '../../app/session-calls.ts';
import { useViewer } from '../../app/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useUpdateLocationMutation } from '../location/api.ts';
import { FormButtons } from './form-buttons.tsx';
import { LocationFields } from './location-fields.tsx';
import { fieldNames, formValues, useLocationForm, type LocationValues } from './location-values.ts';
import { ManagePhotos } from './manage-photos.tsx';
import { showFieldErrors } from './server-errors.ts';
import { SignInRequired } from './sign-in-required.tsx';
import { useDraft } from './use-draft.ts';
import { useMayWrite } from './use-may-write.ts';

export interface EditLocationDialogProps {
  readonly location: Location;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function EditLocationDialog({ location, open, onOpenChange }: EditLocationDialogProps) {
  const { isAdmin, user } = useViewer();
  const mayWrite = useMayWrite();
  const isDirect = isAdmin || (location.status === 'pending' && location.submittedBy === user?.id);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Edit ${location.name}`}
      description={
        isDirect
          ? 'Your change shows at once; the earlier values are kept.'
          : 'Your edit is looked at before it shows. Photos show at once.'
      }
    >
      {!mayWrite ? (
        <SignInRequired text="Sign in to edit a location. You will be back here afterwards." />
      ) : (
        <>
          <EditLocationForm location={location} onClose={() => onOpenChange(false)} />
          <ManagePhotos locationId={location.id} />
        </>
      )}
    </Dialog>
  );
}

interface EditLocationFormProps {
  readonly location: Location;
  readonly onClose: () => void;
}

function EditLocationForm({ location, onClose }: EditLocationFormProps) {
  // The values that this person began from: what arrives meanwhile must not pass for their change.
  const [base] = useState(location);
  const [updateLocation] = useUpdateLocationMutation();
  const form = useLocationForm(formValues(base));
  const { dirtyFields, isSubmitting, isDirty } = form.formState;
  const draft = useDraft(`location ${base.id}`, form);

  const submit = form.handleSubmit(async (values) => {
    const changed = fieldNames.filter((field) => dirtyFields[field] === true);
    const changes: UpdateLocation = Object.fromEntries(
      changed.map((field) => [field, values[field] ?? null]),
    );
    const answer = await updateLocation({ id: base.id, revision: base.revision, ...changes });
    if (answer.error) {
      if (isUnauthorized(answer.error)) draft.keep();
      if (!showFieldErrors<LocationValues>(answer.error, fieldNames, form.setError))
        reportFailure(answer.error, failureTexts.updateLocation);
      return;
    }
    toast({
      title: answer.data.applied ? successTexts.locationUpdated : successTexts.locationEditProposed,
    });
    onClose();
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <LocationFields
        form={form}
        locationId={base.id}
        current={{ id: base.cityId, label: `${base.cityName}, ${base.country}` }}
      />
      <FormButtons
        submitLabel="Save Changes"
        pending={isSubmitting}
        unchanged={!isDirty}
        onCancel={onClose}
      />
    </form>
  );
}
