import { Refusal } from '#contracts/shared/errors';
import type { Recorded } from '#contracts/events';

import type { ChangeId } from './change-commands.ts';

/**
 * The change with that id, on the entity of `event`, which reverts it.
 * @throws Refusal `change-not-found`
 */
export function changeOf(id: string, { data }: Recorded): ChangeId {
  if ('locationId' in data) return { id, entityType: 'location', entityId: data.locationId };
  if ('cityId' in data) return { id, entityType: 'city', entityId: data.cityId };
  throw new Refusal('change-not-found');
}
