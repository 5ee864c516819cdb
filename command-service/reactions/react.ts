import pLimit from 'p-limit';
import { v5 as uuidV5 } from 'uuid';

import { Refusal } from '#contracts/errors';
import type { Recorded } from '#contracts/events/index';

import type { Commands } from '../commands/index.ts';
import { loadLocation, loadPhoto } from '../commands/streams.ts';
import { endOf, system } from '../domain/decider.ts';
import type { EventLog } from '../event-log/index.ts';
import type { CommandContext } from '../handle-command.ts';
import type { Lookups } from '../views.ts';

/** Commands of one cascade under way at once; the log commits those that arrive together with one fsync. */
const parallel = 32;

export interface ReactionDeps {
  readonly log: EventLog;
  readonly commands: Commands;
  readonly lookups: Lookups;
}

/**
 * Carries an event on to what hangs on it: a city's end to its locations, a location's to its photos, and back. It
 * also looks the other way: what arrives under a parent that has ended goes along with it. Doing it twice does nothing.
 */
export async function react(event: Recorded, deps: ReactionDeps): Promise<void> {
  switch (event.type) {
    case 'city-deleted.v1':
    case 'city-rejected.v1':
    case 'city-withdrawn.v1':
    case 'city-reopened.v1':
    case 'city-restored.v1':
      return carryToLocations(event, deps);
    case 'location-submitted.v1':
    case 'location-approved.v1':
    case 'location-reopened.v1':
    case 'location-edited.v1':
    case 'location-edit-approved.v1':
      return followCity(event, deps);
    case 'location-restored.v1':
      await carryToPhotos(event, deps);
      return followCity(event, deps);
    case 'location-deleted.v1':
      return carryToPhotos(event, deps);
    case 'photo-added.v1':
    case 'photo-restored.v1':
      return followLocation(event, deps);
    default:
      return undefined;
  }
}

type CityEnd = Extract<
  Recorded,
  {
    type:
      'city-deleted.v1' | 'city-rejected.v1' | 'city-withdrawn.v1' | 'city-reopened.v1' | 'city-restored.v1';
  }
>;

async function carryToLocations(event: CityEnd, deps: ReactionDeps): Promise<void> {
  const { location } = deps.commands;
  const ids = await locationsOf(event, deps);
  await each(ids, (id) => {
    const context = contextOf(event, `location ${id}`, endOf(event));
    switch (event.type) {
      case 'city-deleted.v1':
        return location.end(id, { type: 'delete' }, context);
      case 'city-rejected.v1':
        return location.end(id, { type: 'reject', reason: event.data.reason }, context);
      case 'city-withdrawn.v1':
        return location.end(id, { type: 'withdraw' }, context);
      case 'city-reopened.v1':
        return location.end(id, { type: 'reopen', undoes: event.data.undoes }, context);
      case 'city-restored.v1':
        return location.restore(id, { undoes: event.data.undoes }, context);
    }
  });
}

/** Those in the city, and those that it ended (or, undone, had ended) and that were on their way to another one. */
async function locationsOf(event: CityEnd, { log, lookups }: ReactionDeps): Promise<readonly string[]> {
  const root = 'undoes' in event.data ? event.data.undoes : endOf(event);
  // With all that an earlier cascade has recorded meanwhile.
  const now = await log.head();
  const [inside, ended] = await Promise.all([
    lookups.locationIdsOf(event.data.cityId, now),
    lookups.locationIdsEndedBy(root, now),
  ]);
  return [...new Set([...inside, ...ended])];
}

type LocationEnd = Extract<Recorded, { type: 'location-deleted.v1' | 'location-restored.v1' }>;

async function carryToPhotos(event: LocationEnd, { commands, lookups }: ReactionDeps): Promise<void> {
  const ids = await lookups.photoIdsOf(event.data.locationId, event.position);
  await each(ids, (id) => {
    const context = contextOf(event, `photo ${id}`, endOf(event));
    return event.type === 'location-deleted.v1'
      ? commands.photo.cascade(id, { type: 'cascade-delete' }, context)
      : commands.photo.cascade(id, { type: 'cascade-restore', undoes: event.data.undoes }, context);
  });
}

/** A location under a city that has ended goes the same way, whichever of the two came first. */
async function followCity(
  event: Recorded & { data: { locationId: string } },
  { log, commands }: ReactionDeps,
): Promise<void> {
  const id = event.data.locationId;
  const { location, city } = await loadLocation(log, id);
  if (location === undefined || location.status === 'deleted' || city === undefined || city.endedBy === null)
    return;
  const context = contextOf(event, `follow ${id}`, city.endedBy);
  await ignoringRefusal(async () => {
    if (city.status === 'deleted') await commands.location.end(id, { type: 'delete' }, context);
    else if (location.status !== 'pending') return;
    else if (city.status === 'rejected')
      await commands.location.end(id, { type: 'reject', reason: null }, context);
    else if (city.status === 'withdrawn') await commands.location.end(id, { type: 'withdraw' }, context);
  });
}

async function followLocation(
  event: Recorded & { data: { photoId: string; locationId: string } },
  { log, commands }: ReactionDeps,
): Promise<void> {
  const { location } = await loadLocation(log, event.data.locationId);
  const photo = await loadPhoto(log, event.data.photoId);
  if (location?.status !== 'deleted' || location.endedBy === null || photo?.present !== true) return;
  const context = contextOf(event, `follow ${event.data.photoId}`, location.endedBy);
  await commands.photo.cascade(event.data.photoId, { type: 'cascade-delete' }, context);
}

async function each(ids: readonly string[], action: (id: string) => Promise<unknown>): Promise<void> {
  const limit = pLimit(parallel);
  await Promise.all(ids.map((id) => limit(() => ignoringRefusal(() => action(id)))));
}

/** A child that was decided otherwise in the meantime stays as it is. */
async function ignoringRefusal(action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

const contextOf = (event: Recorded, name: string, cascadeId: string): CommandContext => ({
  commandId: uuidV5(name, event.id),
  actor: system,
  correlationId: event.metadata.correlationId,
  causationId: event.id,
  cascadeId,
  time: new Date(event.metadata.time),
});
