import * as z from 'zod/mini';

import { CreateReport } from './commands.ts';
import { operation } from '../shared/operation.ts';
import { reportStatuses } from './words.ts';

export const Report = z.object({ id: z.uuid(), status: z.enum(reportStatuses) });
export type Report = z.infer<typeof Report>;

export const reportCalls = {
  createReport: operation('user', 'POST', '/api/reports', {
    summary: 'Report a city, place or photo; 200 if you already have an open report of it',
    body: CreateReport,
    responses: { 201: Report, 200: Report },
    refusals: [
      'city-not-found',
      'location-not-found',
      'location-merged',
      'photo-not-found',
      'too-many-reports',
      'conflict',
    ],
  }),
};
