import type { LocationDocument, PhotoDocument, PhotoSummary } from '#contracts/read-models';
import type { ReadModelReader } from '#platform/read-store/port';

/** The locations with their photos, opinions or edits recounted. */
export function countLocations(
  locations: readonly LocationDocument[],
  members: string,
  reader: ReadModelReader,
): Promise<readonly LocationDocument[]> {
  if (members === 'photos') return withPhotos(locations, reader);
  return members === 'edits' ? withEdits(locations, reader) : withOpinions(locations, reader);
}

async function withEdits(locations: readonly LocationDocument[], reader: ReadModelReader) {
  const asked = { by: 'locationId', of: locations.map(({ id }) => id), filter: { status: 'pending' } };
  const waiting = await reader.tally('edits', asked);
  return locations.map((location) => {
    const editCount = waiting.get(location.id)?.count ?? 0;
    return location.editCount === editCount ? location : { ...location, editCount };
  });
}

async function withPhotos(locations: readonly LocationDocument[], reader: ReadModelReader) {
  const shown = await reader.tally('photos', {
    by: 'locationId',
    of: locations.map(({ id }) => id),
    filter: { shown: true },
    first: 'added',
  });
  const primaryIds = locations.flatMap(({ id, featuredPhotoId }) =>
    [featuredPhotoId, shown.get(id)?.first ?? null].filter((photoId) => photoId !== null),
  );
  const photos = new Map(
    (await reader.getMany<PhotoDocument>('photos', primaryIds)).map((photo) => [photo.id, photo]),
  );
  return locations.map((location) => {
    const { count: photoCount, first } = shown.get(location.id) ?? { count: 0, first: null };
    const featured = photos.get(location.featuredPhotoId ?? '');
    const isShown = featured?.shown === true && featured.locationId === location.id;
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
      location.ratingSum === sum &&
      location.ratingCount === ratingCount &&
      location.favoriteCount === favoriteCount;
    return same ? location : { ...location, rating, ratingSum: sum, ratingCount, favoriteCount };
  });
}

const summaryOf = ({ id, width, height, placeholder, renditions }: PhotoDocument): PhotoSummary => ({
  id,
  width,
  height,
  placeholder,
  renditions,
});

/** Compares by value, because a restored photo may be a new object. */
const sameSummary = (one: PhotoSummary | null, other: PhotoSummary | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
