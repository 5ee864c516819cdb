import type { Life } from '#contracts/shared/life';
import type { Status } from '#contracts/shared/statuses';

import type { WithLocations } from '#contracts/read-models';

type Counts = Pick<WithLocations, 'locationCount' | 'pendingCount' | 'ownPendingCount' | 'declinedCount'>;

export const noLocations: Counts = {
  locationCount: 0,
  pendingCount: 0,
  ownPendingCount: 0,
  declinedCount: 0,
};

/**
 * The city after one of its locations has changed. Without `before` the location is new in the city, without `after` it
 * has left.
 */
export function countLocation<C extends WithLocations>(
  city: C,
  before: Life | undefined,
  after: Life | undefined,
): C {
  if (before?.status === after?.status && before?.submittedBy === after?.submittedBy) return city;
  const counts: Record<keyof Counts, number> = {
    locationCount: city.locationCount,
    pendingCount: city.pendingCount,
    ownPendingCount: city.ownPendingCount,
    declinedCount: city.declinedCount,
  };
  const add = (location: Life | undefined, number: 1 | -1) => {
    const kind = location && kinds[location.status];
    if (kind !== undefined) counts[kind] += number;
    if (kind === 'pendingCount' && location?.submittedBy === city.submittedBy) {
      counts.ownPendingCount += number;
    }
  };
  add(before, -1);
  add(after, 1);
  return { ...city, ...counts };
}

const kinds: Readonly<Record<Status, keyof Counts | undefined>> = {
  approved: 'locationCount',
  pending: 'pendingCount',
  rejected: 'declinedCount',
  withdrawn: 'declinedCount',
  deleted: undefined,
};

/** Whether the city's status changes what some of its locations show, or whether they are public; see `shown`. */
export function isClosed({
  status,
  locationCount,
  pendingCount,
  ownPendingCount,
  declinedCount,
}: WithLocations): boolean {
  switch (status) {
    case 'approved':
      return false;
    case 'pending':
      return locationCount > 0;
    case 'withdrawn':
      return locationCount + ownPendingCount > 0;
    case 'rejected':
      return locationCount + pendingCount > 0;
    case 'deleted':
      return locationCount + pendingCount + declinedCount > 0;
  }
}

/** The number of the city's pending locations that the queue shows; see `shown`. */
export function queuedIn({ status, pendingCount, ownPendingCount }: WithLocations): number {
  if (status === 'deleted' || status === 'rejected') return 0;
  return status === 'withdrawn' ? pendingCount - ownPendingCount : pendingCount;
}
