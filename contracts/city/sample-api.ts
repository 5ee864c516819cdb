import { Sample } from './sample-view.ts';
import { operation } from '../shared/operation.ts';

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
