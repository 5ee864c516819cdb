import * as z from 'zod/mini';

import type { Fields, ValuesOf } from '../shared/entity-fields.ts';
import { coordinates, Coordinates } from '../shared/coordinates.ts';
import { imageUrl, text } from '../shared/fields.ts';
import { limits } from '../shared/limits.ts';

export const cityFields = {
  name: { label: 'Name', input: text('Name', { most: limits.name }), stored: z.string() },
  country: {
    label: 'Country',
    input: text('Country', { most: limits.country }),
    stored: z.string(),
  },
  imageUrl: { label: 'Image', input: imageUrl, stored: z.string() },
  coordinates: {
    label: 'Coordinates',
    input: coordinates,
    stored: z.nullable(Coordinates),
    optional: true,
    addedLater: true,
  },
} as const satisfies Fields;

export type CityFields = ValuesOf<typeof cityFields>;
