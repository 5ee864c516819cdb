import type { Recorded } from '#contracts/events';
import { isPublic, shown, type Own } from '#contracts/shared/shown';
import type { Status } from '#contracts/shared/statuses';

import type {
  Proposed,
  QueueCity,
  QueueEntry,
  QueueLocation,
  QueueState,
} from '#contracts/moderation/read-models-queue';
import type { Related } from '../../rule.ts';

/** The shared fields of an entry that this event adds. Its state is set separately. */
export function newEntry({ metadata }: Recorded) {
  const { actor, time, correlationId } = metadata;
  return {
    state: 'done',
    submittedBy: actor,
    submittedAt: time,
    since: time,
    request: correlationId,
    cameAt: 0,
    wentAt: 0,
    turnedBy: null,
    counted: null,
  } as const satisfies Partial<QueueEntry>;
}

/** The entry with this event as the start of its wait. */
export const waitsSince = <E extends QueueEntry>(entry: E, { metadata }: Recorded): E => ({
  ...entry,
  since: metadata.time,
  request: metadata.correlationId,
});

/** The entry in that state, with the person who brought it into the queue or took it out. */
export function turned<E extends QueueEntry>(entry: E, state: QueueState, event: Recorded): E {
  if (entry.state === state) return entry;
  const at = Number(event.position);
  const turnedBy = event.metadata.actor;
  if (state === 'waiting') return { ...entry, state, cameAt: at, turnedBy };
  if (entry.state === 'waiting') return { ...entry, state, wentAt: at, turnedBy };
  return { ...entry, state };
}

/** The city with the status that the states of its items are based on. */
export const asListed = (city: QueueCity | undefined): Own | undefined =>
  city && { ...city, status: city.listsAs };

export const stateOf = (isOpen: boolean, isThere: boolean): QueueState => {
  if (!isOpen) return 'done';
  return isThere ? 'waiting' : 'hidden';
};

export interface Place {
  readonly location: QueueLocation | undefined;
  readonly city: QueueCity | undefined;
}

/** A location and its city. The rule or fan-out must name the location among its needs, which also loads the city. */
export function placeOf(locationId: string, related: Related): Place {
  const location = related.get<QueueLocation>('locations', locationId);
  return { location, city: location && related.get<QueueCity>('cities', location.cityId) };
}

/** The entry with its location's current city. */
export const inCityOf = <E extends { readonly cityId: string }>(entry: E, { location }: Place): E =>
  location === undefined || location.cityId === entry.cityId ? entry : { ...entry, cityId: location.cityId };

/** Whether the place is public. Edits and changes wait only while it is. */
export const isPlacePublic = ({ location, city }: Place): boolean =>
  location !== undefined && isPublic(location, asListed(city));

/** Whether both the location and its city are approved or pending. Photos wait only while they are. */
export function isPlaceKept({ location, city }: Place): boolean {
  if (location === undefined || city === undefined) return false;
  return isKept(city.listsAs) && isKept(shown(location, asListed(city)).status);
}

const isKept = (status: Status): boolean => status === 'approved' || status === 'pending';

/** The most characters of a proposed value that the queue keeps. */
const longest = 200;

/** The new values of some changes, shortened. */
export const proposedBy = (
  changes: Readonly<Record<string, { readonly to: string | null } | undefined>>,
): Proposed =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([field, change]) =>
      change === undefined ? [] : [[field, change.to?.slice(0, longest) ?? null]],
    ),
  );
