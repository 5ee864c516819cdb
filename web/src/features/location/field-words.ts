import { cityFields } from '#contracts/city/fields';
import type { FieldDescription } from '#contracts/shared/entity-fields';
import { locationFields } from '#contracts/location/fields';
import { categoryLabels, type Category } from '#contracts/location/words';

const described: Readonly<Record<string, FieldDescription>> = { ...cityFields, ...locationFields };

/** Whether a field's text may have several lines. */
export const hasLines = (field: string): boolean => described[field]?.lines === true;

/** A field's label in the forms. */
export const fieldLabel = (field: string): string => described[field]?.label ?? field;

/** A field's value in readable form: the category's label instead of its slug, 'none' if it is empty. */
export function fieldValue(field: string, value: string | null): string {
  if (value === null || value === '') return 'none';
  if (field === 'category' && value in categoryLabels) return categoryLabels[value as Category];
  return value;
}
