import { streamOf, type Recorded } from '#contracts/events';
import type { SecondOpinionEvent } from '#contracts/moderation/events';
import { isOfFirstReleaseCascade } from '#contracts/shared/event-metadata';
import { lifeAfter, newLife, type Life } from '#contracts/shared/life';
import type { Status } from '#contracts/shared/statuses';

/** Which events are left out: those by an actor, of a batch, or about a city, location, photo or edit. */
export type LeftOut =
  | { readonly by: 'actor'; readonly id: string }
  | { readonly by: 'batch'; readonly id: string }
  | { readonly by: 'entity'; readonly id: string };

/** `following`: it cannot follow from the events that are left. */
export type Fate = 'kept' | 'left-out' | 'following';

type StatusEvent = Extract<Recorded, { type: `${'city' | 'location'}-${keyof typeof possibleFrom}.v1` }>;

/**
 * The statuses that an event of this kind can follow. A decision may follow a deletion that its maker did not know of.
 */
const possibleFrom = {
  approved: ['pending', 'deleted'],
  rejected: ['pending', 'deleted'],
  withdrawn: ['pending', 'deleted'],
  resubmitted: ['rejected', 'deleted'],
  reopened: ['approved', 'rejected', 'withdrawn', 'deleted'],
  deleted: ['pending', 'approved', 'rejected', 'withdrawn'],
  restored: ['deleted'],
  merged: ['pending', 'approved', 'rejected', 'withdrawn'],
  parted: ['deleted'],
} as const satisfies Record<string, readonly Status[]>;

/** Whether the event is by that actor, of that batch, or about that entity. */
export function isNamed({ stream, metadata, data }: Recorded, { by, id }: LeftOut): boolean {
  if (by === 'actor') return metadata.actor === id;
  if (by === 'batch') return metadata.correlationId === id;
  const streams = [streamOf.city(id), streamOf.location(id), streamOf.photo(id)];
  return streams.includes(stream) || ('editId' in data && data.editId === id);
}

/**
 * Returns a function that decides the fate of each event of the log, called in order. An event cannot follow if it
 * refers to something that was left out. It also cannot follow if the entity's decider would now refuse it because
 * earlier events are missing, such as an approval of a rejected city. The actor's rights are not checked. `mayLeaveOut`
 * restricts which events can be left out.
 */
export function createLeavingOut(
  what: LeftOut,
  mayLeaveOut: (event: Recorded) => boolean = () => true,
): (event: Recorded) => Fate {
  /** The state of each city and location, by stream. */
  const lives = new Map<string, Life>();
  const photos = new Map<string, { readonly isPresent: boolean }>();
  const edits = new Map<string, 'pending' | 'decided'>();
  const reported = new Set<string>();
  /** Ids of the events that are not kept, and the streams that contained them. */
  const gone = new Set<string>();
  const touched = new Set<string>();

  const isKnown = (entityType: string, id: string): boolean =>
    lives.has(`${entityType}-${id}`) || photos.has(`${entityType}-${id}`);

  /** Whether the item of the queue is still there. */
  function isItemKnown({ kind, itemId, entityType, entityId }: SecondOpinionEvent['data']): boolean {
    if (kind === 'edit' && !edits.has(itemId)) return false;
    if (kind === 'change' && gone.has(itemId)) return false;
    if (kind === 'report' && !reported.has(streamOf.reports(entityType, entityId))) return false;
    return isKnown(entityType, entityId);
  }

  /** Whether everything that the event names is still there. */
  function isFounded({ data, type, stream }: Recorded): boolean {
    const earlier = [
      'undoes' in data ? data.undoes : undefined,
      'reverts' in data ? data.reverts : undefined,
      'reapplies' in data ? data.reapplies : undefined,
      'changeId' in data ? data.changeId : undefined,
    ];
    if (earlier.some((id) => id !== undefined && gone.has(id))) return false;
    if (type === 'city-submitted.v1') return true;
    if (type === 'location-submitted.v1') return isKnown('city', data.cityId);
    if ('changes' in data && 'cityId' in data.changes && data.changes.cityId !== undefined)
      if (!isKnown('city', data.changes.cityId.to)) return false;
    if (type === 'second-opinion-asked.v1') return isItemKnown(data);
    if ('entityType' in data) {
      const isReport = type === 'content-reported.v1' || reported.has(stream) || 'changeId' in data;
      return isReport && isKnown(data.entityType, data.entityId);
    }
    if (type === 'location-merged.v1' && !isKnown('location', data.into)) return false;
    if (type === 'location-parted.v1' && typeof lives.get(stream)?.mergedInto !== 'string') return false;
    if ('editId' in data && type !== 'location-edit-proposed.v1' && !edits.has(data.editId)) return false;
    if (type === 'photo-featured.v1') {
      const { photoId, locationId } = data;
      return isKnown('location', locationId) && (photoId === null || isKnown('photo', photoId));
    }
    if ('photoId' in data && type !== 'photo-added.v1') return isKnown('photo', data.photoId);
    if ('locationId' in data) return isKnown('location', data.locationId);
    return 'cityId' in data ? isKnown('city', data.cityId) : true;
  }

  const isNoLongerApproved = (stream: string): boolean =>
    touched.has(stream) && lives.get(stream)?.status !== 'approved';

  /** Whether the decider of an entity without the removed events would still allow this event. */
  function isPossible(event: Recorded): boolean {
    const { data, type, stream } = event;
    if (type === 'location-approved.v1' && isNoLongerApproved(streamOf.city(data.cityId))) return false;
    if (type === 'location-merged.v1' && isNoLongerApproved(streamOf.location(data.into))) return false;
    if (!touched.has(stream)) return true;
    const kind = statusKind(event);
    const life = lives.get(stream);
    if (kind !== undefined) return life !== undefined && oneOf(possibleFrom[kind], life.status);
    switch (type) {
      case 'location-edit-approved.v1':
      case 'location-edit-rejected.v1':
      case 'location-edit-withdrawn.v1':
        return edits.get(data.editId) === 'pending';
      case 'location-edit-reopened.v1':
        return edits.get(data.editId) === 'decided';
      case 'photo-added.v1':
      case 'photo-restored.v1':
        return photos.get(stream)?.isPresent !== true;
      case 'photo-deleted.v2':
        return photos.get(stream)?.isPresent === true;
      default:
        return true;
    }
  }

  function note(event: Recorded): void {
    const { data, type, stream, metadata } = event;
    if (isOfFirstReleaseCascade(metadata)) return;
    if (isStatusEvent(event)) {
      const life = lives.get(stream);
      if (life !== undefined) lives.set(stream, lifeAfter(life, event));
      return;
    }
    switch (type) {
      case 'city-submitted.v1':
      case 'location-submitted.v1':
        lives.set(stream, newLife(metadata.actor));
        return;
      case 'photo-added.v1':
      case 'photo-restored.v1':
        photos.set(stream, { isPresent: true });
        return;
      case 'photo-deleted.v2':
        photos.set(stream, { isPresent: false });
        return;
      case 'content-reported.v1':
        reported.add(stream);
        return;

      default:
        if ('editId' in data)
          edits.set(
            data.editId,
            type === 'location-edit-proposed.v1' || type === 'location-edit-reopened.v1'
              ? 'pending'
              : 'decided',
          );
    }
  }

  const fateOf = (event: Recorded): Fate => {
    if (mayLeaveOut(event) && isNamed(event, what)) return 'left-out';
    // Nothing has been left out yet, so every event is possible.
    if (gone.size === 0) return 'kept';
    return isFounded(event) && isPossible(event) ? 'kept' : 'following';
  };

  return (event) => {
    const fate = fateOf(event);
    if (fate === 'kept') note(event);
    else {
      gone.add(event.id);
      touched.add(event.stream);
    }
    return fate;
  };
}

function statusKind({ type }: Recorded): keyof typeof possibleFrom | undefined {
  const kind = /^(?:city|location)-(\w+)\.v1$/.exec(type)?.[1];
  return kind !== undefined && kind in possibleFrom ? (kind as keyof typeof possibleFrom) : undefined;
}

const isStatusEvent = (event: Recorded): event is StatusEvent => statusKind(event) !== undefined;

const oneOf = (statuses: readonly Status[], status: Status): boolean => statuses.includes(status);
