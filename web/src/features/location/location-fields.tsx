import { useState } from 'react';
import { useController, useWatch, type UseFormReturn } from 'react-hook-form';

import type { City } from '#contracts/city/views';
import type { CreateLocation } from '#contracts/location/commands';
import { locationFields, type LocationFields as FieldsOfLocation } from '#contracts/location/fields';
import { bestTimes, categoryLabels } from '#contracts/location/words';
import { namesOf } from '#contracts/shared/entity-fields';

import { readCoordinates } from '../../lib/coordinates.ts';
import { distanceText } from '../../lib/distance.ts';
import { formValuesOf } from '../../lib/form/form-values.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Field, TextArea, TextInput } from '../../ui/field.tsx';
import { CoordinatesField } from '../../ui/coordinates-field.tsx';
import { Select } from '../../ui/select.tsx';
import { useListSubmissionsQuery } from '../account/submissions-api.ts';
import { useGetCityQuery, useListCitiesQuery } from '../city/api.ts';
import { DuplicateHint } from './duplicate-hint.tsx';
import { distanceFromCity } from './far.ts';

export interface LocationFieldsProps {
  readonly form: LocationForm;
  /** The location's city, which may be missing from the list. */
  readonly current?: CityChoice;
  /** The location being edited, so that it is not reported as a duplicate of itself. */
  readonly locationId?: string;
  /** The photos that were chosen in the form. */
  readonly photos?: readonly Blob[];
}

/** All fields of a location, for adding and editing. */
export function LocationFields({ form, current, locationId, photos = [] }: LocationFieldsProps) {
  const { register, formState } = form;
  const { errors } = formState;
  const city = useChosenCity(form);
  return (
    <>
      <Field label="Name" required error={errors.name?.message}>
        {(ids) => <TextInput {...ids} {...register('name')} data-autofocus autoComplete="off" />}
      </Field>
      <CityField form={form} {...(current ? { current } : {})} />
      <Repeated form={form} exceptId={locationId} by="name" />
      <Field
        label="Description"
        required
        error={errors.description?.message}
        description="What one sees there, and where to stand."
      >
        {(ids) => <TextArea {...ids} {...register('description')} />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Category" required error={errors.category?.message}>
          {(ids) => (
            <Select
              {...ids}
              {...register('category')}
              options={[['', 'Choose a category'], ...Object.entries(categoryLabels)]}
            />
          )}
        </Field>
        <Field label="Best Time to Visit" error={errors.bestTimeToVisit?.message}>
          {(ids) => (
            <Select
              {...ids}
              {...register('bestTimeToVisit')}
              options={[['', 'Not said'], ...bestTimes.map((time) => [time, time] as const)]}
            />
          )}
        </Field>
      </div>
      <CoordinatesField form={form} photos={photos} around={city?.coordinates} />
      <FarHint form={form} city={city} />
      <Repeated form={form} exceptId={locationId} by="point" />
      <Field label="Address" error={errors.address?.message}>
        {(ids) => <TextInput {...ids} {...register('address')} autoComplete="off" />}
      </Field>
      <Field
        label="Access"
        error={errors.accessNotes?.message}
        description="Steps, tickets, opening hours, whether a tripod is allowed."
      >
        {(ids) => <TextArea {...ids} {...register('accessNotes')} rows={3} />}
      </Field>
    </>
  );
}

interface CityFieldProps {
  readonly form: LocationForm;
  readonly current?: CityChoice;
}

function CityField({ form, current }: CityFieldProps) {
  // The form stores the value, not the list: its options arrive after the value.
  const { field, fieldState } = useController({ control: form.control, name: 'cityId' });
  const [search, setSearch] = useState('');
  const { choice, more, loading } = useCityChoice(useDebounced(search.trim()));
  const isListed = current === undefined || choice.some(({ id }) => id === current.id);
  return (
    <>
      {more && (
        <Field label="Find a city" description="There are many: type a part of its name to narrow the list.">
          {(ids) => (
            <TextInput
              {...ids}
              type="search"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          )}
        </Field>
      )}
      <Field label="City" required error={fieldState.error?.message}>
        {(ids) => (
          <Select
            {...ids}
            {...field}
            aria-busy={loading || undefined}
            options={[
              ['', loading ? 'Loading cities...' : 'Choose a city'],
              ...[...(isListed ? [] : [current]), ...choice].map(({ id, label }) => [id, label] as const),
            ]}
          />
        )}
      </Field>
    </>
  );
}

export type LocationValues = ReturnType<typeof formValues>;

export const fieldNames = namesOf(locationFields);

/** A location's values for the form. */
export const formValues = (values: Partial<FieldsOfLocation>) => formValuesOf(fieldNames, values);

type LocationForm = UseFormReturn<LocationValues, unknown, CreateLocation>;

interface CityChoice {
  readonly id: string;
  readonly label: string;
}

const most = 500;

/** The cities to choose from for a location, by name: the approved ones, and the viewer's own pending ones. */
function useCityChoice(search: string): {
  readonly choice: readonly CityChoice[];
  /** Whether there are more cities than the list can hold; then a search narrows it. */
  readonly more: boolean;
  readonly loading: boolean;
} {
  const cities = useListCitiesQuery({ limit: most, search });
  const submissions = useListSubmissionsQuery();
  const approved = (cities.data?.items ?? []).map(({ id, name, country }) => ({
    id,
    label: `${name}, ${country}`,
  }));
  const waiting = (submissions.data ?? [])
    .filter(({ entityType, status }) => entityType === 'city' && status === 'pending')
    .map(({ entityId, name }) => ({ id: entityId, label: `${name} (waiting for review)` }));
  const choice = [...approved, ...waiting].sort((one, other) => one.label.localeCompare(other.label));
  return { choice, more: search !== '' || typeof cities.data?.next === 'string', loading: cities.isLoading };
}

function useChosenCity(form: LocationForm): City | undefined {
  const cityId = useWatch({ control: form.control, name: 'cityId' });
  // The previous city's response stays until the new one arrives.
  const { data: city } = useGetCityQuery(cityId, { skip: cityId === '' });
  return city?.id === cityId ? city : undefined;
}

interface FarHintProps {
  readonly form: LocationForm;
  readonly city: City | undefined;
}

/** Asks the person to check a point far from its city. */
function FarHint({ form, city }: FarHintProps) {
  const point = readCoordinates(useWatch({ control: form.control, name: 'coordinates' }));
  const distance = point === undefined ? null : distanceFromCity(point, city);
  return (
    <div role="status" aria-live="polite" className="empty:-mt-4">
      {distance?.isFar === true && (
        <p className="rounded-md bg-pending-ground px-3.5 py-2.5 text-sm text-pending wrap-anywhere">
          This is {distanceText(distance.metres)} from {city?.name}. Is it the right point, and the right
          city?
        </p>
      )}
    </div>
  );
}

interface RepeatedProps {
  readonly form: LocationForm;
  readonly exceptId: string | undefined;
  readonly by: 'name' | 'point';
}

/** Warns about similar places before the form is sent. */
function Repeated({ form, exceptId, by }: RepeatedProps) {
  const [name, cityId, coordinates] = useWatch({
    control: form.control,
    name: ['name', 'cityId', 'coordinates'],
  });
  return <DuplicateHint by={by} name={name} cityId={cityId} coordinates={coordinates} exceptId={exceptId} />;
}
