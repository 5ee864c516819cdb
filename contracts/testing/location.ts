import type { LocationFields } from '../location/fields.ts';

/** The optional fields of a location, without values. A new field is added here; no other test names it. */
export const noOptionalFields = {
  address: null,
  bestTimeToVisit: null,
  accessNotes: null,
  coordinates: null,
} satisfies Partial<LocationFields>;

/** A location as people send it. */
export const ribeira = {
  name: 'Ribeira',
  description: 'Quay',
  cityId: 'c1',
  category: 'viewpoint',
  ...noOptionalFields,
} satisfies LocationFields;
