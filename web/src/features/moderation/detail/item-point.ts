import { skipToken } from '@reduxjs/toolkit/query/react';

import type { City } from '#contracts/city/views';
import { nearbyMetres } from '#contracts/location/similar-names';
import type { QueueItem } from '#contracts/moderation/views';
import type { Coordinates, FieldContent } from '#contracts/shared/coordinates';

import { useGetCityQuery } from '../../city/api.ts';
import { useGetLocationQuery } from '../../location/api.ts';
import { useGetDetailQuery } from '../desk/desk-api.ts';

/** Where an item lies. */
export interface ItemPoint {
  readonly at: Coordinates;
  /** Where an edit moves it from; null if it does not. */
  readonly before: Coordinates | null;
  /** The city of a place, which an edit may change; undefined until it is known, and for a city. */
  readonly city: City | undefined;
}

/** Where a waiting city, place or edited place lies; null where nobody knows, and for other items. */
export function useItemPoint({ kind, id, entityId }: QueueItem): ItemPoint | null {
  const isPlace = kind === 'location' || kind === 'edit';
  const { currentData: location } = useGetLocationQuery(isPlace ? entityId : skipToken);
  const { currentData: detail } = useGetDetailQuery(kind === 'edit' ? { kind, id } : skipToken);
  const movedTo = detail?.changes?.['cityId']?.to;
  const cityOfPlace = typeof movedTo === 'string' ? movedTo : location?.cityId;
  const { currentData: city } = useGetCityQuery((kind === 'city' ? entityId : cityOfPlace) ?? skipToken);
  if (kind === 'city')
    return city?.coordinates ? { at: city.coordinates, before: null, city: undefined } : null;
  if (location === undefined || (kind === 'edit' && detail === undefined)) return null;
  const change = detail?.changes?.['coordinates'];
  const at = change ? asPoint(change.to) : location.coordinates;
  return at && { at, before: change ? asPoint(change.from) : null, city };
}

const asPoint = (content: FieldContent): Coordinates | null => (typeof content === 'string' ? null : content);

/** The places that an item may repeat: those that are close to it, the closest first, then the others in their order. */
export function closestFirst({ duplicates }: QueueItem): QueueItem['duplicates'] {
  const distanceOf = (distance: number | null) =>
    distance !== null && distance <= nearbyMetres ? distance : nearbyMetres + 1;
  return duplicates.toSorted((one, other) => distanceOf(one.distance) - distanceOf(other.distance));
}
