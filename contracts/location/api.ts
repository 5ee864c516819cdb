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

/** The id of the place that now shows a merged location. */
export const merged = { 301: z.object({ into: z.uuid() }) };

export const locationCalls = {
  listLocations: operation('public', 'GET', '/api/locations', {
    summary:
      'Approved locations, newest first; with `near` the nearest first, a city’s with `sort` the best rated first',
    query: LocationListQuery,
    responses: { 200: z.array(Location) },
  }),
  getMap: operation('public', 'GET', '/api/map', {
    summary:
      'Public locations with coordinates in a box or around a point, in clusters where there are many; for a search, only its first 1,000 hits',
    query: MapQuery,
    responses: { 200: PlacesOnMap },
  }),
  listTrending: operation('public', 'GET', '/api/locations/trending', {
    summary: 'The locations with the most recent activity',
    query: PageQuery,
    responses: { 200: z.array(Location) },
  }),
  getLocation: operation('public', 'GET', '/api/locations/{id}', {
    summary: 'One location; a redirect to the other one if it was merged',
    params: locationParams,
    responses: { 200: Location, ...merged },
    refusals: ['location-not-found'],
  }),
  getLocationLight: operation('public', 'GET', '/api/locations/{id}/light', {
    summary: 'The light of a day at a location; by default of today there',
    params: locationParams,
    query: LightQuery,
    responses: { 200: Light, ...merged },
    refusals: ['location-not-found', 'no-coordinates'],
  }),
  createLocation: operation('user', 'POST', '/api/locations', {
    summary: 'Submit a location',
    body: CreateLocation,
    responses: { 201: Location },
    refusals: ['city-not-found'],
  }),
  updateLocation: operation('user', 'PUT', '/api/locations/{id}', {
    summary: 'Edit a location; from anyone but the administrator it becomes an edit that waits for review',
    params: locationParams,
    body: UpdateLocation,
    responses: { 200: Location, 202: PendingEdit },
    refusals: ['location-not-found', 'location-merged', 'city-not-found', 'edit-changes-nothing', 'conflict'],
  }),
  deleteLocation: operation('admin', 'DELETE', '/api/locations/{id}', {
    summary: 'Delete a location and all its photos',
    params: locationParams,
    responses: { 204: null },
    refusals: ['location-not-found', 'location-merged', 'conflict'],
  }),
  withdrawLocation: operation('user', 'POST', '/api/locations/{id}/withdraw', {
    summary: 'Take back a location that still waits',
    evenBlocked: true,
    params: locationParams,
    responses: { 200: Location },
    refusals: ['location-not-found', 'location-merged', 'forbidden', 'already-decided'],
  }),
  withdrawEdit: operation('user', 'POST', '/api/locations/{id}/edits/{editId}/withdraw', {
    summary: 'Take back an edit that still waits',
    evenBlocked: true,
    params: editParams,
    responses: { 200: PendingEdit },
    refusals: ['edit-not-found', 'forbidden', 'already-decided'],
  }),
  suggest: operation('public', 'GET', '/api/suggest', {
    summary: 'Suggestions while somebody types: cities and locations whose name contains the text, or nearly',
    query: SuggestQuery,
    responses: { 200: Suggestions },
  }),
  listFavorites: operation('user', 'GET', '/api/favorites', {
    summary: 'My favourites that are public today, newest first',
    query: PageQuery,
    responses: { 200: z.array(Location) },
  }),
  rateLocation: operation('user', 'PUT', '/api/locations/{id}/rating', {
    summary: 'Give your rating, 1 to 5',
    params: locationParams,
    body: RateLocation,
    responses: { 200: Location },
    refusals: ['location-not-found', 'location-merged'],
  }),
  favoriteLocation: operation('user', 'PUT', '/api/locations/{id}/favorite', {
    summary: 'Give your heart',
    params: locationParams,
    responses: { 200: Location },
    refusals: ['location-not-found', 'location-merged'],
  }),
  unfavoriteLocation: operation('user', 'DELETE', '/api/locations/{id}/favorite', {
    summary: 'Take your heart back',
    params: locationParams,
    responses: { 204: null },
    refusals: ['location-not-found', 'location-merged'],
  }),
  stats: operation('public', 'GET', '/api/stats', {
    summary: 'The numbers of the stats strip',
    responses: { 200: Stats },
  }),
};
