import * as z from 'zod/mini';

import { CreateCity, UpdateCity } from './commands.ts';
import { City, Sample } from './views.ts';
import { LightQuery } from '../light/queries.ts';
import { Light } from '../light/views.ts';
import { operation } from '../shared/operation.ts';
import { pageFields, pageNumber, searchText } from '../shared/queries.ts';
import { uuid } from '../shared/fields.ts';

export const cityParams = z.object({ id: uuid('City id') });

export const CityListQuery = z.object({ ...pageFields, page: pageNumber, search: searchText });

export const cityCalls = {
  listCities: operation('public', 'GET', '/api/cities', {
    summary: 'Approved cities, most locations first',
    query: CityListQuery,
    responses: { 200: z.array(City) },
  }),
  getCity: operation('public', 'GET', '/api/cities/{id}', {
    summary: 'One city',
    params: cityParams,
    responses: { 200: City },
    refusals: ['city-not-found'],
  }),
  getCityLight: operation('public', 'GET', '/api/cities/{id}/light', {
    summary: 'The light of a day in a city; by default of today there',
    params: cityParams,
    query: LightQuery,
    responses: { 200: Light },
    refusals: ['city-not-found', 'no-coordinates'],
  }),
  createCity: operation('user', 'POST', '/api/cities', {
    summary: 'Submit a city',
    body: CreateCity,
    responses: { 201: City },
  }),
  updateCity: operation('user', 'PUT', '/api/cities/{id}', {
    summary: 'Edit a city; applies at once. The submitter of a declined city sends it in again by this',
    params: cityParams,
    body: UpdateCity,
    responses: { 200: City },
    refusals: ['city-not-found', 'already-decided', 'resubmitted-too-often', 'too-much-waiting', 'conflict'],
  }),
  deleteCity: operation('admin', 'DELETE', '/api/cities/{id}', {
    summary: 'Delete a city and all its locations',
    params: cityParams,
    responses: { 204: null },
    refusals: ['city-not-found', 'conflict'],
  }),
  withdrawCity: operation('user', 'POST', '/api/cities/{id}/withdraw', {
    summary: 'Take back a city that still waits',
    evenBlocked: true,
    params: cityParams,
    responses: { 200: City },
    refusals: ['city-not-found', 'forbidden', 'already-decided'],
  }),
};

export const sampleCalls = {
  getSample: operation('admin', 'GET', '/api/admin/sample', {
    summary: 'Whether cities of the sample are there, and how many places are in them',
    responses: { 200: Sample },
  }),
  removeSample: operation('admin', 'DELETE', '/api/admin/sample', {
    summary: 'Delete the cities of the sample with all that is in them, and erase its people',
    responses: { 204: null },
  }),
};
