import type { LocationDocument, PhotoDocument, PhotoSummary } from '../read-store/models.ts';
import type { ReadModelReader } from '../read-store/port.ts';

/** The locations with what their photos, or the opinions on them, amount to. */
export function countLocations(
  locations: readonly LocationDocument[],
  members: string,
  reader: ReadModelReader,
): Promise<readonly LocationDocument[]> {
  return members === 'photos' ? withPhotos(locations, reader) : withOpinions(locations, reader);
}

async function withPhotos(locations: readonly LocationDocument[], reader: ReadModelReader) {
  const present = await reader.tally('photos', {
    by: 'locationId',
    of: locations.map(({ id }) => id),
    filter: { present: true },
    first: 'added',
  });
  const primaryIds = locations.flatMap(({ id, featuredPhotoId }) =>
    [featuredPhotoId, present.get(id)?.first ?? null].filter((photoId) => photoId !== null),
  );
  const photos = new Map(
    (await reader.getMany<PhotoDocument>('photos', primaryIds)).map((photo) => [photo.id, photo]),
  );
  return locations.map((location) => {
    const { count: photoCount, first } = present.get(location.id) ?? { count: 0, first: null };
    const featured = photos.get(location.featuredPhotoId ?? '');
    const isShown = featured?.present === true && featured.locationId === location.id;
    const primary = isShown ? featured : photos.get(first ?? '');
    const primaryPhoto = primary === undefined ? null : summaryOf(primary);
    const same = location.photoCount === photoCount && sameSummary(location.primaryPhoto, primaryPhoto);
    return same ? location : { ...location, photoCount, primaryPhoto };
  });
}

async function withOpinions(locations: readonly LocationDocument[], reader: ReadModelReader) {
  const asked = { by: 'locationId', of: locations.map(({ id }) => id) };
  const [ratings, favorites] = await Promise.all([
    reader.tally('opinions', { ...asked, filter: { rating: { gte: 1 } }, sum: 'rating' }),
    reader.tally('opinions', { ...asked, filter: { favorite: true } }),
  ]);
  return locations.map((location) => {
    const { count: ratingCount, sum } = ratings.get(location.id) ?? { count: 0, sum: 0 };
    const favoriteCount = favorites.get(location.id)?.count ?? 0;
    const rating = ratingCount === 0 ? 0 : sum / ratingCount;
    const same =
      location.rating === rating &&
      location.ratingCount === ratingCount &&
      location.favoriteCount === favoriteCount;
    return same ? location : { ...location, rating, ratingCount, favoriteCount };
  });
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
