import { streamOf, type RawRecordedEvent } from '#contracts/events/index';
import type { EventLog } from '#stores/event-log/index';

export const entityKinds = ['city', 'location', 'photo'] as const;
export type EntityKind = (typeof entityKinds)[number];

/**
 * Everything that happened to one entity, from the log, oldest first: the stream of a city or photo; for a location
 * also its photos and the opinions on it, which requires reading the whole log.
 */
export function entityHistory(log: EventLog, kind: EntityKind, id: string): AsyncIterable<RawRecordedEvent> {
  switch (kind) {
    case 'city':
      return log.readStream(streamOf.city(id));
    case 'photo':
      return log.readStream(streamOf.photo(id));
    case 'location':
      return ofLocation(log, id);
  }
}

async function* ofLocation(log: EventLog, id: string): AsyncIterable<RawRecordedEvent> {
  for await (const event of log.readAll()) {
    const { data } = event;
    if (typeof data === 'object' && data !== null && 'locationId' in data && data.locationId === id)
      yield event;
  }
}
