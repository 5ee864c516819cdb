import * as z from 'zod/mini';

import type { Fields, ValuesOf } from '../shared/entity-fields.ts';
import { coordinates, Coordinates } from '../shared/coordinates.ts';
import { optionalText, orNothing, text, uuid, notEmpty, requiredText } from '../shared/fields.ts';
import { limits } from '../shared/limits.ts';
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

export const bestTime = orNothing(z.enum(bestTimes, { error: fieldTexts.bestTime }));

const writtenText = z.string();
const optionalWritten = z.nullable(z.string());

/** The fields of a location. ARCHITECTURE.md says what a new one needs besides its entry here. */
export const locationFields = {
  name: {
    label: 'Name',
    input: text('Name', { most: limits.name }),
    stored: writtenText,
    searched: true,
  },
  description: {
    label: 'Description',
    input: text('Description', { most: limits.description, lines: true }),
    stored: writtenText,
    lines: true,
    searched: true,
  },
  cityId: { label: 'City', input: uuid('City'), stored: writtenText },
  category: { label: 'Category', input: category, stored: writtenText },
  address: {
    label: 'Address',
    input: optionalText('Address', { most: limits.address }),
    stored: optionalWritten,
    optional: true,
    searched: true,
  },
  bestTimeToVisit: {
    label: 'Best Time to Visit',
    input: bestTime,
    stored: optionalWritten,
    optional: true,
  },
  /** How to get in and what to bring: steps, tickets, tripods. */
  accessNotes: {
    label: 'Access',
    input: optionalText('Access', { most: limits.accessNotes, lines: true }),
    stored: optionalWritten,
    optional: true,
    addedLater: true,
    lines: true,
    searched: true,
  },
  coordinates: {
    label: 'Coordinates',
    input: coordinates,
    stored: z.nullable(Coordinates),
    optional: true,
    addedLater: true,
  },
} as const satisfies Fields;

export type LocationFields = ValuesOf<typeof locationFields>;
