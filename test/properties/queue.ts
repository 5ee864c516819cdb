import { expect } from 'vitest';

import type { Recorded } from '#contracts/events';
import { isPublic, shown } from '#contracts/shared/shown';
import { queueFlags, queueKinds, type QueueKind } from '#contracts/moderation/words';
import { queueCollections } from '#contracts/moderation/read-models-queue';
import { isNeedless } from '#query-service/moderation/queue/entries';
import { closedAmong } from '#query-service/shared/closed-cities';
import type { CityState } from '#command-service/city/decider';
import type { LocationState } from '#command-service/location/state';
import type { PhotoState } from '#command-service/photo/decider';

import type { Json } from '../harness/http.ts';
import type { Contents } from '../harness/replayed.ts';
import { administrator } from './commands.ts';
import { seeAsAdministrator, tokenOf, type World } from './world.ts';
import { placeOf, placeOfPhotos } from './merged.ts';

const idsOf = (items: readonly Json[]): string[] => items.map(({ id }) => id);

/** The whole queue contains the items of the lists of one kind, with correct counts for every filter. */
export async function expectOneQueue(world: World): Promise<void> {
  const items = await seeAsAdministrator(world, '/api/admin/queue?limit=3');
  const desk = await world.server.call('GET', '/api/admin/desk', {
    token: tokenOf(world, administrator),
    minPosition: world.position,
  });
  for (const kind of queueKinds) {
    const ofKind = idsOf(items.filter((item) => item.kind === kind));
    expect(desk.body.waiting[kind], kind).toBe(ofKind.length);
    const newest = await seeAsAdministrator(world, `/api/admin/queue?kind=${kind}&sort=newest`);
    expect(idsOf(newest).sort()).toEqual([...ofKind].sort());
  }
  for (const [kind, list] of [
    ['city', 'pending-cities'],
    ['location', 'pending-locations'],
    ['edit', 'pending-edits'],
  ]) {
    const listed = idsOf(await seeAsAdministrator(world, `/api/admin/${list}`));
    expect(idsOf(items.filter((item) => item.kind === kind)).sort(), list).toEqual(listed.sort());
  }
  const times = items.map(({ submittedAt }): string => submittedAt);
  expect(times).toEqual([...times].sort());
  expect(desk.body.oldestAt).toBe(times[0] ?? null);
  for (const { id: person } of world.people) {
    const theirs = await seeAsAdministrator(world, `/api/admin/queue?submitter=${person}&limit=2`);
    expect(idsOf(theirs)).toEqual(idsOf(items.filter(({ submitter }) => submitter?.id === person)));
  }
  for (const flag of queueFlags) {
    const flagged = await seeAsAdministrator(world, `/api/admin/queue?flag=${flag}&limit=2`);
    const having = items.filter(({ flags }) => (flags as string[]).includes(flag));
    expect(idsOf(flagged), flag).toEqual(idsOf(having));
  }
}

export interface Folded {
  readonly cities: ReadonlyMap<string, CityState>;
  readonly locations: ReadonlyMap<string, LocationState>;
  readonly photos: ReadonlyMap<string, PhotoState>;
}

/** Expects the waiting items to be those that need a review according to the folded streams. */
export function expectQueueAsFolded(contents: Contents, folded: Folded, events: readonly Recorded[]): void {
  const closed = closedAmong(Object.values(contents['queue/cities'] ?? {}).map((city: Json) => city));
  const waitingIn = (kind: Exclude<QueueKind, 'report'>): string[] =>
    Object.values(contents[`queue/${queueCollections[kind]}`] ?? {})
      .filter((entry: Json) => entry.state === 'waiting')
      .filter((entry: Json) => kind === 'city' || !isNeedless(kind, entry, closed))
      .map(({ id }) => id)
      .sort();
  const expected = waitingAsFolded(folded, events);
  expect(waitingIn('city')).toEqual(expected.city);
  expect(waitingIn('location')).toEqual(expected.location);
  expect(waitingIn('edit')).toEqual(expected.edit);
  expect(waitingIn('photo')).toEqual(expected.photo);
  expect(waitingIn('change')).toEqual(expected.change);
  const reports = Object.values(contents['queue/reports'] ?? {}).filter(
    (each: Json) => each.state === 'waiting',
  );
  expect(idsOf(reports).sort()).toEqual(openReports(events));
  for (const report of reports) {
    const { id, entityType, entityId, locationId }: Json = report;
    const { locations, photos } = folded;
    const origin = entityType === 'photo' ? photos.get(entityId)?.locationId : entityId;
    if (entityType !== 'city') expect(locationId, id).toBe(placeOf(locations, origin ?? ''));
  }
}

function waitingAsFolded(
  { cities, locations, photos }: Folded,
  events: readonly Recorded[],
): Readonly<Record<Exclude<QueueKind, 'report'>, string[]>> {
  const cityOf = (location: LocationState) => cities.get(location?.fields.cityId ?? '') ?? undefined;
  const isSeen = (location: LocationState | undefined) =>
    location !== undefined && isPublic(location, cityOf(location));
  const isKept = (location: LocationState | undefined) => {
    if (location === undefined) return false;
    const city = cityOf(location);
    const kept = ['approved', 'pending'];
    return city !== undefined && kept.includes(city.status) && kept.includes(shown(location, city).status);
  };
  const all = [...locations.values()];
  const isOpen = openChanges(events);
  return {
    city: [...cities].flatMap(([id, city]) => (city?.status === 'pending' ? [id] : [])).sort(),
    location: [...locations]
      .flatMap(([id, location]) =>
        location !== undefined && shown(location, cityOf(location)).status === 'pending' ? [id] : [],
      )
      .sort(),
    edit: all
      .flatMap((location) =>
        isSeen(locations.get(placeOf(locations, location?.id ?? '')))
          ? [...(location?.edits.waiting.keys() ?? [])]
          : [],
      )
      .sort(),
    photo: [...photos]
      .flatMap(([id, photo]) => {
        if (photo === undefined || !photo.present || photo.review === null || photo.reviewed) return [];
        return isKept(locations.get(placeOfPhotos(locations, photo.locationId))) ? [id] : [];
      })
      .sort(),
    change: events
      .filter(
        ({ id, type, data }) =>
          type !== 'photo-added.v1' && 'review' in data && data.review === 'after' && isOpen(id),
      )
      .filter(({ data }) =>
        'locationId' in data
          ? isSeen(locations.get(data.locationId))
          : 'cityId' in data && cities.get(data.cityId)?.status === 'approved',
      )
      .map(({ id }) => id)
      .sort(),
  };
}

/** Returns a function that says whether a change, by the id of its event, still needs a review. */
function openChanges(events: readonly Recorded[]): (id: string) => boolean {
  const open = new Map<string, boolean>();
  /** The id of the change by which a submission or proposal was approved, by entity. */
  const byEntity = new Map<string, string>();
  for (const { id, type, data } of events) {
    if (type === 'change-reviewed.v1') open.set(data.changeId, false);
    else if (type === 'change-review-reopened.v1') open.set(data.changeId, true);
    else if ('reverts' in data && data.reverts !== undefined) open.set(data.reverts, false);
    else if ('reapplies' in data && data.reapplies !== undefined) open.set(data.reapplies, true);
    else {
      const entity = entityOf(data);
      const former = byEntity.get(entity);
      // A moderator has decided it since, or it is pending again, so the change is over.
      const isOver =
        type === 'city-approved.v1' ||
        type === 'location-approved.v1' ||
        type === 'location-edit-reopened.v1';
      if (isOver && former !== undefined) open.set(former, false);
      if (!('review' in data) || data.review !== 'after') continue;
      open.set(id, true);
      if (
        type === 'city-approved.v1' ||
        type === 'location-approved.v1' ||
        type === 'location-edit-approved.v1'
      ) {
        byEntity.set(entity, id);
      }
    }
  }
  return (id) => open.get(id) === true;
}

const entityOf = (data: Recorded['data']): string => {
  if ('editId' in data) return data.editId;
  if ('locationId' in data) return data.locationId;
  return 'cityId' in data ? data.cityId : '';
};

/** The ids of reported items without a response. */
function openReports(events: readonly Recorded[]): string[] {
  const open = new Set<string>();
  for (const { type, data } of events) {
    if (!('entityId' in data)) continue;
    const id = `${data.entityType}-${data.entityId}`;
    if (type === 'content-reported.v1' || type === 'reports-reopened.v1') open.add(id);
    else if (type === 'reports-upheld.v1' || type === 'reports-dismissed.v1') open.delete(id);
  }
  return [...open].sort();
}
