import { noDetails } from '#contracts/photo-details';
import type { Photo } from '#contracts/views/photo';
import type { PhotoDocument } from '#contracts/read-models';

import { toPicture } from './picture.ts';

export const toPhoto = (photo: PhotoDocument, featuredPhotoId: string | null): Photo => ({
  ...toPicture(photo),
  locationId: photo.locationId,
  fileName: photo.fileName,
  fileSize: photo.fileSize,
  mimeType: photo.mimeType,
  isPrimary: photo.id === featuredPhotoId ? 1 : 0,
  uploadedBy: photo.uploadedBy,
  createdAt: photo.createdAt,
  caption: photo.caption,
  ...(photo.details ?? noDetails),
});
