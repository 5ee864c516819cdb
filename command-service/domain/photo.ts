import { Refusal } from '#contracts/errors';
import type { Recorded } from '#contracts/events/index';
import type { PhotoEvent } from '#contracts/events/photo';

import type { CityState } from './city.ts';
import { endOf, type Actor, type Decider } from './decider.ts';
import { locationSeenBy, type LocationState } from './location.ts';

export interface Photo {
  readonly id: string;
  readonly locationId: string;
  readonly uploadedBy: string;
  readonly present: boolean;
  readonly endedBy: string | null;
}
export type PhotoState = Photo | undefined;

type PhotoAdded = Extract<PhotoEvent, { type: 'photo-added.v1' }>;

export type PhotoCommand =
  | { readonly type: 'add'; readonly data: PhotoAdded['data'] }
  | { readonly type: 'delete' }
  /** Goes along with what ended it. */
  | { readonly type: 'cascade-delete' }
  | { readonly type: 'cascade-restore'; readonly undoes: string };

export interface PhotoFacts {
  readonly location: LocationState;
  readonly city: CityState;
}

export const photoDecider: Decider<PhotoState, PhotoCommand, PhotoFacts, PhotoEvent> = {
  initial: undefined,
  evolve,
  decide,
};

function evolve(photo: PhotoState, event: Recorded<PhotoEvent>): PhotoState {
  switch (event.type) {
    case 'photo-added.v1':
      return {
        id: event.data.photoId,
        locationId: event.data.locationId,
        uploadedBy: event.metadata.actor,
        present: true,
        endedBy: null,
      };
    case 'photo-deleted.v1':
      return photo && { ...photo, present: false, endedBy: endOf(event) };
    case 'photo-restored.v1':
      return photo && { ...photo, present: true, endedBy: null };
  }
}

function decide(
  photo: PhotoState,
  command: PhotoCommand,
  actor: Actor,
  facts: PhotoFacts,
): readonly PhotoEvent[] {
  if (command.type === 'add') {
    if (!locationSeenBy(facts.location, facts.city, actor)) throw new Refusal('location-not-found');
    if (photo?.present === true) throw new Refusal('photo-already-here');
    return [{ type: 'photo-added.v1', data: command.data }];
  }
  if (photo === undefined) throw new Refusal('photo-not-found');
  const ids = { photoId: photo.id, locationId: photo.locationId };
  switch (command.type) {
    case 'delete':
      if (!photo.present || !locationSeenBy(facts.location, facts.city, actor))
        throw new Refusal('photo-not-found');
      if (!actor.isAdmin && photo.uploadedBy !== actor.userId) throw new Refusal('forbidden');
      return [{ type: 'photo-deleted.v1', data: ids }];
    case 'cascade-delete':
      return photo.present ? [{ type: 'photo-deleted.v1', data: ids }] : [];
    case 'cascade-restore':
      if (photo.present || photo.endedBy !== command.undoes) return [];
      return [{ type: 'photo-restored.v1', data: { ...ids, undoes: command.undoes } }];
  }
}
