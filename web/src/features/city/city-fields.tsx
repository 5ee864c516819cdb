import type { UseFormReturn } from 'react-hook-form';

import type { CreateCity } from '#contracts/city/commands';

import { CoordinatesField } from '../../ui/coordinates-field.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { CityPictureField } from './city-picture-field.tsx';
import type { CityValues } from './city-values.ts';
import type { CityPicture } from './use-city-picture.ts';

export interface CityFieldsProps {
  readonly form: UseFormReturn<CityValues, unknown, CreateCity>;
  readonly picture: CityPicture;
}

/** What a form says that was to be sent while its picture is being uploaded. */
export const waitingForPicture = 'It is sent as soon as its picture has arrived.';

/** All fields of a city, for adding and editing. */
export function CityFields({ form, picture }: CityFieldsProps) {
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
      <CoordinatesField form={form} />
      <CityPictureField form={form} picture={picture} />
    </>
  );
}
