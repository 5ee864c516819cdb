import { useState } from 'react';

import { CreateCity } from '#contracts/city/commands';
import type { City } from '#contracts/city/views';
import { failureTexts, successTexts } from '#contracts/shared/texts';

import { withCoordinatesText } from '../../lib/coordinates.ts';
import { useApiForm } from '../../lib/form/use-api-form.ts';
import { toast } from '../../lib/toast.ts';
import { Form, FormButtons } from '../../ui/api-form.tsx';
import { Dialog, type Openable } from '../../ui/dialog.tsx';
import { SignedInForm } from '../../ui/signed-in-form.tsx';
import { DeclinedNote, ownWords, reviewNote, useOwn } from '../account/own-contribution.tsx';
import { useUpdateCityMutation } from './api.ts';
import { CityFields, waitingForPicture, cityFormValues } from './city-fields.tsx';
import { useCityPicture } from './use-city-picture.ts';

export interface EditCityDialogProps extends Openable {
  readonly city: City;
}

export function EditCityDialog({ city, open, onOpenChange, ...focus }: EditCityDialogProps) {
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
      <SignedInForm required="Sign in to edit a city. You will be back here afterwards.">
        <EditCityForm city={city} onClose={() => onOpenChange(false)} />
      </SignedInForm>
    </Dialog>
  );
}

function EditCityForm({ city, onClose }: { readonly city: City; readonly onClose: () => void }) {
  // The values this person started from: changes that arrive meanwhile must not count as theirs.
  const [base] = useState(city);
  const own = useOwn(base);
  const [updateCity] = useUpdateCityMutation();
  const picture = useCityPicture();
  const form = useApiForm({
    schema: withCoordinatesText(CreateCity),
    defaultValues: cityFormValues(base),
    draft: `city ${base.id}`,
    ready: picture.settled,
    send: (values, changed) =>
      updateCity({
        id: base.id,
        revision: base.revision,
        ...Object.fromEntries(changed.map((field) => [field, values[field]])),
      }),
    failure: failureTexts.updateCity,
    onSent: ({ status }) => {
      toast({ title: successTexts.cityUpdated, ...reviewNote(status) });
      onClose();
    },
  });
  return (
    <Form form={form}>
      <CityFields form={form} picture={picture} />
      <FormButtons
        form={form}
        submitLabel={ownWords[own ?? 'waiting'].submit}
        waitingFor={waitingForPicture}
        // A declined city can be submitted again unchanged: the reason may have been wrong.
        unchanged={!form.formState.isDirty && !picture.isUnderWay && own !== 'declined'}
        onCancel={onClose}
      />
    </Form>
  );
}
