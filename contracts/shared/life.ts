import { isOfFirstReleaseCascade } from './event-metadata.ts';
import type { RecordedEvent } from './recorded-event.ts';
import type { Status } from './statuses.ts';

/** The status of a city or location by the events of its own stream. `shown` adds the effect of its city. */
export interface Life {
  readonly submittedBy: string;
  /** `deleted`, or the decision. */
  readonly status: Status;
  /** The last decision. A deletion keeps it, so that a restore brings it back. */
  readonly decision: Exclude<Status, 'deleted'>;
  readonly reason: string | null;
  /** ISO 8601; null while pending. */
  readonly decidedAt: string | null;
  /** ISO 8601; null unless deleted. */
  readonly deletedAt: string | null;
  /** The id of the place that a location was merged into; then its status is `deleted` without a time. */
  readonly mergedInto: string | null;
}

type Named<T extends string> = `${'city' | 'location'}-${T}.v1`;
type Decision = 'approved' | 'withdrawn' | 'reopened' | 'resubmitted' | 'deleted' | 'restored';
/** Events that change the status of a city or a location. */
type StatusEvent =
  | { readonly type: Named<Decision>; readonly data: unknown }
  | { readonly type: Named<'rejected'>; readonly data: { readonly reason: string | null } }
  | {
      readonly type: 'location-merged.v1' | 'location-parted.v1';
      readonly data: { readonly into: string };
    };

/** The life of an entity that this person has just submitted. */
export const newLife = (submittedBy: string): Life => ({
  submittedBy,
  status: 'pending',
  decision: 'pending',
  reason: null,
  decidedAt: null,
  deletedAt: null,
  mergedInto: null,
});

/** The life after one more event of its stream; the same object if the event does not affect it. */
export function lifeAfter<L extends Life>(life: L, event: RecordedEvent<StatusEvent>): L {
  const { metadata } = event;
  if (isOfFirstReleaseCascade(metadata)) return life;
  switch (event.type) {
    case 'city-approved.v1':
    case 'location-approved.v1':
      return decided(life, 'approved', metadata.time);
    case 'city-rejected.v1':
    case 'location-rejected.v1':
      return decided(life, 'rejected', metadata.time, event.data.reason);
    case 'city-withdrawn.v1':
    case 'location-withdrawn.v1':
      return decided(life, 'withdrawn', metadata.time);
    case 'city-reopened.v1':
    case 'city-resubmitted.v1':
    case 'location-reopened.v1':
    case 'location-resubmitted.v1':
      return decided(life, 'pending', null);
    case 'city-deleted.v1':
    case 'location-deleted.v1':
      return { ...life, status: 'deleted', deletedAt: metadata.time };
    case 'city-restored.v1':
    case 'location-restored.v1':
      return { ...life, status: life.decision, deletedAt: null };
    case 'location-merged.v1':
      return { ...life, status: 'deleted', mergedInto: event.data.into };
    case 'location-parted.v1':
      return { ...life, status: life.decision, mergedInto: null };
  }
}

/**
 * A decision may come after a deletion that the moderator did not know of: the decision is stored, but the status stays
 * `deleted`.
 */
function decided<L extends Life>(
  life: L,
  decision: Life['decision'],
  decidedAt: string | null,
  reason: string | null = null,
): L {
  return { ...life, status: life.status === 'deleted' ? 'deleted' : decision, decision, reason, decidedAt };
}
