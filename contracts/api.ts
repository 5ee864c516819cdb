import * as z from 'zod/mini';

import { Login, Refresh, Register, SetSession } from './commands/account.ts';
import { CreateCity, UpdateCity } from './commands/city.ts';
import { CreateLocation, RateLocation, UpdateLocation } from './commands/location.ts';
import { ApproveEdit, Reject, Restore } from './commands/moderation.ts';
import { AddPhoto, FeaturePhoto } from './commands/photo.ts';
import type { ErrorCode } from './errors.ts';
import { uuid } from './fields.ts';
import { AdminListQuery, CityListQuery, LocationListQuery, PageQuery, PhotoListQuery } from './queries.ts';
import { Session, SignedIn, User } from './views/account.ts';
import { City, CityForReview } from './views/city.ts';
import { EditForReview, PendingEdit } from './views/edit.ts';
import { Location, LocationForReview } from './views/location.ts';
import { HistoryEntry, Stats, Submission } from './views/other.ts';
import { Photo } from './views/photo.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** Who may call: anyone, a signed-in person, the administrator. */
export type Access = 'public' | 'user' | 'admin';

/** One call of the API: what routers parse by, what the OpenAPI document and the tests are made from. */
export interface Operation {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** A body may be left out entirely. */
  readonly bodyOptional?: boolean;
  /** Answers that are no refusals, by status; null for an empty one. */
  readonly answers: Readonly<Record<number, z.ZodMiniType | null>>;
  /** Refusals particular to it; 400, 401, 403, 429 and 503 follow from the rest. */
  readonly refusals: readonly ErrorCode[];
}

const operation = <const O extends Operation>(value: O): O => value;

const cityParams = z.object({ id: uuid('City id') });
const locationParams = z.object({ id: uuid('Location id') });
const editParams = z.object({ id: uuid('Location id'), editId: uuid('Edit id') });
const photoParams = z.object({ photoId: uuid('Photo id') });
const providerParams = z.object({ provider: z.enum(['google', 'github', 'discord']) });

const cityCalls = {
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
    summary: 'Edit a city; applied at once',
    access: 'user',
    params: cityParams,
    body: UpdateCity,
    answers: { 200: City },
    refusals: ['city-not-found', 'conflict'],
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
    params: cityParams,
    answers: { 200: City },
    refusals: ['city-not-found', 'forbidden', 'already-decided'],
  }),
};

const locationCalls = {
  listLocations: operation({
    method: 'GET',
    path: '/api/locations',
    summary: 'Approved locations, newest first',
    access: 'public',
    query: LocationListQuery,
    answers: { 200: z.array(Location) },
    refusals: [],
  }),
  listTrending: operation({
    method: 'GET',
    path: '/api/locations/trending',
    summary: 'The locations with the most recent activity',
    access: 'public',
    query: PageQuery,
    answers: { 200: z.array(Location) },
    refusals: [],
  }),
  getLocation: operation({
    method: 'GET',
    path: '/api/locations/{id}',
    summary: 'One location',
    access: 'public',
    params: locationParams,
    answers: { 200: Location },
    refusals: ['location-not-found'],
  }),
  createLocation: operation({
    method: 'POST',
    path: '/api/locations',
    summary: 'Submit a location',
    access: 'user',
    body: CreateLocation,
    answers: { 201: Location },
    refusals: ['city-not-found'],
  }),
  updateLocation: operation({
    method: 'PUT',
    path: '/api/locations/{id}',
    summary: 'Edit a location; from anyone but the administrator it becomes an edit that waits for review',
    access: 'user',
    params: locationParams,
    body: UpdateLocation,
    answers: { 200: Location, 202: PendingEdit },
    refusals: ['location-not-found', 'city-not-found', 'edit-changes-nothing', 'conflict'],
  }),
  deleteLocation: operation({
    method: 'DELETE',
    path: '/api/locations/{id}',
    summary: 'Delete a location and all its photos',
    access: 'admin',
    params: locationParams,
    answers: { 204: null },
    refusals: ['location-not-found', 'conflict'],
  }),
  withdrawLocation: operation({
    method: 'POST',
    path: '/api/locations/{id}/withdraw',
    summary: 'Take back a location that still waits',
    access: 'user',
    params: locationParams,
    answers: { 200: Location },
    refusals: ['location-not-found', 'forbidden', 'already-decided'],
  }),
  withdrawEdit: operation({
    method: 'POST',
    path: '/api/locations/{id}/edits/{editId}/withdraw',
    summary: 'Take back an edit that still waits',
    access: 'user',
    params: editParams,
    answers: { 200: PendingEdit },
    refusals: ['edit-not-found', 'forbidden', 'already-decided'],
  }),
  rateLocation: operation({
    method: 'PUT',
    path: '/api/locations/{id}/rating',
    summary: 'Give your rating, 1 to 5',
    access: 'user',
    params: locationParams,
    body: RateLocation,
    answers: { 200: Location },
    refusals: ['location-not-found'],
  }),
  favoriteLocation: operation({
    method: 'PUT',
    path: '/api/locations/{id}/favorite',
    summary: 'Give your heart',
    access: 'user',
    params: locationParams,
    answers: { 200: Location },
    refusals: ['location-not-found'],
  }),
  unfavoriteLocation: operation({
    method: 'DELETE',
    path: '/api/locations/{id}/favorite',
    summary: 'Take your heart back',
    access: 'user',
    params: locationParams,
    answers: { 204: null },
    refusals: ['location-not-found'],
  }),
};

const photoCalls = {
  listPhotos: operation({
    method: 'GET',
    path: '/api/locations/{id}/photos',
    summary: 'Photos of a location, featured first',
    access: 'public',
    params: locationParams,
    query: PhotoListQuery,
    answers: { 200: z.array(Photo) },
    refusals: ['location-not-found'],
  }),
  addPhoto: operation({
    method: 'POST',
    path: '/api/locations/{id}/photos',
    summary: 'Upload a photo',
    access: 'user',
    params: locationParams,
    body: AddPhoto,
    answers: { 201: Photo },
    refusals: [
      'location-not-found',
      'photo-already-here',
      'file-too-large',
      'too-many-pixels',
      'not-an-image',
    ],
  }),
  featurePhoto: operation({
    method: 'PATCH',
    path: '/api/photos/{photoId}/primary',
    summary: 'Make a photo the featured one',
    access: 'user',
    params: photoParams,
    body: FeaturePhoto,
    bodyOptional: true,
    answers: { 200: Photo },
    refusals: ['photo-not-found'],
  }),
  deletePhoto: operation({
    method: 'DELETE',
    path: '/api/photos/{photoId}',
    summary: 'Delete a photo (its uploader or the administrator)',
    access: 'user',
    params: photoParams,
    answers: { 204: null },
    refusals: ['photo-not-found', 'forbidden'],
  }),
};

const cityDecision = { access: 'admin', params: cityParams, answers: { 200: City } } as const;
const locationDecision = { access: 'admin', params: locationParams, answers: { 200: Location } } as const;
const editDecision = { access: 'admin', params: editParams, answers: { 200: PendingEdit } } as const;

const moderationCalls = {
  listPendingCities: operation({
    method: 'GET',
    path: '/api/admin/pending-cities',
    summary: 'Cities that wait, oldest first',
    access: 'admin',
    query: PageQuery,
    answers: { 200: z.array(CityForReview) },
    refusals: [],
  }),
  listPendingLocations: operation({
    method: 'GET',
    path: '/api/admin/pending-locations',
    summary: 'Locations that wait, oldest first',
    access: 'admin',
    query: PageQuery,
    answers: { 200: z.array(LocationForReview) },
    refusals: [],
  }),
  listPendingEdits: operation({
    method: 'GET',
    path: '/api/admin/pending-edits',
    summary: 'Edits that wait, oldest first',
    access: 'admin',
    query: PageQuery,
    answers: { 200: z.array(EditForReview) },
    refusals: [],
  }),
  approveCity: operation({
    ...cityDecision,
    method: 'POST',
    path: '/api/admin/cities/{id}/approve',
    summary: 'Approve a city',
    refusals: ['city-not-found', 'already-decided', 'conflict'],
  }),
  rejectCity: operation({
    ...cityDecision,
    method: 'POST',
    path: '/api/admin/cities/{id}/reject',
    summary: 'Reject a city and its pending locations',
    body: Reject,
    bodyOptional: true,
    refusals: ['city-not-found', 'already-decided', 'conflict'],
  }),
  reopenCity: operation({
    ...cityDecision,
    method: 'POST',
    path: '/api/admin/cities/{id}/reopen',
    summary: 'Take a decision back',
    refusals: ['city-not-found', 'already-decided', 'conflict'],
  }),
  restoreCity: operation({
    ...cityDecision,
    method: 'POST',
    path: '/api/admin/cities/{id}/restore',
    summary: 'Bring a deleted city back with all that its deletion took along, or the values of a revision',
    body: Restore,
    bodyOptional: true,
    refusals: ['city-not-found', 'conflict'],
  }),
  approveLocation: operation({
    ...locationDecision,
    method: 'POST',
    path: '/api/admin/locations/{id}/approve',
    summary: 'Approve a location',
    refusals: ['location-not-found', 'approve-city-first', 'already-decided', 'conflict'],
  }),
  rejectLocation: operation({
    ...locationDecision,
    method: 'POST',
    path: '/api/admin/locations/{id}/reject',
    summary: 'Reject a location',
    body: Reject,
    bodyOptional: true,
    refusals: ['location-not-found', 'already-decided', 'conflict'],
  }),
  reopenLocation: operation({
    ...locationDecision,
    method: 'POST',
    path: '/api/admin/locations/{id}/reopen',
    summary: 'Take a decision back',
    refusals: ['location-not-found', 'already-decided', 'conflict'],
  }),
  restoreLocation: operation({
    ...locationDecision,
    method: 'POST',
    path: '/api/admin/locations/{id}/restore',
    summary: 'Bring a deleted location back with its photos, or the values of a revision',
    body: Restore,
    bodyOptional: true,
    refusals: ['location-not-found', 'restore-city-first', 'conflict'],
  }),
  approveEdit: operation({
    ...editDecision,
    method: 'POST',
    path: '/api/admin/locations/{id}/edits/{editId}/approve',
    summary: 'Approve and apply an edit',
    body: ApproveEdit,
    bodyOptional: true,
    refusals: ['edit-not-found', 'edit-outdated', 'already-decided', 'city-not-found', 'conflict'],
  }),
  rejectEdit: operation({
    ...editDecision,
    method: 'POST',
    path: '/api/admin/locations/{id}/edits/{editId}/reject',
    summary: 'Reject an edit',
    body: Reject,
    bodyOptional: true,
    refusals: ['edit-not-found', 'already-decided', 'conflict'],
  }),
  listAllCities: operation({
    method: 'GET',
    path: '/api/admin/cities',
    summary: 'Cities of every status',
    access: 'admin',
    query: AdminListQuery,
    answers: { 200: z.array(CityForReview) },
    refusals: [],
  }),
  listAllLocations: operation({
    method: 'GET',
    path: '/api/admin/locations',
    summary: 'Locations of every status',
    access: 'admin',
    query: AdminListQuery,
    answers: { 200: z.array(LocationForReview) },
    refusals: [],
  }),
  cityHistory: operation({
    method: 'GET',
    path: '/api/admin/cities/{id}/history',
    summary: 'Who did what with a city, when and why',
    access: 'admin',
    params: cityParams,
    query: PageQuery,
    answers: { 200: z.array(HistoryEntry) },
    refusals: ['city-not-found'],
  }),
  locationHistory: operation({
    method: 'GET',
    path: '/api/admin/locations/{id}/history',
    summary: 'Who did what with a location, when and why',
    access: 'admin',
    params: locationParams,
    query: PageQuery,
    answers: { 200: z.array(HistoryEntry) },
    refusals: ['location-not-found'],
  }),
};

const accountCalls = {
  currentUser: operation({
    method: 'GET',
    path: '/api/auth/user',
    summary: 'The signed-in person',
    access: 'user',
    answers: { 200: User },
    refusals: [],
  }),
  register: operation({
    method: 'POST',
    path: '/auth/register',
    summary: 'Create an account and sign in',
    access: 'public',
    body: Register,
    answers: { 201: SignedIn },
    refusals: ['email-taken', 'too-many-requests'],
  }),
  login: operation({
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in',
    access: 'public',
    body: Login,
    answers: { 200: SignedIn },
    refusals: ['login-failed', 'too-many-requests'],
  }),
  logout: operation({
    method: 'POST',
    path: '/auth/logout',
    summary: 'End the session everywhere',
    access: 'public',
    answers: { 204: null },
    refusals: [],
  }),
  getSession: operation({
    method: 'GET',
    path: '/auth/session',
    summary: 'The session of the cookie or token',
    access: 'public',
    answers: { 200: Session },
    refusals: ['unauthorized'],
  }),
  setSession: operation({
    method: 'POST',
    path: '/auth/session',
    summary: 'Set a session from its tokens',
    access: 'public',
    body: SetSession,
    answers: { 200: Session },
    refusals: ['unauthorized'],
  }),
  refresh: operation({
    method: 'POST',
    path: '/auth/refresh',
    summary: 'New tokens for a refresh token, which works once',
    access: 'public',
    body: Refresh,
    answers: { 200: SignedIn },
    refusals: ['unauthorized'],
  }),
  startOAuth: operation({
    method: 'GET',
    path: '/auth/oauth/{provider}',
    summary: 'Where to send the browser to sign in',
    access: 'public',
    params: providerParams,
    answers: { 200: z.object({ url: z.string() }) },
    refusals: ['not-found', 'provider-not-configured'],
  }),
};

const otherCalls = {
  stats: operation({
    method: 'GET',
    path: '/api/stats',
    summary: 'The numbers of the stats strip',
    access: 'public',
    answers: { 200: Stats },
    refusals: [],
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

export const operations = {
  ...cityCalls,
  ...locationCalls,
  ...photoCalls,
  ...moderationCalls,
  ...accountCalls,
  ...otherCalls,
} as const;
export type OperationName = keyof typeof operations;

/** Headers by which people read their own writes. */
export const positionHeaders = {
  event: 'X-Event-Position',
  minimum: 'X-Min-Position',
  total: 'X-Total-Count',
} as const;
export const idempotencyHeader = 'Idempotency-Key';
