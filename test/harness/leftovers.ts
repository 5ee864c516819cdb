import { expect } from 'vitest';

import type { Person, RunningServer } from './in-process.ts';

export interface Place {
  readonly id: string;
  /** The URL of one of its photos; empty without one. */
  readonly photoUrl: string;
}

interface Seen {
  readonly server: RunningServer;
  readonly admin: Person;
  /** The submitter of some of the places. */
  readonly ann: Person;
}

/**
 * Reads everything that could still show a deleted city's locations, with the position of the deletion. The locations
 * are named `Place in {cityId}`.
 */
export async function expectNoLeftovers(
  { server, admin, ann }: Seen,
  {
    cityId,
    places,
    position,
  }: { readonly cityId: string; readonly places: readonly Place[]; readonly position: bigint },
): Promise<void> {
  const as = (who?: Person) => ({ minPosition: position, ...(who && { token: who.token }) });
  const search = encodeURIComponent(`Place in ${cityId}`);
  const locations = [
    await server.list(`/api/locations?city=${cityId}`, as()),
    await server.list(`/api/locations?search=${search}`, as()),
    await server.list(`/api/locations?search=${search}&city=${cityId}`, as()),
    await server.list('/api/locations?category=cafe', as()),
    await server.list('/api/locations', as()),
    await server.list('/api/locations/trending', as()),
    await server.list('/api/admin/pending-locations', as(admin)),
    await server.list('/api/admin/locations?status=pending', as(admin)),
    await server.list('/api/admin/locations?status=approved', as(admin)),
    await server.list('/api/admin/locations?status=rejected', as(admin)),
    await server.list(`/api/admin/locations?status=approved&search=${cityId}`, as(admin)),
  ].flat();
  expect(locations.filter((location) => location.cityId === cityId)).toEqual([]);
  const ids = new Set(places.map(({ id }) => id));
  const edits = await server.list('/api/admin/pending-edits', as(admin));
  expect(edits.filter(({ entityId }) => ids.has(entityId))).toEqual([]);
  const submissions = await server.list('/api/submissions', as(ann));
  const sent = submissions.filter(({ entityType, entityId }) => entityType !== 'edit' && ids.has(entityId));
  expect(sent).toEqual([]);
  const cities = await server.list('/api/cities', as());
  expect(cities.map(({ id }) => id)).not.toContain(cityId);
  const paths = [
    `/api/cities/${cityId}`,
    ...places.flatMap(({ id, photoUrl }) => [
      `/api/locations/${id}`,
      `/api/locations/${id}/photos?imageData=omit`,
      ...(photoUrl === '' ? [] : [photoUrl]),
    ]),
  ];
  for (const who of [undefined, admin, ann]) {
    for (const path of paths) expect((await server.call('GET', path, as(who))).status, path).toBe(404);
  }
}
