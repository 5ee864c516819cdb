import { eventTypesOf } from '#contracts/events';
import { places as declaration } from '#contracts/read-models';
import { citiesMarking } from './city/cities.ts';
import { markedAtOnce } from './city/city-marks.ts';
import { edits } from './location/edits.ts';
import { formerPictures } from './city/former-pictures.ts';
import { locations } from './location/locations.ts';
import { opinions } from './opinion/opinions.ts';
import { photos } from './photo/photos.ts';
import type { ReadModel } from './rule.ts';

/** Cities come before locations, whose marks depend on them, and locations come before edits. */
export const placesMarking = (most: number): ReadModel => ({
  declaration,
  collections: [citiesMarking(most), formerPictures, photos, opinions, locations, edits],
  ignores: [...eventTypesOf.reports, ...eventTypesOf.change, ...eventTypesOf.account],
});

export const places = placesMarking(markedAtOnce);
