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
  listCities: operation({
    method: 'GET',
    path: '/api/cities',
    summary: 'Approved cities, most locations first',
    access: 'public',
    query: CityListQuery,
    answers: { 200: z.array(City) },
    refusals: [],
  }),
  getCity: operation({
    method: 'GET',
    path: '/api/cities/{id}',
    summary: 'One city',
    access: 'public',
    params: cityParams,
    answers: { 200: City },
    refusals: ['city-not-found'],
  }),
  getCityLight: operation({
    method: 'GET',
    path: '/api/cities/{id}/light',
    summary: 'The light of a day in a city; by default of today there',
    access: 'public',
    params: cityParams,
    query: LightQuery,
    answers: { 200: Light },
    refusals: ['city-not-found', 'no-coordinates'],
  }),
  createCity: operation({
    method: 'POST',
    path: '/api/cities',
    summary: 'Submit a city',
    access: 'user',
    body: CreateCity,
    answers: { 201: City },
    refusals: [],
  }),
  updateCity: operation({
    method: 'PUT',
    path: '/api/cities/{id}',
    summary: 'Edit a city; applied at once, and its submitter sends a declined one in again by it',
    access: 'user',
    params: cityParams,
    body: UpdateCity,
    answers: { 200: City },
    refusals: ['city-not-found', 'already-decided', 'resubmitted-too-often', 'too-much-waiting', 'conflict'],
  }),
  deleteCity: operation({
    method: 'DELETE',
    path: '/api/cities/{id}',
    summary: 'Delete a city and all its locations',
    access: 'admin',
    params: cityParams,
    answers: { 204: null },
    refusals: ['city-not-found', 'conflict'],
  }),
  withdrawCity: operation({
    method: 'POST',
    path: '/api/cities/{id}/withdraw',
    summary: 'Take back a city that still waits',
    access: 'user',
    evenBlocked: true,
    params: cityParams,
    answers: { 200: City },
    refusals: ['city-not-found', 'forbidden', 'already-decided'],
  }),
};

export const sampleCalls = {
  getSample: operation({
    method: 'GET',
    path: '/api/admin/sample',
    summary: 'Whether cities of the sample are there, and how many places are in them',
    access: 'admin',
    answers: { 200: Sample },
    refusals: [],
  }),
  removeSample: operation({
    method: 'DELETE',
    path: '/api/admin/sample',
    summary: 'Delete the cities of the sample with all that is in them, and erase its people',
    access: 'admin',
    answers: { 204: null },
    refusals: [],
  }),
};
