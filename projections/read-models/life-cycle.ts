import type { EventMetadata } from '#contracts/events/index';
import type { Status } from '#contracts/vocabulary';

import type { LifeCycle } from '../read-store/models.ts';

/** Events by which the status of a city, or of a location, changes. */
export type CityStatusType =
  | 'city-approved.v1'
  | 'city-rejected.v1'
  | 'city-withdrawn.v1'
  | 'city-reopened.v1'
  | 'city-deleted.v1'
  | 'city-restored.v1';
export type LocationStatusType =
  | 'location-approved.v1'
  | 'location-rejected.v1'
  | 'location-withdrawn.v1'
  | 'location-reopened.v1'
  | 'location-deleted.v1'
  | 'location-restored.v1';
/** Events by which the fields of a location change. */
export type LocationEditType = 'location-edited.v1' | 'location-edit-approved.v1';

interface Happening {
  readonly id: string;
  readonly metadata: EventMetadata;
}
interface Undoing extends Happening {
  readonly data: { readonly undoes: string };
}

export const submitted = (by: string) =>
  ({
    status: 'pending',
    reason: null,
    submittedBy: by,
    endedBy: null,
    statusBefore: null,
    endedByBefore: null,
  }) as const;

/** The event that undoes what this one did: its cascade's root, if it has one. */
const rootOf = (event: Happening) => event.metadata.cascadeId ?? event.id;

/**
 * Approved, rejected or withdrawn. One that its city already took along stays gone (the decision was made before
 * anyone knew) and comes back as decided. What a cascade records after the fact changes nothing.
 */
export function decided<L extends LifeCycle>(
  state: L,
  event: Happening,
  status: 'approved' | 'rejected' | 'withdrawn',
  reason: string | null = null,
): L {
  const by = rootOf(event);
  if (state.status === 'deleted') {
    if (state.statusBefore === status) return state;
    return { ...state, reason, statusBefore: status, endedByBefore: by };
  }
  if (state.status === status) return state;
  return { ...state, status, reason, endedBy: by, statusBefore: state.status, endedByBefore: null };
}

/** A deletion of its own takes the place of the city's: restoring the city then does not bring it back. */
export function deleted<L extends LifeCycle>(state: L, event: Happening): L {
  if (state.status !== 'deleted') return gone(state, rootOf(event));
  return event.metadata.cascadeId === undefined ? { ...state, endedBy: event.id } : state;
}

/** A decision is taken back: pending again. */
export function reopened<L extends LifeCycle>(state: L, event: Undoing): L {
  if (state.status === 'deleted') {
    if (state.statusBefore === 'pending' || outdated(state.endedByBefore, event)) return state;
    return { ...state, reason: null, statusBefore: 'pending', endedByBefore: null };
  }
  if (state.status === 'pending' || outdated(state.endedBy, event)) return state;
  return pendingAgain(state);
}

/** A deletion is taken back. */
export function restored<L extends LifeCycle>(state: L, event: Undoing): L {
  if (state.status !== 'deleted' || outdated(state.endedBy, event)) return state;
  return backFromGone(state);
}

/** Takes back what one event did, as far as that event did it. */
export function undone<L extends LifeCycle>(state: L, undoes: string): L {
  if (state.endedBy === undoes) return state.status === 'deleted' ? backFromGone(state) : pendingAgain(state);
  if (state.status === 'deleted' && state.endedByBefore === undoes) {
    return { ...state, reason: null, statusBefore: 'pending', endedByBefore: null };
  }
  return state;
}

/** A location as its city lets it be: it goes when the city has gone, with the city's ending as its own. */
export function under<L extends LifeCycle>(state: L, city: LifeCycle | undefined): L {
  if (city === undefined || city.endedBy === null) return state;
  if (city.status === 'deleted') return state.status === 'deleted' ? state : gone(state, city.endedBy);
  if (state.status !== 'pending') return state;
  const ended =
    city.status === 'rejected' || (city.status === 'withdrawn' && city.submittedBy === state.submittedBy);
  if (!ended) return state;
  return {
    ...state,
    status: city.status,
    reason: city.reason,
    endedBy: city.endedBy,
    statusBefore: 'pending',
    endedByBefore: null,
  };
}

/** Keeps of a city which of its ends was taken back last. */
export const tracked =
  <C extends LifeCycle & { readonly lastUndone: string | null }, E extends Undoing>(
    change: (city: C, event: E) => C,
  ) =>
  (city: C, event: E): C => ({ ...change(city, event), lastUndone: event.data.undoes });

/**
 * A cascade may be recorded after its root was taken back, and is undone itself a little later: what it says in
 * between never showed.
 */
export const isOverdue = (
  event: Happening,
  city: { readonly lastUndone: string | null } | undefined,
): boolean => event.metadata.cascadeId !== undefined && event.metadata.cascadeId === city?.lastUndone;

/** What stands beneath a deletion: the status that a restore brings back. */
export const standing = ({ status, statusBefore }: Pick<LifeCycle, 'status' | 'statusBefore'>): Status =>
  status === 'deleted' ? (statusBefore ?? 'pending') : status;

/** A cascade that undoes an ending which another one has replaced meanwhile. */
const outdated = (endedBy: string | null, event: Undoing) =>
  event.metadata.cascadeId !== undefined && endedBy !== null && endedBy !== event.data.undoes;

const gone = <L extends LifeCycle>(state: L, by: string): L => ({
  ...state,
  status: 'deleted',
  endedBy: by,
  statusBefore: state.status,
  endedByBefore: state.endedBy,
});

const pendingAgain = <L extends LifeCycle>(state: L): L => ({
  ...state,
  status: 'pending',
  reason: null,
  endedBy: null,
  statusBefore: null,
  endedByBefore: null,
});

function backFromGone<L extends LifeCycle>(state: L): L {
  const status = standing(state);
  return {
    ...state,
    status,
    endedBy: state.endedByBefore,
    statusBefore: status === 'pending' ? null : 'pending',
    endedByBefore: null,
  };
}
