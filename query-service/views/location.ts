import type { Location } from '#contracts/views/location';
import type { CityDocument, LocationDocument, OpinionDocument } from '#projections/read-store/index';

import { toPicture } from './picture.ts';

export interface LocationContext {
  readonly city: Pick<CityDocument, 'name' | 'country'> | undefined;
  readonly isTrending: boolean;
  /** What the person who asks thinks of it; null when nobody is signed in. */
  readonly opinion: Pick<OpinionDocument, 'rating' | 'favorite'> | null;
}

export function toLocation(
  location: LocationDocument,
  { city, isTrending, opinion }: LocationContext,
): Location {
  const picture = location.primaryPhoto === null ? null : toPicture(location.primaryPhoto);
  return {
    id: location.id,
    name: location.name,
    description: location.description,
    cityId: location.cityId,
    cityName: city?.name ?? '',
    country: city?.country ?? '',
    category: location.category,
    rating: location.rating,
    ratingCount: location.ratingCount,
    favoriteCount: location.favoriteCount,
    photoCount: location.photoCount,
    address: location.address,
    bestTimeToVisit: location.bestTimeToVisit,
    isTrending: isTrending ? 1 : 0,
    status: location.status,
    reason: location.reason,
    submittedBy: location.submittedBy,
    originalId: null,
    imageUrl: picture?.url ?? null,
    primaryPhotoUrl: picture?.url ?? null,
    primaryPhoto: picture,
    createdAt: location.createdAt,
    updatedAt: location.updatedAt,
    decidedAt: location.decidedAt,
    revision: location.revision,
    myRating: opinion === null || opinion.rating === 0 ? null : opinion.rating,
    isFavorite: opinion === null ? null : opinion.favorite,
  };
}
