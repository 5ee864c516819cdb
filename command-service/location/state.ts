import type { Recorded } from '#contracts/events';
import type { LocationChanges, LocationEvent } from '#contracts/location/events';
import { locationFields, type LocationFields } from '#contracts/location/fields';
import { applyChanges, type Changes, isSameValue } from '#contracts/shared/changes';
import { pickFields } from '#contracts/shared/entity-fields';
import { Refusal } from '#contracts/shared/errors';
import { type Life, lifeAfter, newLife } from '#contracts/shared/life';
import { isLocationSeenBy } from '#contracts/shared/shown';
import type { Actor, Fold } from '#platform/commands/decider';

import { citySeenBy, type CityState } from '../city/decider.ts';
import { noReverts, type Reverts, revertsAfter } from '../shared/reverts.ts';
import { draftOf, type EditEvent, type Edits, type EditsDraft, isEditEvent, noEdits } from './edits.ts';

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
  /** For a location that is merged into another: whether its photos show there, and the log position of the merge. */
  readonly merged: { readonly photos: boolean; readonly at: bigint } | null;
}
export type LocationState = Location | undefined;

export function locationSeenBy(location: LocationState, city: CityState, actor: Actor): location is Location {
  return location !== undefined && isLocationSeenBy(location, city, actor);
}

/** A location in the form that decisions about its contents need. */
export interface PlacedLocation {
  readonly location: LocationState;
  readonly city: CityState;
  /** For a merged location, the place that shows it, with its city. */
  readonly shownBy?: ShownBy | undefined;
}
interface ShownBy {
  readonly id: string;
  readonly location: LocationState;
  readonly city: CityState;
}

/**
 * The location, if the actor sees it. @throws Refusal `location-merged` if it was merged into a place that the actor sees,
 * otherwise `location-not-found`
 */
export function requireSeen({ location, city, shownBy }: PlacedLocation, actor: Actor): Location {
  refuseMerged(shownBy, actor);
  if (!locationSeenBy(location, city, actor)) throw new Refusal('location-not-found');
  return location;
}

/** @throws Refusal `location-merged` if the location was merged into a place that the actor sees */
export function refuseMerged(shownBy: ShownBy | undefined, actor: Actor): void {
  if (shownBy !== undefined && locationSeenBy(shownBy.location, shownBy.city, actor))
    throw new Refusal('location-merged', { into: shownBy.id });
}

export function evolveLocation(location: LocationState, event: Recorded<LocationEvent>): LocationState {
  const fold = foldLocation(location);
  fold.add(event);
  return fold.state();
}

/** Collects the edits in a draft, because a location may have had thousands. */
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

/** One choice of a location's featured photo. */
export interface FeaturedChoice {
  readonly eventId: string;
  /** Null if the choice left no featured photo. */
  readonly photoId: string | null;
  /** The change that this choice took back. */
  readonly reverts: string | null;
}

/** How many choices a location remembers. A revert cannot restore an older one. */
const remembered = 20;

const withChoice = (
  choices: readonly FeaturedChoice[],
  choice: FeaturedChoice,
): readonly FeaturedChoice[] => [...choices.slice(1 - remembered), choice];

/** The photo that was featured before a change, skipping choices that were reverted; null for none. */
export function featuredBefore(
  choices: readonly FeaturedChoice[],
  changeId: string,
  isReverted: (changeId: string) => boolean,
): string | null {
  const at = choices.findIndex(({ eventId }) => eventId === changeId);
  if (at === -1) return null;
  return choices.slice(0, at).findLast(({ eventId }) => !isReverted(eventId))?.photoId ?? null;
}

/** The photo that the latest revert of a change restored; undefined if that revert is no longer remembered. */
export const featuredByRevert = (
  choices: readonly FeaturedChoice[],
  changeId: string,
): string | null | undefined => choices.findLast(({ reverts }) => reverts === changeId)?.photoId;

/** The ids that every event of a location has. */
export const idsOf = (location: Location) => ({ locationId: location.id, cityId: location.fields.cityId });

/** The changes in the form that an event holds: mutable plain data. */
export const onWire = (changes: Changes<LocationFields>): LocationChanges => ({ ...changes });

/**
 * Checks that the person may put a location in this city: an approved one or, if `open` is enough, their own pending
 * one.
 * @throws Refusal `city-not-found`, `approve-city-first`, `already-decided`
 */
export function checkTarget(city: CityState, actor: Actor, need: 'approved' | 'open'): void {
  if (!citySeenBy(city, actor)) throw new Refusal('city-not-found');
  if (city.status === 'approved') return;
  if (need === 'open' && city.status === 'pending' && city.submittedBy === actor.userId) return;
  if (city.status === 'pending') throw new Refusal('approve-city-first');
  throw new Refusal('already-decided', { detail: `The city was ${city.status}.` });
}

/** Whether a field that the proposal changes no longer has the value on which the proposal was based. */
export function isOutdated({ fields }: Location, proposal: Changes<LocationFields>): boolean {
  const current: Readonly<Record<string, unknown>> = { ...fields };
  return Object.entries(proposal).some(([key, change]) => !isSameValue(current[key], change.from));
}
