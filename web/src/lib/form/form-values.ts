import { contentText, type FieldContent } from '#contracts/shared/coordinates';

/** Values for a form's controls; a missing one is an empty text. */
export const formValuesOf = <N extends string>(
  names: readonly N[],
  values: Partial<Readonly<Record<NoInfer<N>, FieldContent>>>,
): Record<N, string> =>
  // The cast: the names are those of the fields, a fact that Object.fromEntries cannot express.
  Object.fromEntries(names.map((name) => [name, contentText(values[name] ?? null) ?? ''])) as Record<
    N,
    string
  >;
