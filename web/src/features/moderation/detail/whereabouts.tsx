import type { QueueItem } from '#contracts/moderation/views';

import { distanceText } from '../../../lib/distance.ts';
import { late } from '../../../lib/late.ts';
import { ShowMap } from '../../../ui/map/show-map.tsx';
import { distanceFromCity } from '../../location/far.ts';
import { Note } from '../desk/parts.tsx';
import { closestFirst, useItemPoint } from './item-point.ts';

const PointsMap = late(() => import('./points-map.tsx').then((m) => m.PointsMap));

interface OfItem {
  readonly item: QueueItem;
}

/** How far a place is from its city; a warning where that is too far. */
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

/** A map of where an item lies, of its city, and of the places that it may repeat. */
export function ItemMap({ item }: OfItem) {
  const point = useItemPoint(item);
  if (point === null) return null;
  return (
    <ShowMap className="mt-4" size="small">
      <PointsMap name={item.name} point={point} duplicates={closestFirst(item)} />
    </ShowMap>
  );
}
