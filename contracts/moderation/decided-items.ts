import { DomainEvent, type EventOf, type EventType } from '../events.ts';
import { reportsId } from '../report/words.ts';
import type { QueueKind } from './words.ts';

/** An item of the queue: its kind and its id there. */
export interface DecidedItem {
  readonly kind: QueueKind;
  readonly id: string;
}

/**
 * How an event affects an item of the queue:
 * - `sends-in`: it starts to wait;
 * - `ends`: its sender withdrew it or sent it in again, which no moderator can undo;
 * - `decides`: a moderator approved, declined or reviewed it;
 * - `deletes`: its sender or the administrator deleted it. The desk's numbers do not count that as a decision;
 * - `reopens`, `restores`: a decision or deletion is taken back, which is final.
 */
type Effect = 'sends-in' | 'ends' | 'decides' | 'deletes' | 'reopens' | 'restores';

/**
 * The one definition of what counts as a decision: how each type of event affects which kind of item. A type that is
 * missing here affects none. Events that revert or reapply a change decide about that change instead (see `decidedBy`).
 */
const effects = {
  'city-submitted.v1': ['sends-in', 'city'],
  'city-resubmitted.v1': ['ends', 'city'],
  'city-withdrawn.v1': ['ends', 'city'],
  'city-approved.v1': ['decides', 'city'],
  'city-rejected.v1': ['decides', 'city'],
  'city-reopened.v1': ['reopens', 'city'],
  'city-deleted.v1': ['deletes', 'city'],
  'city-restored.v1': ['restores', 'city'],
  'location-submitted.v1': ['sends-in', 'location'],
  'location-resubmitted.v1': ['ends', 'location'],
  'location-withdrawn.v1': ['ends', 'location'],
  'location-approved.v1': ['decides', 'location'],
  'location-rejected.v1': ['decides', 'location'],
  'location-reopened.v1': ['reopens', 'location'],
  'location-deleted.v1': ['deletes', 'location'],
  'location-restored.v1': ['restores', 'location'],
  'location-merged.v1': ['decides', 'location'],
  'location-parted.v1': ['restores', 'location'],
  'location-edit-proposed.v1': ['sends-in', 'edit'],
  'location-edit-withdrawn.v1': ['ends', 'edit'],
  'location-edit-approved.v1': ['decides', 'edit'],
  'location-edit-rejected.v1': ['decides', 'edit'],
  'location-edit-reopened.v1': ['reopens', 'edit'],
  'photo-added.v1': ['sends-in', 'photo'],
  'photo-reviewed.v1': ['decides', 'photo'],
  'photo-review-reopened.v1': ['reopens', 'photo'],
  'photo-deleted.v2': ['decides', 'photo'],
  'photo-restored.v1': ['reopens', 'photo'],
  'reports-upheld.v1': ['decides', 'report'],
  'reports-dismissed.v1': ['decides', 'report'],
  'reports-reopened.v1': ['reopens', 'report'],
  'change-reviewed.v1': ['decides', 'change'],
  'change-review-reopened.v1': ['reopens', 'change'],
} as const satisfies EffectOfTypes;

type EffectOfTypes = Readonly<Partial<Record<EventType, readonly [Effect, QueueKind]>>>;
const effectOfTypes: EffectOfTypes = effects;
type Effects = typeof effects;
/** The types of the events with one of these effects. */
type TypeThat<E extends Effect> = {
  [T in keyof Effects]: Effects[T] extends readonly [E, QueueKind] ? T : never;
}[keyof Effects];
/** What a moderator can undo: everything that decides about an item or deletes it. */
export type DecidingType = TypeThat<'decides' | 'deletes'>;

const isOfType = <T extends EventType>(event: DomainEvent, types: readonly T[]): event is EventOf<T> =>
  types.some((type) => type === event.type);

/** How events of this type affect an item; undefined if they do not. */
export const effectOf = (type: EventType): Effect | undefined => effectOfTypes[type]?.[0];

/** The kind of item that events of this type are about; undefined for none. */
export const kindOf = (type: EventType): QueueKind | undefined => effectOfTypes[type]?.[1];

/** All types of events with one of these effects, of all kinds of items. */
export const typesThat = <E extends Effect>(...which: readonly E[]): readonly TypeThat<E>[] =>
  // The cast: the types of the entries whose effect is one of these.
  (Object.keys(effects) as EventType[]).filter((type) =>
    which.some((effect) => effect === effectOf(type)),
  ) as TypeThat<E>[];

const deciding = typesThat('decides', 'deletes');
export const isDeciding = (event: DomainEvent): event is EventOf<DecidingType> => isOfType(event, deciding);

/** Types of events that may be a change or may revert one: those whose data have fields for it. */
export const typesOfChanges: readonly EventType[] = DomainEvent.def.options.flatMap(({ def }) =>
  def.options.flatMap(({ shape }) =>
    Object.keys(shape.data.shape).some((field) => ['review', 'reverts', 'reapplies'].includes(field))
      ? shape.type.def.values.filter((type) => type !== 'photo-added.v1')
      : [],
  ),
);

/** The id of the change that this event reverts or reapplies; undefined for other events. */
export const changeIn = ({ data }: DomainEvent): string | undefined =>
  ('reverts' in data ? data.reverts : undefined) ?? ('reapplies' in data ? data.reapplies : undefined);

/** Whether the event is a change: it applied at once and is reviewed afterwards. */
export const appliedAtOnce = ({ type, data }: DomainEvent): boolean =>
  type !== 'photo-added.v1' && 'review' in data && data.review !== undefined;

/**
 * Whether the event takes a decision back: its item waits again, or is no longer deleted. That cannot be undone; the
 * item is decided again instead.
 */
export function takesBack({ type, data }: DomainEvent): boolean {
  if ('reapplies' in data && data.reapplies !== undefined) return true;
  const isRevert = 'reverts' in data && data.reverts !== undefined;
  const effect = effectOf(type);
  return !isRevert && (effect === 'reopens' || effect === 'restores');
}

/** The item that the event is about by its type, even if it also reverts a change; null if it is about none. */
export function itemOf({ type, data }: DomainEvent): DecidedItem | null {
  const kind = kindOf(type);
  return kind === undefined ? null : { kind, id: idOf(kind, data) };
}

function idOf(kind: QueueKind, data: DomainEvent['data']): string {
  if (kind === 'edit' && 'editId' in data) return data.editId;
  if (kind === 'photo' && 'photoId' in data && data.photoId !== null) return data.photoId;
  if (kind === 'change' && 'changeId' in data) return data.changeId;
  if (kind === 'report' && 'entityType' in data) return reportsId(data);
  if (kind === 'location' && 'locationId' in data) return data.locationId;
  if (kind === 'city' && 'cityId' in data) return data.cityId;
  throw new TypeError(`An event about a ${kind} does not name it`);
}

/** The item of the queue that an event decides about; null if it decides nothing. */
export function decidedBy(event: DomainEvent): DecidedItem | null {
  const changeId = changeIn(event);
  if (changeId !== undefined) return { kind: 'change', id: changeId };
  const effect = effectOf(event.type);
  return appliedAtOnce(event) || effect === 'sends-in' || effect === 'ends' ? null : itemOf(event);
}

/** Whether this later event supersedes an earlier decision about the item. */
export function supersedes(event: DomainEvent, { kind, id }: DecidedItem): boolean {
  const about = decidedBy(event) ?? itemOf(event);
  return about !== null && about.kind === kind && about.id === id;
}
