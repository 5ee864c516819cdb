import { noDetails } from '#contracts/photo/photo-details';
import type { Photo } from '#contracts/photo/views';
import type { PhotoDocument } from '#contracts/read-models';

import type { Credited } from '../account/credited.ts';
import { toPicture } from '../shared/picture-view.ts';

/** The view of a photo. `credits`: the credits of uploaders, by user id. */
export const toPhoto = (
  photo: PhotoDocument,
  featuredPhotoId: string | null,
  credits: ReadonlyMap<string, Credited>,
): Photo => ({
  ...toPicture(photo),
  locationId: photo.locationId,
  fileName: photo.fileName,
  fileSize: photo.fileSize,
  mimeType: photo.mimeType,
  isPrimary: photo.id === featuredPhotoId ? 1 : 0,
  uploadedBy: photo.uploadedBy,
  credit: credits.get(photo.uploadedBy)?.credit ?? null,
  creditHasPage: credits.get(photo.uploadedBy)?.hasPage ?? false,
  createdAt: photo.createdAt,
  caption: photo.caption,
  ...(photo.details ?? noDetails),
});
