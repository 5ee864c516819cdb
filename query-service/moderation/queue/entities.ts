import type { QueueCity, QueueLocation } from '#contracts/moderation/read-models-queue';

import type { Models } from '../../models.ts';
import { byId, distinct } from '../../query-context.ts';
import type { QueuedItem } from './entries.ts';

/** The places and cities that queue items belong to. Each is read once per query. */
export interface Entities {
  load(found: readonly QueuedItem[]): Promise<void>;
  location(id: string | null): QueueLocation | undefined;
  city(id: string | null): QueueCity | undefined;
}

export function createEntities({ queue: { reader } }: Models): Entities {
  const locations = new Map<string, QueueLocation>();
  const cities = new Map<string, QueueCity>();
  const missing = (ids: readonly (string | null)[], known: ReadonlyMap<string, unknown>) =>
    distinct(ids.flatMap((id) => (id === null || known.has(id) ? [] : [id])));
  return {
    async load(found) {
      for (const { kind, entry } of found) {
        // These entries are locations and cities themselves.
        if (kind === 'location') locations.set(entry.id, entry as QueueLocation);
        if (kind === 'city') cities.set(entry.id, entry as QueueCity);
      }
      const [places, within] = await Promise.all([
        reader.getMany<QueueLocation>(
          'locations',
          missing(
            found.map(({ entry }) => entry.locationId),
            locations,
          ),
        ),
        reader.getMany<QueueCity>(
          'cities',
          missing(
            found.map(({ entry }) => entry.cityId),
            cities,
          ),
        ),
      ]);
      for (const [id, place] of byId(places)) locations.set(id, place);
      for (const [id, city] of byId(within)) cities.set(id, city);
    },
    location: (id) => (id === null ? undefined : locations.get(id)),
    city: (id) => (id === null ? undefined : cities.get(id)),
  };
}
