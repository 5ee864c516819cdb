import type { QueueItem } from '#contracts/moderation/views';

import { inSets } from '../../../lib/photo-sets.ts';
import type { Row } from '../desk/rows.ts';
import type { QueueState } from './queue-types.ts';

/** A line of the list: one row, or a closed set of photos. */
export interface Line {
  /** The key of its first row that still waits; if none waits, of its first row. */
  readonly key: string;
  readonly rows: readonly Row[];
  /** If the row is in an open set, all rows of that set. */
  readonly opened: readonly Row[] | null;
}

type Lined = Pick<QueueState, 'rows' | 'inSets' | 'opened'>;

/** The list's lines in order. Photos that one person sent to one place within ten minutes are a set. */
export function linesOf({ rows, inSets: hasSets, opened }: Lined): readonly Line[] {
  if (!hasSets) return rows.map((row) => lineOf([row]));
  return inSets(rows, photoOf).flatMap((set): readonly Line[] => {
    if (set.length === 1 || !set.some(({ key }) => opened.has(key))) return [lineOf(set)];
    return set.map((row) => ({ ...lineOf([row]), opened: set }));
  });
}

/** The line that contains the row with this key; undefined if there is no such row. */
export function lineWith(state: Lined, key: string | null): Line | undefined {
  const row = state.rows.find((each) => each.key === key);
  if (row === undefined) return undefined;
  if (!state.inSets || photoOf(row) === null) return lineOf([row]);
  return linesOf(state).find(({ rows }) => rows.includes(row));
}

const lineOf = (rows: readonly Row[]): Line => ({
  key: (rows.find(({ gone }) => gone === null) ?? rows[0])?.key ?? '',
  rows,
  opened: null,
});

/** The items of those rows that still wait. */
export const waitingOf = (rows: readonly Row[]): readonly QueueItem[] =>
  rows.flatMap(({ item, gone }) => (gone === null ? [item] : []));

function photoOf({ item }: Row) {
  const { kind, locationId, submitter, submittedAt } = item;
  if (kind !== 'photo' || !locationId || !submitter) return null;
  return { of: `${submitter.id} ${locationId}`, at: Date.parse(submittedAt) };
}
