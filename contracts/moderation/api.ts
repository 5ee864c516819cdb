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

const cityDecision = { params: cityParams, responses: { 200: City } } as const;
const locationDecision = { params: locationParams, responses: { 200: Location } } as const;
const editDecision = { params: editParams, responses: { 200: PendingEdit } } as const;

/** Why a decision on what waits can be refused. */
const undecidable = ['already-decided', 'changed-since', 'conflict'] as const;

export const HistoryQuery = z.object({
  ...pageFields,
  sort: z.optional(oneOf('sort', ['oldest', 'newest'])),
});

export const moderationCalls = {
  listPendingCities: operation('moderator', 'GET', '/api/admin/pending-cities', {
    summary: 'Cities that wait, oldest first',
    query: PageQuery,
    responses: { 200: z.array(CityForReview) },
  }),
  listPendingLocations: operation('moderator', 'GET', '/api/admin/pending-locations', {
    summary: 'Locations that wait, oldest first',
    query: PageQuery,
    responses: { 200: z.array(LocationForReview) },
  }),
  listPendingEdits: operation('moderator', 'GET', '/api/admin/pending-edits', {
    summary: 'Edits that wait, oldest first',
    query: PageQuery,
    responses: { 200: z.array(EditForReview) },
  }),
  approveCity: operation('moderator', 'POST', '/api/admin/cities/{id}/approve', {
    ...cityDecision,
    summary: 'Approve a city',
    body: Approve,
    bodyOptional: true,
    refusals: ['city-not-found', ...undecidable],
  }),
  rejectCity: operation('moderator', 'POST', '/api/admin/cities/{id}/reject', {
    ...cityDecision,
    summary: 'Reject a city and its pending locations',
    body: RejectEntity,
    bodyOptional: true,
    refusals: ['administrator-decides', 'city-not-found', ...undecidable],
  }),
  reopenCity: operation('moderator', 'POST', '/api/admin/cities/{id}/reopen', {
    ...cityDecision,
    summary: 'Take a decision back',
    refusals: ['administrator-decides', 'city-not-found', 'already-decided', 'conflict'],
  }),
  restoreCity: operation('admin', 'POST', '/api/admin/cities/{id}/restore', {
    ...cityDecision,
    summary: 'Bring a deleted city back with all that its deletion took along, or the values of a revision',
    body: Restore,
    bodyOptional: true,
    refusals: ['city-not-found', 'restore-too-late', 'conflict'],
  }),
  approveLocation: operation('moderator', 'POST', '/api/admin/locations/{id}/approve', {
    ...locationDecision,
    summary: 'Approve a location',
    body: Approve,
    bodyOptional: true,
    refusals: ['location-not-found', 'location-merged', 'approve-city-first', ...undecidable],
  }),
  rejectLocation: operation('moderator', 'POST', '/api/admin/locations/{id}/reject', {
    ...locationDecision,
    summary: 'Reject a location',
    body: RejectEntity,
    bodyOptional: true,
    refusals: ['administrator-decides', 'location-not-found', 'location-merged', ...undecidable],
  }),
  reopenLocation: operation('moderator', 'POST', '/api/admin/locations/{id}/reopen', {
    ...locationDecision,
    summary: 'Take a decision back',
    refusals: [
      'administrator-decides',
      'location-not-found',
      'location-merged',
      'already-decided',
      'conflict',
    ],
  }),
  mergeLocation: operation('moderator', 'POST', '/api/admin/locations/{id}/merge', {
    ...locationDecision,
    summary:
      'Merge a location into another one of its city, which then shows all that it holds; answers with that one',
    body: MergeLocation,
    refusals: [
      'location-not-found',
      'forbidden',
      'location-merged',
      'cannot-merge',
      'already-decided',
      'conflict',
    ],
  }),
  restoreLocation: operation('admin', 'POST', '/api/admin/locations/{id}/restore', {
    ...locationDecision,
    summary: 'Bring a deleted location back with its photos, or the values of a revision',
    body: Restore,
    bodyOptional: true,
    refusals: ['location-not-found', 'location-merged', 'restore-city-first', 'restore-too-late', 'conflict'],
  }),
  approveEdit: operation('moderator', 'POST', '/api/admin/locations/{id}/edits/{editId}/approve', {
    ...editDecision,
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
  rejectEdit: operation('moderator', 'POST', '/api/admin/locations/{id}/edits/{editId}/reject', {
    ...editDecision,
    summary: 'Reject an edit',
    body: Reject,
    bodyOptional: true,
    refusals: ['edit-not-found', ...undecidable],
  }),
  listAllCities: operation('moderator', 'GET', '/api/admin/cities', {
    summary: 'Cities of every status',
    query: AdminListQuery,
    responses: { 200: z.array(CityForReview) },
  }),
  listAllLocations: operation('moderator', 'GET', '/api/admin/locations', {
    summary: 'Locations of every status',
    query: AdminListQuery,
    responses: { 200: z.array(LocationForReview) },
  }),
  cityHistory: operation('moderator', 'GET', '/api/admin/cities/{id}/history', {
    summary: 'Who did what with a city, when and why; `sort`: oldest (first, the default) or newest',
    params: cityParams,
    query: HistoryQuery,
    responses: { 200: z.array(HistoryEntry) },
    refusals: ['city-not-found'],
  }),
  locationHistory: operation('moderator', 'GET', '/api/admin/locations/{id}/history', {
    summary: 'Who did what with a location, when and why; `sort`: oldest (first, the default) or newest',
    params: locationParams,
    query: HistoryQuery,
    responses: { 200: z.array(HistoryEntry) },
    refusals: ['location-not-found'],
  }),
};

export const decisionCalls = {
  restorePhoto: operation('admin', 'POST', '/api/admin/photos/{id}/restore', {
    summary: 'Bring a deleted photo back, within 30 days',
    params: photoIdParams,
    responses: { 200: Photo },
    refusals: [
      'photo-not-found',
      'removed-for-ever',
      'restore-location-first',
      'restore-too-late',
      'conflict',
    ],
  }),
  listSubmissions: operation('user', 'GET', '/api/submissions', {
    summary: 'What I sent in, newest first',
    query: PageQuery,
    responses: { 200: z.array(Submission) },
  }),
};
