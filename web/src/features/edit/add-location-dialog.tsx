import type { CreateLocation } from '#contracts/commands/location';
import { failureTexts, successTexts } from '#contracts/texts';

import { isUnauthorized, reportFailure } from '../../app/session-calls.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useGetCityQuery } from '../city/api.ts';
import { useCreateLocationMutation } from '../location/api.ts';
import { FormButtons } from './form-buttons.tsx';
import { LocationFields } from './location-fields.tsx';
import { fieldNames, formValues, useLocationForm, type LocationValues } from './location-values.ts';
import { reviewNote } from './review-note.ts';
import { showFieldErrors } from './server-errors.ts';
import { SignInRequired } from './sign-in-required.tsx';
import { useDraft } from './use-draft.ts';
import { useMayWrite } from './use-may-write.ts';
import { useSubmitOnce } from './use-submit-once.ts';

export interface AddLocationDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The city to start with. */
  readonly cityId?: string;
}

export function AddLocationDialog({ open, onOpenChange, cityId = '' }: AddLocationDialogProps) {
  const mayWrite = useMayWrite();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a location"
      description="A place worth a picture, and the hour to be there."
    >
      {!mayWrite ? (
        <SignInRequired text="Sign in to add a location. You will be back here afterwards." />
      ) : (
        <AddLocationForm cityId={cityId} onClose={() => onOpenChange(false)} />
      )}
    </Dialog>
  );
}

interface AddLocationFormProps {
  readonly cityId: string;
  readonly onClose: () => void;
}

function AddLocationForm({ cityId, onClose }: AddLocationFormProps) {
  const [createLocation] = useCreateLocationMutation();
  const { data: city } = useGetCityQuery(cityId, { skip: cityId === '' });
  const form = useLocationForm(formValues({ cityId }));
  const draft = useDraft(`location in ${cityId}`, form, { isLeft: true });
  const close = () => {
    draft.drop();
    onClose();
  };

  const send = useSubmitOnce(async (values: CreateLocation) => {
    const answer = await createLocation(values);
    if (answer.error) {
      if (isUnauthorized(answer.error)) draft.keep();
      if (!showFieldErrors<LocationValues>(answer.error, fieldNames, form.setError))
        reportFailure(answer.error, failureTexts.addLocation);
      return false;
    }
    toast({ title: successTexts.locationAdded, ...reviewNote(answer.data.status) });
    close();
    return true;
  });
  const submit = form.handleSubmit(send);

  const current = cityId === '' ? undefined : { id: cityId, label: city?.name ?? 'This city' };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <LocationFields form={form} {...(current ? { current } : {})} />
      <FormButtons submitLabel="Add Location" pending={form.formState.isSubmitting} onCancel={close} />
    </form>
  );
}
