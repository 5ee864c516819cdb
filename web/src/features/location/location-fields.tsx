import { useState } from 'react';
import { useController } from 'react-hook-form';

import { bestTimes, categories, categoryLabels } from '#contracts/location/words';

import { useDebounced } from '../../lib/use-debounced.ts';
import { Field, Select, TextArea, TextInput } from '../../ui/field.tsx';
import { DuplicateHint } from './duplicate-hint.tsx';
import type { LocationForm } from './location-values.ts';
import { useCityChoice, type CityChoice } from './use-city-choice.ts';

export interface LocationFieldsProps {
  readonly form: LocationForm;
  /** The location's city, which may be missing from the list. */
  readonly current?: CityChoice;
  /** The location being edited, so that it is not reported as a duplicate of itself. */
  readonly locationId?: string;
}

/** All fields of a location, for adding and editing. */
export function LocationFields({ form, current, locationId }: LocationFieldsProps) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <Field label="Name" required error={errors.name?.message}>
        {(ids) => <TextInput {...ids} {...register('name')} data-autofocus autoComplete="off" />}
      </Field>
      <CityField form={form} {...(current ? { current } : {})} />
      <DuplicateHint form={form} {...(locationId === undefined ? {} : { exceptId: locationId })} />
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
            <Select {...ids} {...register('category')}>
              <option value="">Choose a category</option>
              {categories.map((category) => (
                <option key={category} value={category}>
                  {categoryLabels[category]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Best Time to Visit" error={errors.bestTimeToVisit?.message}>
          {(ids) => (
            <Select {...ids} {...register('bestTimeToVisit')}>
              <option value="">Not said</option>
              {bestTimes.map((time) => (
                <option key={time}>{time}</option>
              ))}
            </Select>
          )}
        </Field>
      </div>
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
  // The form keeps the value, not the list: its options arrive after the value.
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
          <Select {...ids} {...field} aria-busy={loading || undefined}>
            <option value="">{loading ? 'Loading cities...' : 'Choose a city'}</option>
            {!isListed && <option value={current.id}>{current.label}</option>}
            {choice.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}
