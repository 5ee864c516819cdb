import * as z from 'zod/mini';

import { limits } from './limits.ts';
import { fieldTexts } from './texts.ts';
import { bestTimes, categories } from './vocabulary.ts';

// Control characters, and those that reverse or hide the text after them, have no place in a name.
const strange = /(?![\t\n\r])\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cs}/u;
const lineBreak = /[\r\n\t]/;
// Letters that show nothing: a name of these alone would be a blank.
const visible = /[^\p{Z}\p{C}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u;

/** Whether there are control characters other than white space. */
export const hasControls = (value: string): boolean => /(?![\t\n\r])\p{Cc}/u.test(value);

/** A text that has to be there; what is none is told `notText`. */
export const requiredText = (label: string, notText: string = fieldTexts.notText(label)) =>
  z.string({
    error: (issue) =>
      issue.input === undefined || issue.input === null ? fieldTexts.required(label) : notText,
  });
export const notEmpty = (label: string) => z.minLength(1, { error: fieldTexts.required(label), abort: true });

interface TextOptions {
  readonly most: number;
  readonly lines?: boolean;
}

/** Text on one line (or several): trimmed, not blank, of a limited length, without characters that deceive. */
export const text = (label: string, { most, lines = false }: TextOptions) =>
  requiredText(label).check(
    z.maxLength(most, { error: fieldTexts.tooLong(label, most), abort: true }),
    z.trim(),
    notEmpty(label),
    z.refine((value) => strange.test(value) || visible.test(value), {
      error: fieldTexts.required(label),
      abort: true,
    }),
    z.refine((value) => !strange.test(value) && (lines || !lineBreak.test(value)), {
      error: fieldTexts.strangeCharacters(label),
    }),
  );

/** The same, or nothing: a blank text counts as none. */
export const optionalText = (label: string, options: TextOptions) =>
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value)),
    z.nullable(text(label, options)),
  );

export const uuid = (label: string) =>
  z.pipe(
    requiredText(label, fieldTexts.uuid(label)).check(
      notEmpty(label),
      z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, fieldTexts.uuid(label)),
    ),
    z.transform((value) => value.toLowerCase()),
  );

/** A slug or a label, in any case: 'Street Art', 'street-art' and 'STREET ART' are one category. */
export const category = z.pipe(
  requiredText('Category', fieldTexts.category).check(notEmpty('Category')),
  z.pipe(
    z.transform((value: string) => value.trim().toLowerCase().replaceAll(' ', '-')),
    z.enum(categories, { error: fieldTexts.category }),
  ),
);

export const bestTime = z.pipe(
  z.transform((value: unknown) => (value === '' ? null : value)),
  z.nullable(z.enum(bestTimes, { error: fieldTexts.bestTime })),
);

/** An http(s) URL without credentials, or a root-relative path to a picture that this app serves itself. */
export const imageUrl = requiredText('Image URL', fieldTexts.imageUrl).check(
  z.maxLength(limits.url, { error: fieldTexts.tooLong('Image URL', limits.url), abort: true }),
  z.trim(),
  notEmpty('Image URL'),
  z.refine(isPictureAddress, { error: fieldTexts.imageUrl }),
);

function isPictureAddress(value: string): boolean {
  if (strange.test(value) || /\s/.test(value)) return false;
  if (/^\/(pictures|photos)\/[\w-]+\/\d+\.webp$/.test(value)) return true;
  try {
    const url = new URL(value);
    return (
      (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === ''
    );
  } catch {
    return false;
  }
}

export const email = text('Email', { most: limits.email }).check(
  z.regex(/^[^\s@<>(),;:"[\]\\]+@(?:[^\s@<>(),;:"[\]\\.]+\.)+[^\s@<>(),;:"[\]\\.]+$/u, fieldTexts.email),
);

/** A whole number within bounds, also when it arrives as text in a query. */
export const wholeNumber = (label: string, from: number, to: number) => {
  const message = fieldTexts.number(label, from, to);
  return z
    .number({ error: message })
    .check(z.int({ error: message }), z.gte(from, { error: message }), z.lte(to, { error: message }));
};

export const queryNumber = (label: string, from: number, to: number) =>
  z.pipe(
    z
      .string({ error: fieldTexts.number(label, from, to) })
      .check(z.regex(/^\d{1,9}$/, fieldTexts.number(label, from, to))),
    z.pipe(z.transform(Number), wholeNumber(label, from, to)),
  );
