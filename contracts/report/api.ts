import { CreateReport } from './commands.ts';
import { Report } from './views.ts';
import { operation } from '../shared/operation.ts';

export const reportCalls = {
  createReport: operation({
    method: 'POST',
    path: '/api/reports',
    summary: 'Report a city, place or photo; 200 where your report of it is open already',
    access: 'user',
    body: CreateReport,
    answers: { 201: Report, 200: Report },
    refusals: ['city-not-found', 'location-not-found', 'photo-not-found', 'too-many-reports', 'conflict'],
  }),
};
