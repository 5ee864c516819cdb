import { pickFields } from '#contracts/shared/entity-fields';
import { locationFields } from '#contracts/location/fields';
import type { Location } from '#contracts/location/views';
import type { Viewer } from '#contracts/shared/parse';
import { isCitySeenBy, isPublic, shown, type Own } from '#contracts/shared/shown';
import { hiddenNames } from '#contracts/shared/texts';
import type { CityDocument, LocationDocument, OpinionDocument } from '#contracts/read-models';

import type { Credited } from '../account/credited.ts';
import { toPicture } from '../shared/picture-view.ts';
import { timeZoneOf } from '../shared/time-zone.ts';

export interface LocationContext {
  readonly city: (Own & Pick<CityDocument, 'name' | 'country' | 'coordinates'>) | undefined;
  readonly viewer: Viewer;
  /** Whether it is on the trending list and public. */
  readonly isTrending: boolean;
  /** The submitter; undefined without a public name. */
  readonly submitter: Credited | undefined;
  /** The viewer's opinion of it; null if nobody is signed in. */
  readonly opinion: Pick<OpinionDocument, 'rating' | 'favorite'> | null;
}

export function toLocation(
  location: LocationDocument,
  { city, viewer, isTrending, submitter, opinion }: LocationContext,
): Location {
  const { status, reason, decidedAt } = shown(location, city);
  // The photos of a deleted location count as deleted.
  const { photoCount, primaryPhoto } =
    status === 'deleted' ? { photoCount: 0, primaryPhoto: null } : location;
  const added = status === 'approved' ? submitter : undefined;
  const picture = primaryPhoto === null ? null : toPicture(primaryPhoto);
  return {
    id: location.id,
    ...pickFields(locationFields, location),
    ...cityOf(location, city, viewer),
    category: location.category,
    rating: location.rating,
    ratingCount: location.ratingCount,
    favoriteCount: location.favoriteCount,
    photoCount,
    isTrending: isTrending && isPublic(location, city) ? 1 : 0,
    status,
    reason,
    submittedBy: location.submittedBy,
    addedBy: added?.credit ?? null,
    addedByHasPage: added?.hasPage ?? false,
    originalId: location.mergedInto,
    imageUrl: picture?.url ?? null,
    primaryPhotoUrl: picture?.url ?? null,
    primaryPhoto: picture,
    createdAt: location.createdAt,
    updatedAt: location.updatedAt,
    decidedAt,
    revision: location.revision,
    myRating: opinion === null || opinion.rating === 0 ? null : opinion.rating,
    isFavorite: opinion === null ? null : opinion.favorite,
  };
}

/** A city that is hidden again may have other values, which the submitters of its places do not see. */
function cityOf(
  { coordinates }: LocationDocument,
  city: LocationContext['city'],
  viewer: Viewer,
): Pick<Location, 'cityName' | 'country' | 'timeZone'> {
  if (city === undefined) return { cityName: '', country: '', timeZone: timeZoneOf(coordinates) };
  const isSeen = viewer?.canModerate === true || isCitySeenBy(city, viewer);
  return isSeen
    ? {
        cityName: city.name,
        country: city.country,
        timeZone: timeZoneOf(coordinates, city.coordinates),
      }
    : { cityName: hiddenNames.city, country: '', timeZone: timeZoneOf(coordinates) };
}
