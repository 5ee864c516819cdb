import * as z from 'zod/mini';

import { cityParams } from '../city/api.ts';
import { City } from '../city/views.ts';
import { locationParams } from '../location/api.ts';
import { Location } from '../location/views.ts';
import { Photo } from '../photo/views.ts';
import { parseMoment, type Moment } from '../shared/moment.ts';
import { operation } from '../shared/operation.ts';
import { fieldTexts } from '../shared/texts.ts';

/** A text that `parseMoment` reads, if it is of the wanted kind. */
const momentText = (error: string, isWanted: (moment: Moment) => boolean = () => true) =>
  z.pipe(
    z.string({ error }).check(
      z.refine(
        (text) => {
          const moment = parseMoment(text);
          return moment !== undefined && isWanted(moment);
        },
        { error },
      ),
    ),
    // The preceding check has shown that it parses.
    z.transform((text: string) => parseMoment(text) ?? { position: 0n }),
  );

const position = momentText(fieldTexts.position('position'), (moment) => 'position' in moment);
const time = momentText(fieldTexts.time('time'), (moment) => 'time' in moment);

/** Exactly one of the two. */
export const AtQuery = z.object({ position: z.optional(position), time: z.optional(time) }).check(
  z.refine((query) => (query.position === undefined) !== (query.time === undefined), {
    error: fieldTexts.positionOrTime,
    path: ['position'],
  }),
);

export const CompareQuery = z.object({
  from: momentText(fieldTexts.moment('from')),
  to: momentText(fieldTexts.moment('to')),
});

/** The numbers are null for a city with very many places or photos. It has no photos of its own. */
export const CityAt = z.extend(City, {
  locationCount: z.nullable(z.int()),
  photoCount: z.nullable(z.int()),
  photos: z.array(Photo),
});
export type CityAt = z.infer<typeof CityAt>;

/** Featured photo first. The numbers of ratings and hearts are null for a place with very many. */
export const LocationAt = z.extend(Location, {
  rating: z.nullable(z.number()),
  ratingCount: z.nullable(z.int()),
  favoriteCount: z.nullable(z.int()),
  photos: z.array(Photo),
});
export type LocationAt = z.infer<typeof LocationAt>;

/** Only the differences. `photos` are those of the view. */
export const MomentsCompared = z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }));
export type MomentsCompared = z.infer<typeof MomentsCompared>;

const ofCity = {
  params: cityParams,
  refusals: ['city-not-found', 'position-unknown'],
} as const;
const ofLocation = {
  params: locationParams,
  refusals: ['location-not-found', 'position-unknown'],
} as const;

export const momentCalls = {
  cityAt: operation('moderator', 'GET', '/api/admin/cities/{id}/at', {
    ...ofCity,
    summary: 'A city as it was after the event at a position, or at a time',
    query: AtQuery,
    responses: { 200: CityAt },
  }),
  locationAt: operation('moderator', 'GET', '/api/admin/locations/{id}/at', {
    ...ofLocation,
    summary: 'A location and its photos as they were after the event at a position, or at a time',
    query: AtQuery,
    responses: { 200: LocationAt },
  }),
  compareCity: operation('moderator', 'GET', '/api/admin/cities/{id}/compare', {
    ...ofCity,
    summary: 'What differs in a city between two moments, numbers aside; `from` and `to`: positions or times',
    query: CompareQuery,
    responses: { 200: MomentsCompared },
  }),
  compareLocation: operation('moderator', 'GET', '/api/admin/locations/{id}/compare', {
    ...ofLocation,
    summary:
      'What differs in a location between two moments, numbers of opinions aside; `from` and `to`: positions or times',
    query: CompareQuery,
    responses: { 200: MomentsCompared },
  }),
};
