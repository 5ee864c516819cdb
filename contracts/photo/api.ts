import * as z from 'zod/mini';

import { AddPhoto, DescribePhoto, FeaturePhoto, AddPicture } from './commands.ts';
import { Photo, PhotoOfPerson } from './views.ts';
import { operation } from '../shared/operation.ts';
import { uuid } from '../shared/fields.ts';
import { locationParams, merged } from '../location/api.ts';
import { pageFields, pageNumber } from '../shared/queries.ts';

export const photoParams = z.object({ photoId: uuid('Photo id') });
/** For paths that call the photo's id `id`, like other entities' ids. */
export const photoIdParams = z.object({ id: uuid('Photo id') });

export const PhotoListQuery = z.object({
  ...pageFields,
  imageData: z.optional(z.literal('omit', { error: "imageData may only be 'omit'" })),
});

export const PhotosOfPersonQuery = z.object({ ...pageFields, page: pageNumber, by: uuid('by') });

const DeletePhotoQuery = z.object({
  for: z.optional(z.literal('ever', { error: "for may only be 'ever'" })),
  all: z.optional(z.literal('true', { error: "all may only be 'true'" })),
});

export const photoCalls = {
  listPhotosOfPerson: operation('public', 'GET', '/api/photos', {
    summary: 'Public photos of somebody who has turned their public page on, newest first',
    query: PhotosOfPersonQuery,
    responses: { 200: z.array(PhotoOfPerson) },
  }),
  listPhotos: operation('public', 'GET', '/api/locations/{id}/photos', {
    summary: 'Photos of a location, featured first',
    params: locationParams,
    query: PhotoListQuery,
    responses: { 200: z.array(Photo), ...merged },
    refusals: ['location-not-found', 'too-many-requests'],
  }),
  addPhoto: operation('user', 'POST', '/api/locations/{id}/photos', {
    summary: 'Upload a photo',
    params: locationParams,
    body: AddPhoto,
    responses: { 201: Photo },
    refusals: [
      'location-not-found',
      'location-merged',
      'photo-already-here',
      'too-many-photos',
      'too-much-waiting',
      'too-slow',
      'file-too-large',
      'too-many-pixels',
      'not-an-image',
    ],
  }),
  describePhoto: operation('user', 'PATCH', '/api/photos/{photoId}', {
    summary: 'Change the caption, and whether the details are shared (its uploader or the administrator)',
    params: photoParams,
    body: DescribePhoto,
    responses: { 200: Photo },
    refusals: ['photo-not-found', 'forbidden', 'described-too-often', 'unavailable'],
  }),
  featurePhoto: operation('user', 'PATCH', '/api/photos/{photoId}/primary', {
    summary: 'Make a photo the featured one',
    params: photoParams,
    body: FeaturePhoto,
    bodyOptional: true,
    responses: { 200: Photo },
    refusals: ['photo-not-found', 'too-much-waiting'],
  }),
  deletePhoto: operation('user', 'DELETE', '/api/photos/{photoId}', {
    summary:
      'Delete a photo (its uploader or the administrator). With for=ever the administrator also removes its bytes; if other photos have the same bytes, only together with all=true',
    params: photoParams,
    query: DeletePhotoQuery,
    responses: { 204: null },
    refusals: ['photo-not-found', 'forbidden', 'photo-elsewhere'],
  }),
};

/** The address of an uploaded picture, which can be a city's `imageUrl`, and the uploaded picture's size in pixels. */
const UploadedPicture = z.object({ url: z.string(), width: z.int(), height: z.int() });

export const pictureCalls = {
  addPicture: operation('user', 'POST', '/api/pictures', {
    summary: 'Upload a picture for a city; one that no city uses is removed after 7 days',
    body: AddPicture,
    responses: { 201: UploadedPicture },
    refusals: ['too-many-photos', 'too-slow', 'file-too-large', 'too-many-pixels', 'not-an-image'],
  }),
};
