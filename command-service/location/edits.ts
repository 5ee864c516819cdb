import type { Recorded } from '#contracts/events';
import type { LocationEvent } from '#contracts/location/events';

/** A proposed edit. Its changes are in the event that proposed it, and are read from that event when needed. */
export interface ProposedEdit {
  readonly userId: string;
  readonly status: 'pending' | 'approved' | 'rejected' | 'withdrawn';
  /** Revision of the event that proposed it. */
  readonly revision: bigint;
  /** Revision of the event that approved it last. */
  readonly approvedAt?: bigint;
  /** The place that got the values from the latest decision, if the edit's own place was merged into it. */
  readonly into?: string | undefined;
}

/** Proposed edits by their ids. */
export interface Edits {
  readonly waiting: ReadonlyMap<string, ProposedEdit>;
  readonly decided: ReadonlyMap<string, ProposedEdit>;
}

export const noEdits: Edits = { waiting: new Map(), decided: new Map() };

export const findEdit = ({ waiting, decided }: Edits, editId: string): ProposedEdit | undefined =>
  waiting.get(editId) ?? decided.get(editId);

/** Roughly how many bytes the edits take: each has two ids of 36 characters and a map entry. */
export const bytesOfEdits = ({ waiting, decided }: Edits): number => 200 * (waiting.size + decided.size);

export type EditEvent = Extract<LocationEvent, { data: { editId: string } }>;

export const isEditEvent = (event: Recorded<LocationEvent>): event is Recorded<EditEvent> =>
  'editId' in event.data;

const statusAfter = {
  'location-edit-approved.v1': 'approved',
  'location-edit-rejected.v1': 'rejected',
  'location-edit-withdrawn.v1': 'withdrawn',
} as const;

/** Edits that can be changed in place until `edits` is called. */
export interface EditsDraft {
  /** False for a decision about an edit that was never proposed. */
  readonly add: (event: Recorded<EditEvent>) => boolean;
  /** Returns the edits; the draft must not be used after that. */
  readonly edits: () => Edits;
}

/** Makes at most one copy of what it changes, however many events follow. */
export function draftOf(from: Edits): EditsDraft {
  const waiting = new Map(from.waiting);
  let decided: Map<string, ProposedEdit> | undefined;
  return {
    add(event) {
      const { editId } = event.data;
      if (event.type === 'location-edit-proposed.v1') {
        waiting.set(editId, { userId: event.metadata.actor, status: 'pending', revision: event.revision });
        return true;
      }
      const edit = waiting.get(editId) ?? (decided ?? from.decided).get(editId);
      if (edit === undefined) return false;
      decided ??= new Map(from.decided);
      if (event.type === 'location-edit-reopened.v1') {
        decided.delete(editId);
        waiting.set(editId, { ...edit, status: 'pending' });
        return true;
      }
      const status = statusAfter[event.type];
      const approved =
        event.type === 'location-edit-approved.v1'
          ? { approvedAt: event.revision, into: event.data.into }
          : { into: undefined };
      decided.set(editId, { ...edit, status, ...approved });
      waiting.delete(editId);
      return true;
    },
    edits: () => ({ waiting, decided: decided ?? from.decided }),
  };
}
