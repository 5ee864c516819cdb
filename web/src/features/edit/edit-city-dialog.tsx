import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { CreateCity } from '#contracts/commands/city';
import { failureTexts, successTexts } from '#contracts/texts';
import type { City } from '#contracts/views/city';

import { isUnauthorized, reportFailure } from '../../app/session-calls.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useUpdateCityMutation } from '../city/api.ts';
import { CityFields, cityFieldNames, cityFormValues } from './city-fields.tsx';
import { DeclinedNote } from './declined-note.tsx';
import { FormButtons } from './form-buttons.tsx';
import { reviewNote } from './review-note.ts';
import { showFieldErrors } from './server-errors.ts';
import { SignInRequired } from './sign-in-required.tsx';
import { useDraft } from './use-draft.ts';
import { useMayWrite } from './use-may-write.ts';
import { ownWords, useOwn } from './use-own.ts';

export interface EditCityDialogProps {
  readonly city: City;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly focusFallback?: () => HTMLElement | null;
  readonly openerLeaves?: boolean;
}

export function EditCityDialog({ city, open, onOpenChange, ...focus }: EditCityDialogProps) {
  const mayWrite = useMayWrite();
  const own = useOwn(city);
  return (
    <Dialog
      {...focus}
      open={open}
      onOpenChange={onOpenChange}
      title={own === 'declined' ? `Fix and send again: ${city.name}` : `Edit ${city.name}`}
      description={
        own === null ? 'Your change shows at once; the earlier values are kept.' : ownWords[own].description
      }
    >
      {own === 'declined' && <DeclinedNote reason={city.reason} />}
      {!mayWrite ? (
        <SignInRequired text="Sign in to edit a city. You will be back here afterwards." />
      ) : (
        <EditCityForm city={city} onClose={() => onOpenChange(false)} />
      )}
    </Dialog>
  );
}

function EditCityForm({ city, onClose }: { readonly city: City; readonly onClose: () => void }) {
  // The values this person started from: changes that arrive meanwhile must not count as theirs.
  const [base] = useState(city);
  const own = useOwn(base);
  const [updateCity] = useUpdateCityMutation();
  const form = useForm<CreateCity>({
    resolver: zodResolver(CreateCity),
    defaultValues: cityFormValues(base),
  });
  const { dirtyFields, isSubmitting, isDirty } = form.formState;
  const draft = useDraft(`city ${base.id}`, form);

  const submit = form.handleSubmit(async (values) => {
    const changes = Object.fromEntries(
      cityFieldNames.filter((field) => dirtyFields[field] === true).map((field) => [field, values[field]]),
    );
    const answer = await updateCity({ id: base.id, revision: base.revision, ...changes });
    if (answer.error) {
      if (isUnauthorized(answer.error)) draft.keep();
      if (!showFieldErrors<CreateCity>(answer.error, cityFieldNames, form.setError))
        reportFailure(answer.error, failureTexts.updateCity);
      return;
    }
    toast({ title: successTexts.cityUpdated, ...reviewNote(answer.data.status) });
    onClose();
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <CityFields form={form} />
      <FormButtons
        submitLabel={ownWords[own ?? 'waiting'].submit}
        pending={isSubmitting}
        // A declined city can be sent again unchanged: the reason may have been wrong.
        unchanged={!isDirty && own !== 'declined'}
        onCancel={onClose}
      />
    </form>
  );
}
