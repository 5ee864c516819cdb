import { nameKeyOf } from '#contracts/location/duplicates';
import { systemActor } from '#contracts/shared/event-metadata';
import { queueKinds, type QueueFlag, type QueueKind } from '#contracts/moderation/words';
import type { EditDocument, LocationDocument } from '#contracts/read-models';
import type { PersonDocument } from '#contracts/account/read-models';
import type { QueueEdit, QueueEntry, QueueReport } from '#contracts/moderation/read-models-queue';

import type { ModelName } from '../../models.ts';
import { distinct, documentsById, type QueryContext } from '../../query-context.ts';
import { conflictsOf } from '../../location/edit-view.ts';
import type { QueuedItem } from './entries.ts';
import { publicPlacesOf } from './public-places.ts';
import type { Entities } from './subjects.ts';

/**
 * The items that have a flag, by id. For duplicates, the places that an item may duplicate; otherwise an empty list.
 */
export type Flagged = ReadonlyMap<string, readonly Named[]>;
interface Named {
  readonly id: string;
  readonly name: string;
}

/** Finds one flag for a page of items whose places are loaded. It takes a few reads, however many items there are. */
interface Flag {
  readonly kinds: readonly QueueKind[];
  /** The read model that it depends on besides the queue. */
  readonly reads?: ModelName;
  readonly find: (lookup: Lookup, found: readonly QueuedItem[]) => Promise<Flagged>;
}

export interface Lookup {
  readonly context: QueryContext;
  readonly entities: Entities;
}

const nothing: readonly Named[] = [];
const flagged = (found: readonly QueuedItem[], has: (entry: QueueEntry) => boolean): Flagged =>
  new Map(found.flatMap(({ entry }) => (has(entry) ? [[entry.id, nothing] as const] : [])));

export const flags: Readonly<Record<QueueFlag, Flag>> = {
  'city-waits': {
    kinds: ['location'],
    find: async ({ entities }, found) =>
      flagged(found, ({ cityId }) => entities.city(cityId)?.status === 'pending'),
  },
  'new-member': {
    kinds: ['city', 'location', 'edit', 'photo', 'change'],
    reads: 'places',
    find: async ({ context }, found) => {
      const ids = found.flatMap(({ entry }) => entry.submittedBy ?? []);
      const people = await documentsById<PersonDocument>(context.models.places.reader, 'people', ids);
      const isNew = (id: string) => id !== systemActor && (people.get(id)?.approved ?? 0) === 0;
      return flagged(found, ({ submittedBy }) => submittedBy !== null && isNew(submittedBy));
    },
  },
  reported: {
    kinds: ['city', 'location', 'edit', 'photo', 'change'],
    find: async ({ context, entities }, found) => {
      const idsOf = ({ entityType, entityId, locationId }: QueueEntry): readonly string[] => {
        if (entityType !== 'location') return [`${entityType}-${entityId}`];
        const merged = entities.location(locationId)?.members ?? [];
        return distinct([entityId, locationId ?? entityId, ...merged]).map((id) => `location-${id}`);
      };
      const ids = distinct(found.flatMap(({ entry }) => idsOf(entry)));
      const reports = await context.models.queue.reader.getMany<QueueReport>('reports', ids);
      const open = new Set(reports.flatMap(({ id, state }) => (state === 'waiting' ? [id] : [])));
      return flagged(found, (entry) => idsOf(entry).some((id) => open.has(id)));
    },
  },
  'second-opinion': {
    kinds: queueKinds,
    find: async (_, found) => flagged(found, (entry) => entry.secondOpinion),
  },
  conflict: {
    kinds: ['edit'],
    reads: 'places',
    find: async ({ context }, found) => {
      const { reader } = context.models.places;
      const editIds = found.map(({ entry }) => entry.id);
      const edits = await documentsById<EditDocument>(reader, 'edits', editIds);
      const locationIds = found.flatMap(({ entry }) => entry.locationId ?? []);
      const locations = await documentsById<LocationDocument>(reader, 'locations', locationIds);
      return flagged(found, ({ id, locationId }) => {
        const [edit, location] = [edits.get(id), locations.get(locationId ?? '')];
        return (
          edit !== undefined && location !== undefined && Object.keys(conflictsOf(edit, location)).length > 0
        );
      });
    },
  },
  duplicate: { kinds: ['location', 'edit'], find: findDuplicates },
};

/** The most places that are listed as possible originals of an item. */
export const duplicatesMost = 5;

/** Public places with the same city and name, as the contributor's form also warned. */
async function findDuplicates({ context, entities }: Lookup, found: readonly QueuedItem[]): Promise<Flagged> {
  const keys = keysOf(found, entities);
  const places = await publicPlacesOf(context.models, 'nameKey', {
    keys: distinct(keys.values()),
    most: duplicatesMost + 1,
  });
  const others = found.flatMap(({ entry }): readonly (readonly [string, readonly Named[]])[] => {
    const named = (places.get(keys.get(entry.id) ?? '') ?? [])
      .filter(({ id }) => id !== entry.entityId)
      .slice(0, duplicatesMost)
      .map(({ id, name }) => ({ id, name }));
    return named.length === 0 ? [] : [[entry.id, named]];
  });
  return new Map(others);
}

const keysOf = (found: readonly QueuedItem[], entities: Entities): ReadonlyMap<string, string> =>
  new Map(
    found.flatMap(({ kind, entry }) => {
      const key = keyOf(kind, entry, entities);
      return key === '' ? [] : [[entry.id, key] as const];
    }),
  );

interface PlaceNames {
  readonly name?: string | null;
  readonly cityId?: string | null;
}

/** The key of the city and name that the place would have; empty if it cannot duplicate another place. */
function keyOf(kind: QueueKind, entry: QueueEntry, entities: Entities): string {
  const location = entities.location(entry.locationId);
  if (location === undefined) return '';
  const wanted: PlaceNames = kind === 'edit' ? (entry as QueueEdit).proposed : location;
  const { name, cityId } = wanted;
  if (name === undefined && cityId === undefined) return '';
  const within = cityId ?? location.cityId;
  if (entities.city(within)?.status !== 'approved' && kind === 'location') return '';
  return nameKeyOf(within, name ?? location.name);
}
