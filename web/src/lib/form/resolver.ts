import type { FieldError, FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';

/**
 * Checks a form's values with a schema, which may accept more than the form's controls can hold; shows the first message
 * for each field.
 */
export const resolverOf =
  <V extends FieldValues, O>(schema: z.ZodMiniType<O>): Resolver<V, unknown, O> =>
  (values) => {
    const parsed = schema.safeParse(values);
    if (parsed.success) return { values: parsed.data, errors: {} };
    const errors: Record<string, FieldError> = {};
    for (const { path, message } of parsed.error.issues)
      errors[path.join('.')] ??= { type: 'validation', message };
    // The cast: every name comes from the schema of these values, which the library's type cannot express.
    return { values: {}, errors: errors as FieldErrors<V> };
  };
