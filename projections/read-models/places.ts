import { places as declaration } from '../read-store/models.ts';
import { cities } from './cities.ts';
import { edits } from './edits.ts';
import { locations } from './locations.ts';
import { opinions } from './opinions.ts';
import { photos } from './photos.ts';
import type { ReadModel } from './rule.ts';

/** Cities before the locations that depend on their status, those before the edits that depend on theirs. */
export const places: ReadModel = {
  declaration,
  collections: [cities, photos, opinions, locations, edits],
  ignores: ['account-registered.v1', 'account-erased.v1'],
};
