import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';

import { isApiError } from '../session-calls.ts';

/**
 * Shows the server's errors at their fields and focuses the first of these. Returns whether every error has a field.
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
