import type { UseFormReturn } from 'react-hook-form';

import type { CreateCity } from '#contracts/commands/city';

import { Field, TextInput } from '../../ui/field.tsx';
import { CityPictureField } from './city-picture-field.tsx';

export const cityFields = ['name', 'country', 'imageUrl'] as const;

/** Name, country and picture of a city, for adding and editing. */
export function CityFields({ form }: { readonly form: UseFormReturn<CreateCity> }) {
  const { register, formState } = form;
  const { errors } = formState;
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
      <CityPictureField form={form} />
    </>
  );
}
