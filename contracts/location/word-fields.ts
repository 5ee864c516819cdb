import * as z from 'zod/mini';

import { notEmpty, requiredText } from '../shared/fields.ts';
import { fieldTexts } from '../shared/texts.ts';
import { bestTimes, categories } from './words.ts';

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
