import * as z from 'zod/mini';

import { CreateLocation, RateLocation, UpdateLocation } from './commands.ts';
import { LocationListQuery, MapQuery, SuggestQuery } from './queries.ts';
import { PageQuery } from '../shared/queries.ts';
import { PendingEdit, PlacesOnMap, Location, Suggestions, Stats } from './views.ts';
import { LightQuery } from '../light/queries.ts';
import { Light } from '../light/views.ts';
import { operation } from '../shared/operation.ts';
import { uuid } from '../shared/fields.ts';

export const locationParams = z.object({ id: uuid('Location id') });
export const editParams = z.object({ id: uuid('Location id'), editId: uuid('Edit id') });

/** Where a merged location's answer is. */
export const merged = { 301: z.object({ into: z.uuid() }) };

export const locationCalls = {
  listLocations: operation({
    method: 'GET',
    path: '/api/locations',
    summary: 'Approved locations, newest first; with `near` the nearest first',
    access: 'public',
    query: LocationListQuery,
    answers: { 200: z.array(Location) },
    refusals: [],
  }),
  getMap: operation({
    method: 'GET',
    path: '/api/map',
    summary:
      'Public locations with coordinates in a box or around a point, where they are many in clusters; of a search its first 1,000 hits',
    access: 'public',
    query: MapQuery,
    answers: { 200: PlacesOnMap },
    refusals: [],
  }),
  listTrending: operation({
    method: 'GET',
    path: '/api/locations/trending',
    summary: 'The locations with the most recent activity',
    access: 'public',
    query: PageQuery,
    answers: { 200: z.array(Location) },
    refusals: [],
  }),
  getLocation: operation({
    method: 'GET',
    path: '/api/locations/{id}',
    summary: 'One location; a redirect to the other one if it was merged',
    access: 'public',
    params: locationParams,
    answers: { 200: Location, ...merged },
    refusals: ['location-not-found'],
  }),
  getLocationLight: operation({
    method: 'GET',
    path: '/api/locations/{id}/light',
    summary: 'The light of a day at a location; by default of today there',
    access: 'public',
    params: locationParams,
    query: LightQuery,
    answers: { 200: Light, ...merged },
    refusals: ['location-not-found', 'no-coordinates'],
  }),
  createLocation: operation({
    method: 'POST',
    path: '/api/locations',
    summary: 'Submit a location',
    access: 'user',
    body: CreateLocation,
    answers: { 201: Location },
    refusals: ['city-not-found'],
  }),
  updateLocation: operation({
    method: 'PUT',
    path: '/api/locations/{id}',
    summary: 'Edit a location; from anyone but the administrator it becomes an edit that waits for review',
    access: 'user',
    params: locationParams,
    body: UpdateLocation,
    answers: { 200: Location, 202: PendingEdit },
    refusals: ['location-not-found', 'location-merged', 'city-not-found', 'edit-changes-nothing', 'conflict'],
  }),
  deleteLocation: operation({
    method: 'DELETE',
    path: '/api/locations/{id}',
    summary: 'Delete a location and all its photos',
    access: 'admin',
    params: locationParams,
    answers: { 204: null },
    refusals: ['location-not-found', 'location-merged', 'conflict'],
  }),
  withdrawLocation: operation({
    method: 'POST',
    path: '/api/locations/{id}/withdraw',
    summary: 'Take back a location that still waits',
    access: 'user',
    evenBlocked: true,
    params: locationParams,
    answers: { 200: Location },
    refusals: ['location-not-found', 'location-merged', 'forbidden', 'already-decided'],
  }),
  withdrawEdit: operation({
    method: 'POST',
    path: '/api/locations/{id}/edits/{editId}/withdraw',
    summary: 'Take back an edit that still waits',
    access: 'user',
    evenBlocked: true,
    params: editParams,
    answers: { 200: PendingEdit },
    refusals: ['edit-not-found', 'forbidden', 'already-decided'],
  }),
  suggest: operation({
    method: 'GET',
    path: '/api/suggest',
    summary: 'Cities and locations whose name has a text, or nearly so, while somebody types it',
    access: 'public',
    query: SuggestQuery,
    answers: { 200: Suggestions },
    refusals: [],
  }),
  listFavorites: operation({
    method: 'GET',
    path: '/api/favorites',
    summary: 'My favourites that are public today, newest first',
    access: 'user',
    query: PageQuery,
    answers: { 200: z.array(Location) },
    refusals: [],
  }),
  rateLocation: operation({
    method: 'PUT',
    path: '/api/locations/{id}/rating',
    summary: 'Give your rating, 1 to 5',
    access: 'user',
    params: locationParams,
    body: RateLocation,
    answers: { 200: Location },
    refusals: ['location-not-found', 'location-merged'],
  }),
  favoriteLocation: operation({
    method: 'PUT',
    path: '/api/locations/{id}/favorite',
    summary: 'Give your heart',
    access: 'user',
    params: locationParams,
    answers: { 200: Location },
    refusals: ['location-not-found', 'location-merged'],
  }),
  unfavoriteLocation: operation({
    method: 'DELETE',
    path: '/api/locations/{id}/favorite',
    summary: 'Take your heart back',
    access: 'user',
    params: locationParams,
    answers: { 204: null },
    refusals: ['location-not-found', 'location-merged'],
  }),
  stats: operation({
    method: 'GET',
    path: '/api/stats',
    summary: 'The numbers of the stats strip',
    access: 'public',
    answers: { 200: Stats },
    refusals: [],
  }),
};
