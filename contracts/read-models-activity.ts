import type { DecidedItem } from './decided-items.ts';
import type { Document, ReadModelDeclaration } from './read-model-declaration.ts';

/** One event as the activity log shows it; the id is its log position. */
export interface ActivityDocument extends Document {
  readonly position: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly actor: string;
  /** The event's wire name without its version. */
  readonly type: string;
  /** For an edit, that of its location. */
  readonly entityType: string;
  readonly entityId: string;
  readonly reason: string | null;
  /** The correlation id. */
  readonly batchId: string;
  /** The causation id: the same for all events of one command. */
  readonly command: string;
  readonly stream: string;
  readonly revision: number;
  /** The event's id if it is about a person: the records keep the reason under it, where it can be erased. */
  readonly eventId: string | null;
  /** The item that it decides about; null for an event that cannot be undone. */
  readonly decides: DecidedItem | null;
}

/**
 * The latest decision on one item. In `items` the id is `city:{id}`, `location:{id}`, `edit:{id}`, `photo:{id}` or
 * `report:{type}-{id}`; in `changes` it is the change's own id.
 */
export interface ItemDocument extends Document {
  /** The person who sent it in, proposed, uploaded or made it; null for reports, which several people make. */
  readonly owner: string | null;
  /** The command of its latest event. Other events of the same append are not decisions of their own. */
  readonly command: string;
  /** Log position of the decision that an undo would take back; null if the latest event is not a decision. */
  readonly last: number | null;
  /** The latest append that declined it by reverting a change; null if there was none. Only in `items`. */
  readonly revert: {
    readonly changeId: string;
    /** Log position of the event that reverts the change. */
    readonly position: number;
    /** Log position of the event that declines the item, which the activity shows as the decision. */
    readonly declinedAt: number | null;
  } | null;
}

const by = (field: string) => [field, 1] as const;
const newest = [
  ['at', -1],
  ['position', -1],
] as const;

/** What people did, newest first, without opinions and registrations. Every filter of its list has an index. */
export const activity = {
  name: 'activity',
  version: 3,
  collections: [
    {
      name: 'events',
      indexes: [
        [...newest],
        [by('actor'), ...newest],
        [by('actor'), by('entityType'), ...newest],
        [by('actor'), by('type'), ...newest, by('entityType')],
        [by('entityType'), ...newest],
        [by('type'), ...newest, by('entityType')],
        // The events of one entity are few enough to be scanned.
        [by('entityId'), ...newest, by('entityType'), by('actor'), by('type')],
        [by('batchId'), by('position')],
      ],
    },
    { name: 'items', indexes: [] },
    { name: 'changes', indexes: [] },
  ],
} as const satisfies ReadModelDeclaration;
