import { streamOf, type RawRecordedEvent } from '#contracts/events/index';
import type { EventLog } from '#command-service/event-log/index';

export const entityKinds = ['city', 'location', 'photo'] as const;
export type EntityKind = (typeof entityKinds)[number];

/**
 * Everything that ever happened to one entity, from the log itself, oldest first: a city's or a photo's own stream; of
 * a location also its photos and the opinions on it, which takes a reading of the whole log.
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
