import * as z from 'zod/mini';

import { change } from './event-metadata.ts';

/** One field of a city or location. Commands, events, views, forms, search and history texts are derived from it. */
export interface FieldDescription {
  /** The name in forms, messages and the history. */
  readonly label: string;
  /** The schema of what a person may send; an optional field's schema accepts null. */
  readonly input: z.ZodMiniType;
  /** The schema of the value in an event, independent of the current rules for input. */
  readonly stored: z.ZodMiniType;
  /** An optional field is null when it was not filled in. */
  readonly optional?: true;
  /** Events from before the field existed lack it; it is then read as null. */
  readonly addedLater?: true;
  /** Its text may have several lines. */
  readonly lines?: true;
  /** Text search includes it. */
  readonly searched?: true;
}

export type Fields = Readonly<Record<string, FieldDescription>>;

type Stored<F extends Fields> = {
  readonly [N in keyof F]: F[N] extends { addedLater: true }
    ? z.ZodMiniOptional<F[N]['stored']>
    : F[N]['stored'];
};
type Creation<F extends Fields> = {
  readonly [N in keyof F]: F[N] extends { optional: true } ? z.ZodMiniOptional<F[N]['input']> : F[N]['input'];
};
type Partials<F extends Fields> = { readonly [N in keyof F]: z.ZodMiniOptional<F[N]['input']> };
type Changed<F extends Fields> = {
  readonly [N in keyof F]: z.ZodMiniOptional<z.ZodMiniObject<{ from: F[N]['stored']; to: F[N]['stored'] }>>;
};

/** The values of all fields, as deciders and read models hold them. */
export type ValuesOf<F extends Fields> = { readonly [N in keyof F]: z.infer<F[N]['stored']> };

const mapped = (
  fields: Fields,
  make: (field: FieldDescription) => z.ZodMiniType,
): Record<string, z.ZodMiniType> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, make(field)]));

// The casts give each entry the type of its own field, which Object.fromEntries loses.

/** The input for creating an entity: optional fields may be omitted. */
export const creationInput = <F extends Fields>(fields: F): Creation<F> =>
  mapped(fields, ({ input, optional }) => (optional ? z.optional(input) : input)) as Creation<F>;

/** The input for editing an entity: an omitted field is unchanged. */
export const editInput = <F extends Fields>(fields: F): Partials<F> =>
  mapped(fields, ({ input }) => z.optional(input)) as Partials<F>;

/** The fields in a submission's event. */
export const submissionData = <F extends Fields>(fields: F): Stored<F> =>
  mapped(fields, ({ stored, addedLater }) => (addedLater ? z.optional(stored) : stored)) as Stored<F>;

/** The fields in an edit's event: those that changed, each with its old and new value. */
export const changesData = <F extends Fields>(fields: F): Changed<F> =>
  mapped(fields, ({ stored }) => z.optional(change(stored))) as Changed<F>;

/** The fields in a view. */
export const viewShape = <F extends Fields>(fields: F): { readonly [N in keyof F]: F[N]['stored'] } =>
  mapped(fields, ({ stored }) => stored) as { readonly [N in keyof F]: F[N]['stored'] };

/** The fields' names, in the order of their description. */
export const namesOf = <F extends Fields>(fields: F): ReadonlyArray<keyof F & string> => Object.keys(fields);

/** The names of the fields that text search includes. */
type SearchedNames<F extends Fields> = {
  [N in keyof F]: F[N] extends { readonly searched: true } ? N & string : never;
}[keyof F];
export const searchedOf = <F extends Fields>(fields: F): ReadonlyArray<SearchedNames<F>> =>
  // The cast: the filter leaves exactly the names of that type.
  namesOf(fields).filter((name) => fields[name]?.searched) as SearchedNames<F>[];

/** Picks these fields from an object that may have more; a missing field becomes null. */
export const pickFields = <F extends Fields>(
  fields: F,
  from: { readonly [N in keyof F]?: z.infer<F[N]['stored']> | undefined },
): ValuesOf<F> => {
  const picked: Record<string, unknown> = {};
  for (const name in fields) picked[name] = from[name] ?? null;
  return picked as ValuesOf<F>;
};
