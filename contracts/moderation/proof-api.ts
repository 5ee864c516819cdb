import * as z from 'zod/mini';

import { Evidence, Receipt } from './proof.ts';
import { cityParams } from '../city/api.ts';
import { locationParams } from '../location/api.ts';
import { operation } from '../shared/operation.ts';
import { photoIdParams } from '../photo/api.ts';

const evidence = { method: 'GET', access: 'admin', answers: { 200: Evidence } } as const;

export const proofCalls = {
  cityEvidence: operation({
    ...evidence,
    path: '/api/admin/cities/{id}/evidence',
    summary: 'Everything that happened to a city, with a signed proof, as a file for npm run verify',
    params: cityParams,
    refusals: ['city-not-found'],
  }),
  locationEvidence: operation({
    ...evidence,
    path: '/api/admin/locations/{id}/evidence',
    summary: 'Everything that happened to a location and its photos, with a signed proof',
    params: locationParams,
    refusals: ['location-not-found'],
  }),
  photoEvidence: operation({
    ...evidence,
    path: '/api/admin/photos/{id}/evidence',
    summary: 'Everything that happened to a photo, with a signed proof',
    params: photoIdParams,
    refusals: ['photo-not-found'],
  }),
  getReceipt: operation({
    method: 'GET',
    path: '/api/history/{position}/receipt',
    summary: 'A signed proof of one decision, for whoever sent in what it decides about, and for moderators',
    access: 'user',
    params: z.object({ position: z.string().check(z.regex(/^\d{1,19}$/, 'Position must be a number')) }),
    answers: { 200: Receipt },
    refusals: ['decision-not-found'],
  }),
};
