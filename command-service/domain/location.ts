import type { Recorded } from '#contracts/events/index';
import type { LocationChanges, LocationEvent } from '#contracts/events/location';
import type { Status } from '#contracts/vocabulary';

import { citySeenBy, type CityState } from './city.ts';
import { endOf, open, standingOf, type Actor, type Changes, type Standing } from './decider.ts';

export interface LocationFields {
  readonly name: string;
  readonly description: string;
  readonly cityId: string;
  readonly category: string;
  readonly address: string | null;
  readonly bestTimeToVisit: string | null;
}

export interface ProposedEdit {
  readonly userId: string;
  readonly changes: Changes<LocationFields>;
  readonly status: 'pending' | 'approved' | 'rejected' | 'withdrawn';
}

export interface Location {
  readonly id: string;
  readonly status: Status;
  readonly fields: LocationFields;
  readonly submittedBy: string;
  /** The event that decided or ended it (or the root of its cascade), by which that can be undone. */
  readonly endedBy: string | null;
  /** What a restore brings back; null unless deleted. */
  readonly beforeDeletion: Standing | null;
  readonly featuredPhotoId: string | null;
  readonly edits: ReadonlyMap<string, ProposedEdit>;
}
export type LocationState = Location | undefined;

/** A location is public while it and its city are approved; until then its submitter and the administrator see it. */
export function locationSeenBy(location: LocationState, city: CityState, actor: Actor): location is Location {
  if (location === undefined || location.status === 'deleted') return false;
  if (city === undefined || city.status === 'deleted') return false;
  if (actor.isAdmin || location.submittedBy === actor.userId) return true;
  return location.status === 'approved' && city.status === 'approved' && citySeenBy(city, actor);
}

export function evolveLocation(location: LocationState, event: Recorded<LocationEvent>): LocationState {
  if (event.type === 'location-submitted.v1') {
    const { locationId, ...fields } = event.data;
    return {
      id: locationId,
      status: 'pending',
      fields,
      submittedBy: event.metadata.actor,
      endedBy: null,
      beforeDeletion: null,
      featuredPhotoId: null,
      edits: new Map(),
    };
  }
  if (location === undefined) return undefined;
  const ended = (status: Status): Location => ({ ...location, status, endedBy: endOf(event) });
  switch (event.type) {
    case 'location-approved.v1':
      return ended('approved');
    case 'location-rejected.v1':
      return ended('rejected');
    case 'location-withdrawn.v1':
      return ended('withdrawn');
    case 'location-deleted.v1':
      return { ...ended('deleted'), beforeDeletion: standingOf(location) };
    case 'location-reopened.v1':
      return { ...location, status: 'pending', endedBy: null };
    case 'location-restored.v1':
      return { ...location, ...(location.beforeDeletion ?? open), beforeDeletion: null };
    case 'location-edited.v1':
      return { ...location, fields: withChanges(location.fields, event.data.changes) };
    case 'photo-featured.v1':
      return { ...location, featuredPhotoId: event.data.photoId };
    case 'location-edit-proposed.v1':
    case 'location-edit-approved.v1':
    case 'location-edit-rejected.v1':
    case 'location-edit-withdrawn.v1':
      return evolveEdit(location, event);
  }
}

type EditEvent = Extract<LocationEvent, { data: { editId: string } }>;

function evolveEdit(location: Location, event: Recorded<EditEvent>): Location {
  const { editId } = event.data;
  const edits = new Map(location.edits);
  if (event.type === 'location-edit-proposed.v1') {
    edits.set(editId, {
      userId: event.metadata.actor,
      changes: present(event.data.changes),
      status: 'pending',
    });
    return { ...location, edits };
  }
  const edit = edits.get(editId);
  if (edit === undefined) return location;
  edits.set(editId, { ...edit, status: editStatus[event.type] });
  const fields =
    event.type === 'location-edit-approved.v1'
      ? withChanges(location.fields, event.data.changes)
      : location.fields;
  return { ...location, fields, edits };
}

const editStatus = {
  'location-edit-approved.v1': 'approved',
  'location-edit-rejected.v1': 'rejected',
  'location-edit-withdrawn.v1': 'withdrawn',
} as const;

function withChanges(fields: LocationFields, changes: LocationChanges): LocationFields {
  return Object.entries(changes).reduce<LocationFields>(
    (all, [key, change]) => (change === undefined ? all : { ...all, [key]: change.to }),
    fields,
  );
}

/** The same changes, without the keys that zod leaves undefined. */
function present(changes: LocationChanges): Changes<LocationFields> {
  return Object.fromEntries(Object.entries(changes).filter(([, change]) => change !== undefined));
}
