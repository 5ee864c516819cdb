import { CreateCity } from '#contracts/city/commands';
import { failureTexts, successTexts } from '#contracts/shared/texts';

import { withCoordinatesText } from '../../lib/coordinates.ts';
import { useApiForm } from '../../lib/form/use-api-form.ts';
import { toast } from '../../lib/toast.ts';
import { Form, FormButtons } from '../../ui/api-form.tsx';
import { Dialog, type Openable } from '../../ui/dialog.tsx';
import { SignedInForm } from '../../ui/signed-in-form.tsx';
import { reviewNote } from '../account/own-contribution.tsx';
import { useCreateCityMutation } from './api.ts';
import { CityFields, waitingForPicture, cityFormValues } from './city-fields.tsx';
import { useCityPicture } from './use-city-picture.ts';

export function AddCityDialog({ open, onOpenChange }: Openable) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a city"
      description="A city gathers the places in it."
    >
      <SignedInForm required="Sign in to add a city. You will be back here afterwards.">
        <AddCityForm onClose={() => onOpenChange(false)} />
      </SignedInForm>
    </Dialog>
  );
}

function AddCityForm({ onClose }: { readonly onClose: () => void }) {
  const [createCity] = useCreateCityMutation();
  const picture = useCityPicture();
  const form = useApiForm({
    schema: withCoordinatesText(CreateCity),
    defaultValues: cityFormValues({}),
    draft: 'city',
    ready: picture.settled,
    send: (values) => createCity(values),
    failure: failureTexts.addCity,
    signIn: 'elsewhere',
    onSent: ({ status }) => {
      toast({ title: successTexts.cityAdded, ...reviewNote(status) });
      onClose();
    },
  });
  return (
    <Form form={form}>
      <CityFields form={form} picture={picture} />
      <FormButtons form={form} submitLabel="Add City" waitingFor={waitingForPicture} onCancel={onClose} />
    </Form>
  );
}
