import type { FieldContent } from '#contracts/shared/coordinates';
import { firstCharacters } from '#contracts/shared/first-characters';
import type { Recorded } from '#contracts/events';

import type {
  Proposed,
  QueueEntry,
  QueueLocation,
  QueueState,
} from '#contracts/moderation/read-models-queue';
import type { QueueKind } from '#contracts/moderation/words';
import type { EventOfType, Rule } from '../../rule.ts';
import { noSignals } from './signal-keys.ts';

/** The shared fields of an entry that this event adds. Its state is set separately. */
export function newEntry({ metadata }: Recorded) {
  const { actor, time, correlationId } = metadata;
  return {
    state: null,
    submittedBy: actor,
    submittedAt: time,
    since: time,
    request: correlationId,
    cameAt: 0,
    wentAt: 0,
    turnedBy: null,
    secondOpinion: false,
    ...noSignals,
    hosts: [],
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
  const secondOpinion = entry.secondOpinion && state !== null;
  if (entry.state === 'waiting') return { ...entry, state, wentAt: at, turnedBy, secondOpinion };
  return { ...entry, state, secondOpinion };
}

export const stateOf = (isOpen: boolean, isThere: boolean): QueueState => {
  if (!isOpen) return null;
  return isThere ? 'waiting' : 'hidden';
};

/** The entry with its location's current city. */
export const inCityOf = <E extends { readonly cityId: string }>(
  entry: E,
  location: QueueLocation | undefined,
): E =>
  location === undefined || location.cityId === entry.cityId ? entry : { ...entry, cityId: location.cityId };

/** Whether edits and changes of the location may wait. Readers leave out those in a closed city. */
export const isApproved = (location: QueueLocation | undefined): boolean => location?.status === 'approved';

/** Whether photos of the location may wait. */
export const isKept = (location: QueueLocation | undefined): boolean =>
  location?.status === 'approved' || location?.status === 'pending';

/** The maximum length of a proposed value in the queue, in characters. */
const longest = 200;

/** The new values of some changes, shortened. */
export const proposedBy = (
  changes: Readonly<Record<string, { readonly to: FieldContent } | undefined>>,
): Proposed =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([field, change]) =>
      change === undefined ? [] : [[field, shortened(change.to)]],
    ),
  );

const shortened = (content: FieldContent): FieldContent =>
  typeof content === 'string' ? firstCharacters(content, longest) : content;

/** Flags an undecided entry of that kind for a second opinion. */
export const secondOpinion = <E extends QueueEntry>(
  kind: QueueKind,
): Rule<E, EventOfType<'second-opinion-asked.v1'>> => ({
  id: ({ data }) => (data.kind === kind ? data.itemId : undefined),
  apply: (entry, _event) =>
    entry === undefined || entry.state === null || entry.secondOpinion
      ? entry
      : { ...entry, secondOpinion: true },
});
