import * as z from 'zod/mini';

import { isStrange, isVisible } from './characters.ts';
import { limits } from './limits.ts';
import { fieldTexts } from './texts.ts';
import { uuidExpression } from './uuid.ts';

/** The error of a required field: `wrong`, if it has any value. */
const errorOf = (label: string, wrong: string) => (issue: { readonly input?: unknown }) =>
  issue.input === undefined || issue.input === null ? fieldTexts.required(label) : wrong;

/** A required text; a value of any other type gets the message `notText`. */
export const requiredText = (label: string, notText: string = fieldTexts.notText(label)) =>
  z.string({ error: errorOf(label, notText) });
export const notEmpty = (label: string) => z.minLength(1, { error: fieldTexts.required(label), abort: true });

interface TextOptions {
  readonly most: number;
  readonly lines?: boolean;
}

/** Text on one line (or several): trimmed, not blank, of limited length, without deceptive characters. */
export const text = (label: string, { most, lines = false }: TextOptions) =>
  requiredText(label).check(
    z.trim(),
    notEmpty(label),
    z.maxLength(most, { error: fieldTexts.tooLong(label, most), abort: true }),
    z.refine(isVisible, { error: fieldTexts.required(label), abort: true }),
    z.refine((value) => !isStrange(value, lines), { error: fieldTexts.strangeCharacters(label) }),
  );

/** One of these words. */
export const oneOf = <const T extends readonly string[]>(label: string, values: T) =>
  z.enum(values, { error: errorOf(label, fieldTexts.oneOf(label, values)) });

/** A value of the schema, or nothing: a blank text counts as nothing. */
export const orNothing = <S extends z.ZodMiniType<string, string>>(schema: S) =>
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value)),
    z.nullable(schema),
  );

export const optionalText = (label: string, options: TextOptions) => orNothing(text(label, options));

export const uuid = (label: string) =>
  z.pipe(
    requiredText(label, fieldTexts.uuid(label)).check(
      notEmpty(label),
      z.regex(uuidExpression, fieldTexts.uuid(label)),
    ),
    z.transform((value) => value.toLowerCase()),
  );

/** An http(s) URL without credentials, or a root-relative path to a picture that this app serves itself. */
export const imageUrl = requiredText('Image URL', fieldTexts.imageUrl).check(
  z.trim(),
  notEmpty('Image URL'),
  z.maxLength(limits.url, { error: fieldTexts.tooLong('Image URL', limits.url), abort: true }),
  z.refine(isPictureAddress, { error: fieldTexts.imageUrl }),
);

function isPictureAddress(value: string): boolean {
  if (isStrange(value, false) || /\s/.test(value)) return false;
  if (/^\/(pictures|photos)\/[\w-]+\/\d+\.webp$/.test(value)) return true;
  // To a browser, `https:name` is a path on this site, and a backslash is a slash.
  if (!/^https?:\/\/[^/]/i.test(value) || value.includes('\\')) return false;
  try {
    const { username, password } = new URL(value);
    return username === '' && password === '';
  } catch {
    return false;
  }
}

/** An email is a text without any invisible character; even the joiners that names may have are refused. */
export const email = text('Email', { most: limits.email }).check(
  z.regex(/^[^\s@<>(),;:"[\]\\]+@(?:[^\s@<>(),;:"[\]\\.]+\.)+[^\s@<>(),;:"[\]\\.]+$/u, fieldTexts.email),
  z.refine((value) => !/\p{Default_Ignorable_Code_Point}/u.test(value), { error: fieldTexts.email }),
);

/** A whole number within bounds, also if it arrives as text in a query. */
export const wholeNumber = (label: string, from: number, to: number) => {
  const message = fieldTexts.number(label, from, to);
  return z
    .number({ error: errorOf(label, message) })
    .check(z.int({ error: message }), z.gte(from, { error: message }), z.lte(to, { error: message }));
};

/**
 * The revision of an item that a moderator saw when they decided; without it, the item is decided in its current state.
 */
export const seenRevision = z.optional(wholeNumber('Revision', 0, 1e9));

export const queryNumber = (label: string, from: number, to: number) =>
  z.pipe(
    z
      .string({ error: fieldTexts.number(label, from, to) })
      .check(z.regex(/^\d{1,9}$/, fieldTexts.number(label, from, to))),
    z.pipe(z.transform(Number), wholeNumber(label, from, to)),
  );
