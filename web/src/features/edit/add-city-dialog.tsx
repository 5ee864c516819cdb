import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';

import { CreateCity } from '#contracts/commands/city';
import { failureTexts, successTexts } from '#contracts/texts';

import { isUnauthorized, reportFailure } from '../../app/session-calls.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useCreateCityMutation } from '../city/api.ts';
import { CityFields, cityFieldNames, cityFormValues } from './city-fields.tsx';
import { FormButtons } from './form-buttons.tsx';
import { reviewNote } from './review-note.ts';
import { showFieldErrors } from './server-errors.ts';
import { SignInRequired } from './sign-in-required.tsx';
import { useDraft } from './use-draft.ts';
import { useMayWrite } from './use-may-write.ts';
import { useSubmitOnce } from './use-submit-once.ts';

export interface AddCityDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function AddCityDialog({ open, onOpenChange }: AddCityDialogProps) {
  const mayWrite = useMayWrite();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a city"
      description="A city gathers the places in it."
    >
      {!mayWrite ? (
        <SignInRequired text="Sign in to add a city. You will be back here afterwards." />
      ) : (
        <AddCityForm onClose={() => onOpenChange(false)} />
      )}
    </Dialog>
  );
}

function AddCityForm({ onClose }: { readonly onClose: () => void }) {
  const [createCity] = useCreateCityMutation();
  const form = useForm<CreateCity>({
    resolver: zodResolver(CreateCity),
    defaultValues: cityFormValues({}),
  });
  const draft = useDraft('city', form, { isLeft: true });
  const close = () => {
    draft.drop();
    onClose();
  };

  const send = useSubmitOnce(async (values: CreateCity) => {
    const answer = await createCity(values);
    if (answer.error) {
      if (isUnauthorized(answer.error)) draft.keep();
      if (!showFieldErrors<CreateCity>(answer.error, cityFieldNames, form.setError))
        reportFailure(answer.error, failureTexts.addCity);
      return false;
    }
    toast({ title: successTexts.cityAdded, ...reviewNote(answer.data.status) });
    close();
    return true;
  });
  const submit = form.handleSubmit(send);

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <CityFields form={form} />
      <FormButtons submitLabel="Add City" pending={form.formState.isSubmitting} onCancel={close} />
    </form>
  );
}
