import * as z from 'zod/mini';

import { Approve, ApproveEdit, MergeLocation, Reject, RejectEntity, Restore } from './commands.ts';
import { oneOf } from '../shared/fields.ts';
import { PageQuery, pageFields, searchText } from '../shared/queries.ts';
import { City, CityForReview } from '../city/views.ts';
import { EditForReview, PendingEdit, Location, LocationForReview } from '../location/views.ts';
import { HistoryEntry, Submission } from './views.ts';
import { operation } from '../shared/operation.ts';
import { Photo } from '../photo/views.ts';
import { cityParams } from '../city/api.ts';
import { editParams, locationParams } from '../location/api.ts';
import { photoIdParams } from '../photo/api.ts';
import { statuses } from '../shared/statuses.ts';

export const AdminListQuery = z.object({
  ...pageFields,
  search: searchText,
  status: z.optional(oneOf('status', statuses)),
});

const cityDecision = { access: 'moderator', params: cityParams, answers: { 200: City } } as const;
const locationDecision = { access: 'moderator', params: locationParams, answers: { 200: Location } } as const;
const editDecision = { access: 'moderator', params: editParams, answers: { 200: PendingEdit } } as const;

export const HistoryQuery = z.object({
  ...pageFields,
  sort: z.optional(oneOf('sort', ['oldest', 'newest'])),
});

export const moderationCalls = {
  listPendingCities: operation({
    method: 'GET',
    path: '/api/admin/pending-cities',
    summary: 'Cities that wait, oldest first',
    access: 'moderator',
    query: PageQuery,
    answers: { 200: z.array(CityForReview) },
    refusals: [],
  }),
  listPendingLocations: operation({
    method: 'GET',
    path: '/api/admin/pending-locations',
    summary: 'Locations that wait, oldest first',
    access: 'moderator',
    query: PageQuery,
    answers: { 200: z.array(LocationForReview) },
    refusals: [],
  }),
  listPendingEdits: operation({
    method: 'GET',
    path: '/api/admin/pending-edits',
    summary: 'Edits that wait, oldest first',
    access: 'moderator',
    query: PageQuery,
    answers: { 200: z.array(EditForReview) },
    refusals: [],
  }),
  approveCity: operation({
    ...cityDecision,
    method: 'POST',
    path: '/api/admin/cities/{id}/approve',
    summary: 'Approve a city',
    body: Approve,
    bodyOptional: true,
    refusals: ['city-not-found', 'already-decided', 'changed-since', 'conflict'],
  }),
  rejectCity: operation({
    ...cityDecision,
    method: 'POST',
    path: '/api/admin/cities/{id}/reject',
    summary: 'Reject a city and its pending locations',
    body: RejectEntity,
    bodyOptional: true,
    refusals: ['administrator-decides', 'city-not-found', 'already-decided', 'changed-since', 'conflict'],
  }),
  reopenCity: operation({
    ...cityDecision,
    method: 'POST',
    path: '/api/admin/cities/{id}/reopen',
    summary: 'Take a decision back',
    refusals: ['administrator-decides', 'city-not-found', 'already-decided', 'conflict'],
  }),
  restoreCity: operation({
    ...cityDecision,
    method: 'POST',
    access: 'admin',
    path: '/api/admin/cities/{id}/restore',
    summary: 'Bring a deleted city back with all that its deletion took along, or the values of a revision',
    body: Restore,
    bodyOptional: true,
    refusals: ['city-not-found', 'restore-too-late', 'conflict'],
  }),
  approveLocation: operation({
    ...locationDecision,
    method: 'POST',
    path: '/api/admin/locations/{id}/approve',
    summary: 'Approve a location',
    body: Approve,
    bodyOptional: true,
    refusals: [
      'location-not-found',
      'location-merged',
      'approve-city-first',
      'already-decided',
      'changed-since',
      'conflict',
    ],
  }),
  rejectLocation: operation({
    ...locationDecision,
    method: 'POST',
    path: '/api/admin/locations/{id}/reject',
    summary: 'Reject a location',
    body: RejectEntity,
    bodyOptional: true,
    refusals: [
      'administrator-decides',
      'location-not-found',
      'location-merged',
      'already-decided',
      'changed-since',
      'conflict',
    ],
  }),
  reopenLocation: operation({
    ...locationDecision,
    method: 'POST',
    path: '/api/admin/locations/{id}/reopen',
    summary: 'Take a decision back',
    refusals: [
      'administrator-decides',
      'location-not-found',
      'location-merged',
      'already-decided',
      'conflict',
    ],
  }),
  mergeLocation: operation({
    ...locationDecision,
    method: 'POST',
    path: '/api/admin/locations/{id}/merge',
    summary:
      'Merge a location into another one of its city, which then shows all that it holds; answers with that one',
    body: MergeLocation,
    refusals: ['location-not-found', 'forbidden', 'location-merged', 'cannot-merge', 'conflict'],
  }),
  restoreLocation: operation({
    ...locationDecision,
    method: 'POST',
    access: 'admin',
    path: '/api/admin/locations/{id}/restore',
    summary: 'Bring a deleted location back with its photos, or the values of a revision',
    body: Restore,
    bodyOptional: true,
    refusals: ['location-not-found', 'location-merged', 'restore-city-first', 'restore-too-late', 'conflict'],
  }),
  approveEdit: operation({
    ...editDecision,
    method: 'POST',
    path: '/api/admin/locations/{id}/edits/{editId}/approve',
    summary: 'Approve an edit and apply it, or some of it',
    body: ApproveEdit,
    bodyOptional: true,
    refusals: [
      'edit-not-found',
      'edit-outdated',
      'already-decided',
      'changed-since',
      'city-not-found',
      'conflict',
    ],
  }),
  rejectEdit: operation({
    ...editDecision,
    method: 'POST',
    path: '/api/admin/locations/{id}/edits/{editId}/reject',
    summary: 'Reject an edit',
    body: Reject,
    bodyOptional: true,
    refusals: ['edit-not-found', 'already-decided', 'changed-since', 'conflict'],
  }),
  listAllCities: operation({
    method: 'GET',
    path: '/api/admin/cities',
    summary: 'Cities of every status',
    access: 'moderator',
    query: AdminListQuery,
    answers: { 200: z.array(CityForReview) },
    refusals: [],
  }),
  listAllLocations: operation({
    method: 'GET',
    path: '/api/admin/locations',
    summary: 'Locations of every status',
    access: 'moderator',
    query: AdminListQuery,
    answers: { 200: z.array(LocationForReview) },
    refusals: [],
  }),
  cityHistory: operation({
    method: 'GET',
    path: '/api/admin/cities/{id}/history',
    summary: 'Who did what with a city, when and why; `sort`: oldest (first, the default) or newest',
    access: 'moderator',
    params: cityParams,
    query: HistoryQuery,
    answers: { 200: z.array(HistoryEntry) },
    refusals: ['city-not-found'],
  }),
  locationHistory: operation({
    method: 'GET',
    path: '/api/admin/locations/{id}/history',
    summary: 'Who did what with a location, when and why; `sort`: oldest (first, the default) or newest',
    access: 'moderator',
    params: locationParams,
    query: HistoryQuery,
    answers: { 200: z.array(HistoryEntry) },
    refusals: ['location-not-found'],
  }),
};

export const decisionCalls = {
  restorePhoto: operation({
    method: 'POST',
    path: '/api/admin/photos/{id}/restore',
    summary: 'Bring a deleted photo back, within 30 days',
    access: 'admin',
    params: photoIdParams,
    answers: { 200: Photo },
    refusals: [
      'photo-not-found',
      'removed-for-ever',
      'restore-location-first',
      'restore-too-late',
      'conflict',
    ],
  }),
  listSubmissions: operation({
    method: 'GET',
    path: '/api/submissions',
    summary: 'What I sent in, newest first',
    access: 'user',
    query: PageQuery,
    answers: { 200: z.array(Submission) },
    refusals: [],
  }),
};
