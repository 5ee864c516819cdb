import type { DomainEvent } from '#contracts/events';

/** The entity that an event is about. For an edit or a featured photo it is the location. */
export function entityOf(event: DomainEvent): { readonly entityType: string; readonly entityId: string } {
  const { data } = event;
  if ('entityType' in data) return { entityType: data.entityType, entityId: data.entityId };
  if (event.type !== 'photo-featured.v1' && 'photoId' in event.data) {
    return { entityType: 'photo', entityId: event.data.photoId };
  }
  if ('locationId' in data) return { entityType: 'location', entityId: data.locationId };
  if ('cityId' in data) return { entityType: 'city', entityId: data.cityId };
  return { entityType: 'account', entityId: data.userId };
}
