import type { UseFormReturn } from 'react-hook-form';

import { cityFields, type CityFields as City } from '#contracts/city/fields';
import type { CreateCity } from '#contracts/city/commands';
import { namesOf } from '#contracts/shared/entity-fields';

import { Field, TextInput } from '../../ui/field.tsx';
import { CityPictureField } from './city-picture-field.tsx';
import type { CityPicture } from './use-city-picture.ts';

const cityFieldNames = namesOf(cityFields);

/** A city's values for the form; a missing field is an empty text. */
export const cityFormValues = (values: Partial<City>): CreateCity =>
  // The cast: the names are those of the fields, a fact that Object.fromEntries cannot express.
  Object.fromEntries(cityFieldNames.map((name) => [name, values[name] ?? ''])) as CreateCity;

export interface CityFieldsProps {
  readonly form: UseFormReturn<CreateCity>;
  readonly picture: CityPicture;
}

/** What a form says that was to be sent while its picture is being uploaded. */
export const waitingForPicture = 'It is sent as soon as its picture has arrived.';

/** The name, country and picture of a city, for adding and editing. */
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
      <CityPictureField form={form} picture={picture} />
    </>
  );
}
