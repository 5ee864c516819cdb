import type { FieldContent } from '../shared/coordinates.ts';
import type { DecidedItem } from './decided-items.ts';
import type { EventType } from '../events.ts';
import { by, type Document, type ReadModelDeclaration } from '../shared/read-model-declaration.ts';
import { versionOf } from '../shared/read-model-versions.ts';

/** One event in the history of its city or location, and in the activity log. The id is the event's. */
export interface HistoryDocument extends Document {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly type: EventType;
  /** ISO 8601, and the same in milliseconds since 1970. */
  readonly time: string;
  readonly at: number;
  readonly actor: string;
  /** The entity that it is about. For an edit or a featured photo that is the location. */
  readonly entityType: string;
  readonly entityId: string;
  /** The history that it belongs to, `city:{id}` or `location:{id}`; null for none. */
  readonly entity: string | null;
  /** In that history, the id of the edit or photo that it is about; null if it is about the entity itself. */
  readonly subject: string | null;
  readonly reason: string | null;
  readonly changes: Readonly<
    Record<string, { readonly from: FieldContent; readonly to: FieldContent }>
  > | null;
  readonly seen: number | null;
  /** The same for all events of one batch. */
  readonly correlationId: string;
  /** The same for all events of one command. */
  readonly causationId: string;
  /** The item that it decides about; null for an event that is not a decision. */
  readonly decides: DecidedItem | null;
  /**
   * `city:{id}` for an event that closes or restores the city and so belongs to its locations' histories too; otherwise
   * null.
   */
  readonly forLocationsOf: string | null;
  /** `location:{id}` of the place that stays, for a merge, which belongs to its history too; otherwise null. */
  readonly forLocation: string | null;
  /**
   * The series from which a location's latest events are read: `moves:{id}` if the event puts it into a city,
   * `featured:{id}` if it chooses its photo; otherwise null.
   */
  readonly series: string | null;
  /** The id of the city that the location is put into. */
  readonly movedTo: string | null;
  /** The id of the city that the location leaves; otherwise null. */
  readonly movedFrom: string | null;
}

/**
 * The latest decision on one item. In `items` the id is `city:{id}`, `location:{id}`, `edit:{id}`, `photo:{id}` or
 * `report:{type}-{id}`; in `changes` it is the change's own id.
 */
export interface ItemDocument extends Document {
  /** The person who sent it in, proposed, uploaded or made it; null for reports, which several people make. */
  readonly owner: string | null;
  /** The command of its latest event. Other events of the same append are not separate decisions. */
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

/** The lists of newest events are read backwards: adding to the end of an order writes fewer pages. */
const oldest = [by('at'), by('position')] as const;

/**
 * What happened, without opinions and registrations. It serves the history of one city or location and the activity
 * log; every filter of both has an index.
 */
export const history = {
  name: 'history',
  version: versionOf('history'),
  collections: [
    {
      name: 'events',
      sparse: ['entity', 'forLocationsOf', 'forLocation', 'series', 'movedFrom'],
      indexes: [
        [by('entity'), by('position')],
        [by('forLocationsOf'), by('position')],
        [by('forLocation'), by('position')],
        [by('series'), by('position')],
        [by('movedFrom'), by('position')],
        [...oldest],
        [by('actor'), ...oldest],
        [by('actor'), by('type'), ...oldest, by('entityType')],
        [by('type'), ...oldest, by('entityType')],
        // The events of one entity are so few that they can be scanned.
        [by('entityId'), ...oldest, by('entityType'), by('actor'), by('type')],
        [by('correlationId'), by('position')],
      ],
    },
    { name: 'items', indexes: [] },
    { name: 'changes', indexes: [] },
  ],
} as const satisfies ReadModelDeclaration;
