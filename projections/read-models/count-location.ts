import type { LocationDocument, PhotoDocument, PhotoSummary } from '../read-store/models.ts';
import type { ReadModelReader } from '../read-store/port.ts';

/** The location with what its photos and the opinions on it amount to. */
export async function countLocation(
  location: LocationDocument,
  members: ReadonlySet<string>,
  reader: ReadModelReader,
): Promise<LocationDocument> {
  let counted = location;
  if (members.has('photos')) counted = await withPhotos(counted, reader);
  if (members.has('opinions')) counted = await withOpinions(counted, reader);
  return counted;
}

async function withPhotos(location: LocationDocument, reader: ReadModelReader): Promise<LocationDocument> {
  const { id: locationId, featuredPhotoId } = location;
  const present = { locationId, present: true };
  const [photoCount, [oldest], featured] = await Promise.all([
    reader.count('photos', present),
    reader.find<PhotoDocument>('photos', { filter: present, sort: [['added', 1]], limit: 1 }),
    featuredPhotoId === null ? undefined : reader.get<PhotoDocument>('photos', featuredPhotoId),
  ]);
  const primary = featured?.present === true && featured.locationId === locationId ? featured : oldest;
  const primaryPhoto = primary === undefined ? null : summaryOf(primary);
  const same = location.photoCount === photoCount && sameSummary(location.primaryPhoto, primaryPhoto);
  return same ? location : { ...location, photoCount, primaryPhoto };
}

async function withOpinions(location: LocationDocument, reader: ReadModelReader): Promise<LocationDocument> {
  const { id: locationId } = location;
  const [ratingCount, sum, favoriteCount] = await Promise.all([
    reader.count('opinions', { locationId, rating: { gte: 1 } }),
    reader.sum('opinions', 'rating', { locationId }),
    reader.count('opinions', { locationId, favorite: true }),
  ]);
  const rating = ratingCount === 0 ? 0 : sum / ratingCount;
  const same =
    location.rating === rating &&
    location.ratingCount === ratingCount &&
    location.favoriteCount === favoriteCount;
  return same ? location : { ...location, rating, ratingCount, favoriteCount };
}

const summaryOf = ({ id, width, height, placeholder, renditions }: PhotoDocument): PhotoSummary => ({
  id,
  width,
  height,
  placeholder,
  renditions,
});

/** A photo that came back may have been made anew. */
const sameSummary = (one: PhotoSummary | null, other: PhotoSummary | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
