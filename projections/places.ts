import { eventTypesOf } from '#contracts/events';
import { places as declaration } from '#contracts/read-models';
import { hours, people } from './account/people.ts';
import { edits } from './location/edits.ts';
import { formerPictures, cities } from './city/cities.ts';
import { locations } from './location/locations.ts';
import { opinions } from './opinion/opinions.ts';
import { photos } from './photo/photos.ts';
import type { ReadModel } from './rule.ts';

/**
 * People come before what counts for them. Cities come before locations, which know who sent in their city, and
 * locations come before edits.
 */
export const places: ReadModel = {
  declaration,
  collections: [hours, people, cities, formerPictures, photos, opinions, locations, edits],
  ignores: [
    'photo-hashed.v1',
    ...eventTypesOf.reports,
    ...eventTypesOf.change,
    ...eventTypesOf.secondOpinion,
    ...eventTypesOf.account.filter((type) => type !== 'account-erased.v1'),
  ],
};
