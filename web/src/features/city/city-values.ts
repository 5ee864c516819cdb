import { cityFields, type CityFields } from '#contracts/city/fields';
import { contentText } from '#contracts/shared/coordinates';
import { namesOf } from '#contracts/shared/entity-fields';

/** The values of the form's controls; a missing value is an empty text. */
export type CityValues = Record<keyof CityFields, string>;

const cityFieldNames = namesOf(cityFields);

/** A city's values for the form; a missing field is an empty text. */
export const cityFormValues = (values: Partial<CityFields>): CityValues =>
  // The cast: the names are those of the fields, a fact that Object.fromEntries cannot express.
  Object.fromEntries(
    cityFieldNames.map((name) => [name, contentText(values[name] ?? null) ?? '']),
  ) as CityValues;
