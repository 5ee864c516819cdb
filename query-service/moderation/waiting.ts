import type { CityDocument, EditDocument, LocationDocument } from '#contracts/read-models';
import type { ReadModelReader } from '#platform/read-store/index';

import { pendingLocations, type ClosedCities } from '../shared/closed-cities.ts';

export type WaitingItem = `city/${string}` | `location/${string}` | `edit/${string}/${string}`;

/** The newest pending items of a person, at most `limit` of each kind. */
export async function waitingOf(
  reader: ReadModelReader,
  userId: string,
  closed: ClosedCities,
  limit: number,
): Promise<WaitingItem[]> {
  const status = 'pending';
  const ofLocations = { submittedBy: userId, ...pendingLocations(closed) };
  const newest = { sort: [['createdAt', -1]], limit } as const;
  const [cities, locations, edits] = await Promise.all([
    reader.find<CityDocument>('cities', { filter: { submittedBy: userId, status }, ...newest }),
    reader.find<LocationDocument>('locations', { filter: ofLocations, ...newest }),
    reader.find<EditDocument>('edits', { filter: { userId, status }, ...newest }),
  ]);
  return [
    ...cities.map(({ id }) => `city/${id}` as const),
    ...locations.map(({ id }) => `location/${id}` as const),
    ...edits.map(({ id, originId }) => `edit/${originId}/${id}` as const),
  ];
}

/** Whether any city, location or edit of that person is approved. */
export async function hasApproved(reader: ReadModelReader, userId: string): Promise<boolean> {
  const status = 'approved';
  const counts = await Promise.all([
    reader.count('cities', { submittedBy: userId, status }, 1),
    reader.count('locations', { submittedBy: userId, status }, 1),
    reader.count('edits', { userId, status }, 1),
  ]);
  return counts.some((count) => count > 0);
}
