import type { QueueItem } from '#contracts/moderation/views';
import type { QueueKind } from '#contracts/moderation/words';

/** The key of an item, unique among all kinds. */
export const keyOf = ({ kind, id }: { readonly kind: QueueKind; readonly id: string }): string =>
  `${kind} ${id}`;

/** The revision of an item that an undo has just returned, until the list is read again. */
export const unknownRevision = -1;

/** Who decided or withdrew an item elsewhere (null if unknown), and when (ms). */
export interface DecidedElsewhere {
  readonly by: { readonly id: string; readonly name: string } | null;
  readonly at: number;
}

export interface Row {
  readonly key: string;
  readonly item: QueueItem;
  /** If set, the row is a ghost: it stays in its place for a while, without buttons. */
  readonly gone: DecidedElsewhere | null;
  /** When an undo or a refusal returned it (ms), else null: a response requested before that may lack it. */
  readonly back: number | null;
  /** The item as it was first viewed; if a decision was refused because it had changed, as it was decided on. */
  readonly viewed: QueueItem | null;
  /** Why a decision made here failed; null if none did. */
  readonly refused: string | null;
}

/** The item as it was viewed, if it has changed since; otherwise null. */
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
