import { skipToken } from '@reduxjs/toolkit/query/react';

import { nearbyMetres } from '#contracts/location/similar-names';
import type { QueueItem } from '#contracts/moderation/views';
import type { Coordinates, FieldContent } from '#contracts/shared/coordinates';

import { distanceText } from '../../../lib/distance.ts';
import { late } from '../../../lib/late.ts';
import { ShowMap } from '../../../ui/map/show-map.tsx';
import { useGetCityQuery } from '../../city/api.ts';
import { useGetLocationQuery } from '../../location/api.ts';
import { distanceFromCity } from '../../location/far.ts';
import { useGetDetailQuery } from '../desk/desk-api.ts';
import { Note } from '../desk/parts.tsx';
import type { ItemPoint } from './points-map.tsx';

/** The coordinates of a waiting city, place or edited place; null if unknown, and for items of other kinds. */
function useItemPoint({ kind, id, entityId }: QueueItem): ItemPoint | null {
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

/** The places that an item may repeat: first those nearby, sorted by distance, then the others in their order. */
export function closestFirst({ duplicates }: QueueItem): QueueItem['duplicates'] {
  const distanceOf = (distance: number | null) =>
    distance !== null && distance <= nearbyMetres ? distance : nearbyMetres + 1;
  return duplicates.toSorted((one, other) => distanceOf(one.distance) - distanceOf(other.distance));
}

const PointsMap = late(() => import('./points-map.tsx').then((m) => m.PointsMap));

interface OfItem {
  readonly item: QueueItem;
}

/** The distance of a place from its city; a warning if it is too far. */
export function FromCity({ item }: OfItem) {
  const point = useItemPoint(item);
  const distance = point && distanceFromCity(point.at, point.city);
  if (!distance) return null;
  const text = `${distanceText(distance.metres)} from ${point.city?.name}`;
  return distance.isFar ? (
    <Note>{text}. Is it the right point, and the right city?</Note>
  ) : (
    <p className="mb-4 text-sm text-soft wrap-anywhere">{text}</p>
  );
}

/** A map with an item, its city, and the places that it may repeat. */
export function ItemMap({ item }: OfItem) {
  const point = useItemPoint(item);
  if (point === null) return null;
  return (
    <ShowMap className="mt-4" size="small">
      <PointsMap name={item.name} point={point} duplicates={closestFirst(item)} />
    </ShowMap>
  );
}
