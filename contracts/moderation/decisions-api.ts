import { Photo } from '../photo/views.ts';
import { operation } from '../shared/operation.ts';
import { photoIdParams } from '../shared/params.ts';

export const decisionCalls = {
  restorePhoto: operation({
    method: 'POST',
    path: '/api/admin/photos/{id}/restore',
    summary: 'Bring a deleted photo back, within 30 days',
    access: 'admin',
    params: photoIdParams,
    answers: { 200: Photo },
    refusals: ['photo-not-found', 'restore-location-first', 'restore-too-late', 'conflict'],
  }),
};
