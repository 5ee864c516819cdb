import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';

import { isApiError } from '../../app/session-calls.ts';

/**
 * Puts the server's complaints to the fields that they are about, and the focus into the first.
 * Gives whether every complaint found its field.
 */
export function showFieldErrors<T extends FieldValues>(
  error: unknown,
  fields: ReadonlyArray<Path<T>>,
  setError: UseFormSetError<T>,
): boolean {
  if (!isApiError(error) || error.errors.length === 0) return false;
  const found = error.errors.flatMap(({ path, message }) => {
    const field = fields.find((candidate) => candidate === path);
    return field === undefined ? [] : [{ field, message }];
  });
  found.forEach(({ field, message }, index) =>
    setError(field, { type: 'server', message }, { shouldFocus: index === 0 }),
  );
  return found.length === error.errors.length;
}
