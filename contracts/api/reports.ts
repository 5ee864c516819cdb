import { CreateReport } from '../commands/report.ts';
import { Report } from '../views/report.ts';
import { operation } from './operation.ts';

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
