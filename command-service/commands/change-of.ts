import { Refusal } from '#contracts/errors';
import type { Recorded } from '#contracts/events/index';

import type { ChangeId } from './change.ts';

/** The change of that id, of the entity whose event takes it back or makes it again. */
export function changeOf(id: string, { data }: Recorded): ChangeId {
  if ('locationId' in data) return { id, entityType: 'location', entityId: data.locationId };
  if ('cityId' in data) return { id, entityType: 'city', entityId: data.cityId };
  throw new Refusal('change-not-found');
}
