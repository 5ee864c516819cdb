import type { Recorded } from '#contracts/events';
import { lifeAfter, type Life } from '#contracts/shared/life';
import type { CityStatusEvent } from '#contracts/city/events';
import { isPublic, shown } from '#contracts/shared/shown';
import type { Status } from '#contracts/shared/statuses';

import type { WithLocations } from '#contracts/read-models';
import type { Filter } from '#platform/read-store/port';

/**
 * Lists find locations by marks: the status under which they are listed, and whether they are public. When a city with
 * at most this many locations ends or returns, all of them are marked again in the same batch. A larger city keeps the
 * marks, and readers leave it out of their lists (`hides`), so that its end or return takes no longer. Such cities are
 * few, because each needs more than this many locations.
 */
export const markedAtOnce = 200;

export interface Marks {
  readonly listedAs: Status;
  readonly public: boolean;
}

/** A location's marks, computed from its own status and the city's status for marks (`listsAs`, `listsPublic`). */
export function marksIn(location: Life, city: WithLocations | undefined): Marks {
  const listed = city && { ...city, status: city.listsAs };
  return {
    listedAs: shown(location, listed).status,
    public: city?.listsPublic === true && isPublic(location, { status: 'approved' }),
  };
}

export const noLocations = {
  locationCount: 0,
  pendingCount: 0,
  ownPendingCount: 0,
  declinedCount: 0,
  listsAs: 'pending',
  listsPublic: false,
  markedAt: 0,
  marked: 'all',
  hides: 'nothing',
} as const;

type Counts = Pick<WithLocations, 'locationCount' | 'pendingCount' | 'ownPendingCount' | 'declinedCount'>;

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

/**
 * The city after a change of its status, including whether its locations are marked or hidden. `most`: the most
 * locations that are marked at once.
 */
export function cityAfter<C extends WithLocations>(
  before: C,
  event: Recorded<CityStatusEvent>,
  most: number,
): C {
  const city = lifeAfter(before, event);
  const { status, locationCount, pendingCount, declinedCount } = city;
  const locations = locationCount + pendingCount + declinedCount;
  // A deleted city can only be restored, and then the old marks are right again.
  if (status === 'deleted' && locations > most) return hiding(city);

  const listsAs = status === 'approved' ? 'pending' : status;
  const isDeletion = listsAs === 'deleted' || city.listsAs === 'deleted';
  const isShown = status === 'approved';
  const keepsPublic = city.listsPublic && !isShown && locationCount > most;
  const listsPublic = keepsPublic || isShown;
  const publishes = listsPublic !== city.listsPublic;

  const marked = isDeletion || publishes ? 'all' : 'waiting';
  const at = { markedAt: Number(event.position), marked } as const;
  return hiding({
    ...city,
    listsAs,
    listsPublic,
    ...(publishes || listsAs !== city.listsAs ? at : {}),
  });
}

/** The city with `hides` set: readers must leave out the locations whose marks do not fit the city's status. */
function hiding<C extends WithLocations>(city: C): C {
  const { status, listsAs, listsPublic } = city;
  let hides: WithLocations['hides'] = 'nothing';
  if (status === 'deleted' && listsAs !== 'deleted') hides = 'everything';
  else if (status !== 'approved' && listsPublic) hides = 'public';
  return { ...city, hides };
}

/**
 * A filter for the locations that an event of the city marks again; undefined for none. After an interrupted run the
 * city may be ahead of the event, and then all its locations are marked again.
 */
export function toMark(
  city: WithLocations | undefined,
  { position }: Pick<Recorded, 'position'>,
): Filter | undefined {
  if (city === undefined || city.markedAt < Number(position)) return undefined;
  return city.markedAt === Number(position) && city.marked === 'waiting' ? { status: 'pending' } : {};
}

/** The number of the city's pending locations that the queue shows; see `shown`. */
export function queuedIn({ status, pendingCount, ownPendingCount }: WithLocations): number {
  if (status === 'deleted' || status === 'rejected') return 0;
  return status === 'withdrawn' ? pendingCount - ownPendingCount : pendingCount;
}
