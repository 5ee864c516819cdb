import { useWatch, type UseFormReturn } from 'react-hook-form';

import { imageUrl as imageUrlSchema } from '#contracts/fields';
import type { CreateCity } from '#contracts/commands/city';

import { Field, TextInput } from '../../ui/field.tsx';
import { Picture } from '../../ui/picture.tsx';

export const cityFields = ['name', 'country', 'imageUrl'] as const;

/** Name, country and picture of a city, for adding and editing. */
export function CityFields({ form }: { readonly form: UseFormReturn<CreateCity> }) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const address = useWatch({ control, name: 'imageUrl' });
  const picture = imageUrlSchema.safeParse(address);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" required error={errors.name?.message}>
          {(ids) => <TextInput {...ids} {...register('name')} data-autofocus autoComplete="off" />}
        </Field>
        <Field label="Country" required error={errors.country?.message}>
          {(ids) => <TextInput {...ids} {...register('country')} autoComplete="country-name" />}
        </Field>
      </div>
      <Field
        label="Image URL"
        required
        error={errors.imageUrl?.message}
        description={
          /^\s*http:/i.test(address)
            ? 'Pictures are shown over https only: this one will be asked for at its https address.'
            : 'A wide picture of the city, on the web.'
        }
      >
        {(ids) => (
          <TextInput
            {...ids}
            {...register('imageUrl')}
            type="url"
            inputMode="url"
            placeholder="https://"
            autoComplete="off"
          />
        )}
      </Field>
      {picture.success && (
        <div className="aspect-5/2 overflow-hidden rounded-lg bg-sunk">
          <Picture key={picture.data} src={picture.data} alt="Preview of the picture" />
        </div>
      )}
    </>
  );
}
