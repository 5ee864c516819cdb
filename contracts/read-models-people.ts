import type { Life } from './life.ts';
import type { Document, ReadModelDeclaration } from './read-model-declaration.ts';

/** What became of all that one person sent in; the id is the person's. Names are not in here: the records hold them. */
export interface PersonDocument extends Document {
  /** Cities, locations and edits, whatever became of them. */
  readonly submitted: number;
  /** How many of these stand so by themselves; what a city's end makes of its locations is not in these numbers. */
  readonly approved: number;
  readonly declined: number;
  readonly waiting: number;
  /** Photos that are there. */
  readonly photos: number;
  /** Reports that they made and that were upheld. */
  readonly reportsUpheld: number;
}

/** A city, location, edit, photo or report that somebody sent in, as its own events leave it; it has their id. */
export interface SentDocument extends Document {
  readonly userId: string;
  readonly kind: 'city' | 'location' | 'edit' | 'photo' | 'report';
  /** An entity's own status; of a photo `approved` or `deleted`, of a report `pending`, `approved` (upheld) or `rejected`. */
  readonly status: Life['status'];
  /** Of a city or location that is deleted: what it returns to. */
  readonly decision: Life['decision'];
  /** Of a report: `{type}-{id}` of what was reported, and the log position of the event that closed it, 0 while open. */
  readonly thing: string | null;
  readonly closedBy: number;
}

/** Something that was reported: `{type}-{id}`. */
export interface ReportedDocument extends Document {
  /** Log position of the event that closed its reports last, 0 for none. */
  readonly closedBy: number;
}

/** How much each person sent in, and what became of it. */
export const people = {
  name: 'people',
  version: 1,
  collections: [
    { name: 'people', indexes: [] },
    { name: 'reported', indexes: [] },
    {
      name: 'sent',
      indexes: [
        [
          ['userId', 1],
          ['kind', 1],
          ['status', 1],
        ],
        [
          ['thing', 1],
          ['closedBy', 1],
        ],
      ],
    },
  ],
} as const satisfies ReadModelDeclaration;
