import type { Life } from '../shared/life.ts';
import { by, type Document, type ReadModelDeclaration } from '../shared/read-model-declaration.ts';
import { versionOf } from '../shared/read-model-versions.ts';

/** The results of everything that one person sent in; the id is the person's. Names are only in the records. */
export interface PersonDocument extends Document {
  /** Cities, locations and edits of any status. */
  readonly submitted: number;
  /**
   * How many of these have that status of their own. It does not change when their city is closed: readers compute that
   * effect.
   */
  readonly approved: number;
  readonly declined: number;
  readonly waiting: number;
  /** Photos that are not deleted. */
  readonly photos: number;
  /** The person's reports that were upheld. */
  readonly reportsUpheld: number;
}

/** A person who has sent in nothing yet. */
export const newPerson = (id: string): PersonDocument => ({
  id,
  submitted: 0,
  approved: 0,
  declined: 0,
  waiting: 0,
  photos: 0,
  reportsUpheld: 0,
});

/** A city, location, edit, photo or report that somebody sent in, with the status by its own events. */
export interface SentDocument extends Document {
  readonly userId: string;
  readonly kind: 'city' | 'location' | 'edit' | 'photo' | 'report';
  /** Its own status. Photos: `approved` or `deleted`; reports: `pending`, `approved` (upheld) or `rejected`. */
  readonly status: Life['status'];
  /** For a deleted city or location: the status that it gets when it is restored. */
  readonly decision: Life['decision'];
  /** For a report: the reported `{type}-{id}`, and the log position of the event that closed it, 0 while it is open. */
  readonly thing: string | null;
  readonly closedBy: number;
  /** For a photo: everyone else who added it before, each until it was deleted. */
  readonly formerly: readonly string[];
}

/** Something that was reported; the id is `{type}-{id}`. */
export interface ReportedDocument extends Document {
  /** Log position of the event that last closed its reports, 0 for none. */
  readonly closedBy: number;
}

/**
 * A person who contributed anything, even only a rating; the id is the person's. The document stays when the account is
 * erased.
 */
export interface ContributorDocument extends Document {
  /** Time of the latest contribution. */
  readonly lastAt: string;
  /** The hour of that time; the person is counted in it. */
  readonly hour: string;
}

/** The people whose latest contribution was in an hour. The id is the time at which the hour began. */
export interface ContributingHourDocument extends Document {
  /** The same time as the id, for the index. */
  readonly at: string;
  readonly people: number;
}

/** How much each person sent in and how it was decided, and the time of each person's latest contribution. */
export const people = {
  name: 'people',
  version: versionOf('people'),
  collections: [
    { name: 'people', indexes: [] },
    { name: 'contributors', indexes: [[by('hour')]] },
    {
      name: 'hours',
      indexes: [[by('at'), by('people')]],
    },
    { name: 'reported', indexes: [] },
    {
      name: 'sent',
      sparse: ['thing'],
      indexes: [
        [by('userId'), by('kind'), by('status')],
        [by('thing'), by('closedBy')],
      ],
    },
  ],
} as const satisfies ReadModelDeclaration;

const hour = 3_600_000;

/** How long a person counts as a contributor after the latest contribution: 30 days. */
const contributingHours = 30 * 24;

/** The start (ISO 8601) of the hour that contains a time (ISO 8601, UTC). */
export const hourOf = (time: string): string => `${time.slice(0, 13)}:00:00.000Z`;

/** The first of the hours that count at the given time (milliseconds since 1970), whose own hour is the last. */
export const firstHourCounted = (now: number): string => hourBefore(now, contributingHours);

/** All the hours that count, up to and including the given one. */
export function hoursCounted(last: string): readonly string[] {
  const now = Date.parse(last);
  return Array.from({ length: contributingHours + 1 }, (_, before) => hourBefore(now, before));
}

const hourBefore = (now: number, hours: number): string => hourOf(new Date(now - hours * hour).toISOString());
