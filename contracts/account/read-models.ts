import type { Document } from '../shared/read-model-declaration.ts';

/** The results of the cities, locations and edits that one person sent in. */
interface SentNumbers {
  /** Of any status. */
  readonly submitted: number;
  /**
   * How many of these have that status of their own. It does not change when their city is closed: readers compute that
   * effect.
   */
  readonly approved: number;
  readonly declined: number;
  readonly waiting: number;
}

/**
 * A person who contributed anything, even only a rating; the id is the person's. Names are only in the records. The
 * document stays when the account is erased, without the numbers.
 */
export interface PersonDocument extends Document, SentNumbers {
  readonly erased: boolean;
  /** Time of the latest contribution, and the hour of that time, in which the person is counted; null for none. */
  readonly lastAt: string | null;
  readonly hour: string | null;
}

export const noNumbers: SentNumbers = { submitted: 0, approved: 0, declined: 0, waiting: 0 };

/** A person who has contributed nothing yet. */
export const newPerson = (id: string): PersonDocument => ({
  id,
  ...noNumbers,
  erased: false,
  lastAt: null,
  hour: null,
});

/** The people whose latest contribution was in an hour. The id is the time at which the hour began. */
export interface ContributingHourDocument extends Document {
  /** The same time as the id, for the index. */
  readonly at: string;
  readonly people: number;
}

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
