import type { Recorded } from '#contracts/events/index';
import { isPublic, shown, type Own } from '#contracts/shown';
import type { Status } from '#contracts/vocabulary';

import type {
  Proposed,
  QueueCity,
  QueueEntry,
  QueueLocation,
  QueueState,
} from '#contracts/read-models-queue';
import type { Related } from '../rule.ts';

/** An entry that begins to wait with this event, or would if somebody had to look at it. */
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
  } as const satisfies Partial<QueueEntry>;
}

/** From this event on it waits, or waits again. */
export const waitsSince = <E extends QueueEntry>(entry: E, { metadata }: Recorded): E => ({
  ...entry,
  since: metadata.time,
  request: metadata.correlationId,
});

/** The entry in that state, with who brought it into the queue or took it out. */
export function turned<E extends QueueEntry>(entry: E, state: QueueState, event: Recorded): E {
  if (entry.state === state) return entry;
  const at = Number(event.position);
  const turnedBy = event.metadata.actor;
  if (state === 'waiting') return { ...entry, state, cameAt: at, turnedBy };
  if (entry.state === 'waiting') return { ...entry, state, wentAt: at, turnedBy };
  return { ...entry, state };
}

/** A city as the states of what is in it are made with. */
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

/** A location and its city; the rule or the fan-out names the location among its needs, which brings the city along. */
export function placeOf(locationId: string, related: Related): Place {
  const location = related.get<QueueLocation>('locations', locationId);
  return { location, city: location && related.get<QueueCity>('cities', location.cityId) };
}

/** With the city that its location is in now. */
export const inCityOf = <E extends { readonly cityId: string }>(entry: E, { location }: Place): E =>
  location === undefined || location.cityId === entry.cityId ? entry : { ...entry, cityId: location.cityId };

/** An edit or a change waits while everybody sees what it is about. */
export const isPlacePublic = ({ location, city }: Place): boolean =>
  location !== undefined && isPublic(location, asListed(city));

/** A photo waits while its location is shown, or waits itself, and so is its city. */
export function isPlaceKept({ location, city }: Place): boolean {
  if (location === undefined || city === undefined) return false;
  return isKept(city.listsAs) && isKept(shown(location, asListed(city)).status);
}

const isKept = (status: Status): boolean => status === 'approved' || status === 'pending';

/** Longest text of a proposed value that the queue keeps. */
const longest = 200;

/** The values after some changes, cut. */
export const proposedBy = (
  changes: Readonly<Record<string, { readonly to: string | null } | undefined>>,
): Proposed =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([field, change]) =>
      change === undefined ? [] : [[field, change.to?.slice(0, longest) ?? null]],
    ),
  );
