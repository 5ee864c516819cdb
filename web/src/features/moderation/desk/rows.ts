import type { QueueItem } from '#contracts/moderation/views';
import type { QueueKind } from '#contracts/moderation/words';

/** The key of an item, unique among all kinds. */
export const keyOf = ({ kind, id }: { readonly kind: QueueKind; readonly id: string }): string =>
  `${kind} ${id}`;

/** The revision of an item that has just come back by an undo, until the list has been read again. */
export const unknownRevision = -1;

/** An item that somebody else decided or withdrew: who (null if unknown), and when (ms). */
export interface DecidedElsewhere {
  readonly by: { readonly id: string; readonly name: string } | null;
  readonly at: number;
}

export interface Row {
  readonly key: string;
  readonly item: QueueItem;
  /** If set, the row stays in its place, without buttons, while somebody is at the list. */
  readonly gone: DecidedElsewhere | null;
  /** When it came back after it had been decided here (ms), else null: an answer requested before that may lack it. */
  readonly back: number | null;
  /** The item as it was when it was first viewed, or as it was when its decision was refused for a change. */
  readonly viewed: QueueItem | null;
  /** Why a decision made here did not go through; null if there was none. */
  readonly refused: string | null;
}

/** What somebody has viewed, if the item is another by now. */
export const changedFrom = ({ viewed, item }: Row): QueueItem | null =>
  viewed === null || viewed.revision === item.revision ? null : viewed;

export type Sort = 'oldest' | 'newest';

const rowOf = (item: QueueItem): Row => ({
  key: keyOf(item),
  item,
  gone: null,
  back: null,
  viewed: null,
  refused: null,
});

/** Compares by time, then by id, in the server's order; negative if `one` comes first. */
export function inOrder(sort: Sort, one: QueueItem, other: QueueItem): number {
  const direction = sort === 'newest' ? -1 : 1;
  if (one.submittedAt !== other.submittedAt)
    return one.submittedAt < other.submittedAt ? -direction : direction;
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}

/** Inserts items in order; an item that is already there replaces its row. */
export function insert(rows: readonly Row[], items: readonly QueueItem[], sort: Sort): readonly Row[] {
  if (items.length === 0) return rows;
  const fresh = new Map(items.map((item) => [keyOf(item), item]));
  const kept = rows.filter(({ key }) => !fresh.has(key));
  return [...kept, ...[...fresh.values()].map(rowOf)].sort((one, other) =>
    inOrder(sort, one.item, other.item),
  );
}

/**
 * The row to choose once some rows leave: the next one that stays, else the one before; null if none stays or if it is
 * unknown which row was chosen.
 */
export function neighbour(
  rows: readonly Row[],
  chosen: string | null,
  leaves: (row: Row) => boolean,
): string | null {
  const at = rows.findIndex(({ key }) => key === chosen);
  if (at < 0) return null;
  const stays = (row: Row) => row.gone === null && !leaves(row);
  return (rows.slice(at + 1).find(stays) ?? rows.slice(0, at).findLast(stays))?.key ?? null;
}
