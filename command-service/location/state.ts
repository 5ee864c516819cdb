import type { Recorded } from '#contracts/events';
import type { LocationEvent } from '#contracts/location/events';
import { Refusal } from '#contracts/shared/errors';
import { applyChanges } from '#contracts/shared/changes';
import { pickFields } from '#contracts/shared/entity-fields';
import { lifeAfter, newLife, type Life } from '#contracts/shared/life';
import { locationFields, type LocationFields } from '#contracts/location/fields';
import { isLocationSeenBy } from '#contracts/shared/shown';

import type { CityState } from '../city/decider.ts';
import type { Actor, Fold } from '#platform/commands/decider';
import { withChoice, type FeaturedChoice } from './featured-photo.ts';
import { draftOf, isEditEvent, noEdits, type EditEvent, type Edits, type EditsDraft } from './edits.ts';
import { noReverts, revertsAfter, type Reverts } from '../shared/reverts.ts';

export interface Location extends Life {
  readonly id: string;
  readonly fields: LocationFields;
  readonly featuredPhotoId: string | null;
  /** The latest choices of the featured photo, oldest first. */
  readonly featured: readonly FeaturedChoice[];
  readonly edits: Edits;
  readonly reverts: Reverts;
  /** How often its submitter has sent it in again. */
  readonly resubmissions: number;
  readonly wasApproved: boolean;
  /** While it is merged into another place: whether its photos show there, and the log position of the merging. */
  readonly merged: { readonly photos: boolean; readonly at: bigint } | null;
}
export type LocationState = Location | undefined;

export function locationSeenBy(location: LocationState, city: CityState, actor: Actor): location is Location {
  return location !== undefined && isLocationSeenBy(location, city, actor);
}

/** A location as decisions about what it holds know it. */
export interface PlacedLocation {
  readonly location: LocationState;
  readonly city: CityState;
  /** For a merged location, the place that it shows with. */
  readonly into?: string | undefined;
}

/**
 * The location, if the actor sees it. @throws Refusal `location-merged` when it was merged, otherwise `code`
 */
export function requireSeen(
  { location, city, into }: PlacedLocation,
  actor: Actor,
  code: 'location-not-found' | 'photo-not-found' = 'location-not-found',
): Location {
  if (into !== undefined) throw new Refusal('location-merged', { into });
  if (!locationSeenBy(location, city, actor)) throw new Refusal(code);
  return location;
}

export function evolveLocation(location: LocationState, event: Recorded<LocationEvent>): LocationState {
  const fold = foldLocation(location);
  fold.add(event);
  return fold.state();
}

/** Collects the edits in a draft, since a location may have had thousands. */
export function foldLocation(from: LocationState): Fold<LocationState, LocationEvent> {
  let location = from;
  let draft: EditsDraft | undefined;
  return {
    add(event) {
      if (location !== undefined) {
        const reverts = revertsAfter(location.reverts, event);
        if (reverts !== location.reverts) location = { ...location, reverts };
      }
      if (!isEditEvent(event)) {
        location = evolve(location, event);
        return;
      }
      if (location === undefined) return;
      draft ??= draftOf(location.edits);
      const isKnown = draft.add(event);
      if (isKnown && 'changes' in event.data && event.type !== 'location-edit-proposed.v1')
        location = { ...location, fields: applyChanges(location.fields, event.data.changes) };
    },
    state() {
      if (location !== undefined && draft !== undefined) location = { ...location, edits: draft.edits() };
      draft = undefined;
      return location;
    },
  };
}

type OtherEvent = Exclude<LocationEvent, EditEvent>;

function evolve(location: LocationState, event: Recorded<OtherEvent>): LocationState {
  if (event.type === 'location-submitted.v1') {
    const { locationId } = event.data;
    return {
      ...newLife(event.metadata.actor),
      id: locationId,
      fields: pickFields(locationFields, event.data),
      featuredPhotoId: null,
      featured: [],
      edits: noEdits,
      reverts: noReverts,
      resubmissions: 0,
      wasApproved: false,
      merged: null,
    };
  }
  if (location === undefined) return undefined;
  switch (event.type) {
    case 'location-approved.v1':
      return { ...lifeAfter(location, event), wasApproved: true };
    case 'location-rejected.v1':
    case 'location-withdrawn.v1':
    case 'location-reopened.v1':
    case 'location-deleted.v1':
    case 'location-restored.v1':
      return lifeAfter(location, event);
    case 'location-merged.v1':
      return {
        ...lifeAfter(location, event),
        merged: { photos: event.data.photos, at: event.position },
      };
    case 'location-parted.v1':
      return { ...lifeAfter(location, event), merged: null };
    case 'location-resubmitted.v1':
      return {
        ...lifeAfter(location, event),
        fields: applyChanges(location.fields, event.data.changes),
        resubmissions: location.resubmissions + 1,
      };
    case 'location-edited.v1':
      return { ...location, fields: applyChanges(location.fields, event.data.changes) };
    case 'photo-featured.v1':
      return {
        ...location,
        featuredPhotoId: event.data.photoId,
        featured: withChoice(location.featured, {
          eventId: event.id,
          photoId: event.data.photoId,
          reverts: event.data.reverts ?? null,
        }),
      };
  }
}
