import type { UseFormReturn } from 'react-hook-form';

import type { CreateLocation } from '#contracts/location/commands';
import { namesOf } from '#contracts/shared/entity-fields';
import { locationFields, type LocationFields } from '#contracts/location/fields';

/** The values of the form's controls; a missing value is an empty text. */
export type LocationValues = Record<keyof LocationFields, string>;

export const fieldNames = namesOf(locationFields);

/** A location's values for the form; a missing field is an empty text. */
export const formValues = (values: Partial<LocationFields>): LocationValues =>
  // The cast: the names are those of the fields, a fact that Object.fromEntries cannot express.
  Object.fromEntries(fieldNames.map((name) => [name, values[name] ?? ''])) as LocationValues;

export type LocationForm = UseFormReturn<LocationValues, unknown, CreateLocation>;
