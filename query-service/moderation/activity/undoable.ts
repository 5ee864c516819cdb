import { typesThat } from '#contracts/moderation/decided-items';
import { limits } from '#contracts/shared/limits';
import type { Person } from '#contracts/shared/person';
import type { HistoryDocument, ItemDocument } from '#contracts/moderation/read-models-history';

import { byId, distinct, type QueryContext } from '../../query-context.ts';

/** Decisions made at this time (milliseconds since 1970) or later can be undone. */
export const undoableSince = (now: number): number => now - limits.undoWithin;

/** Decisions that only the administrator makes and undoes. */
const ofAdministrator: ReadonlySet<string> = new Set(typesThat('deletes'));

/**
 * Looks up the items that the events decide on, each with its latest decision. What a revert declined has the revert as
 * its decision: of the two events, the one that declines is shown as it.
 */
export async function itemsOf(
  { models }: QueryContext,
  events: readonly HistoryDocument[],
): Promise<(event: HistoryDocument) => ItemDocument | undefined> {
  const { reader } = models.history;
  const read = async (collection: 'items' | 'changes', ids: readonly string[]) =>
    byId(await reader.getMany<ItemDocument>(collection, distinct(ids)));
  const decided = events.flatMap(({ decides }) => decides ?? []);
  const others = decided.filter(({ kind }) => kind !== 'change');
  const items = await read(
    'items',
    others.map(({ kind, id }) => `${kind}:${id}`),
  );
  const changes = await read('changes', [
    ...decided.flatMap(({ kind, id }) => (kind === 'change' ? [id] : [])),
    ...[...items.values()].flatMap(({ revert }) => revert?.changeId ?? []),
  ]);
  return ({ decides, position, type }) => {
    if (decides === null) return undefined;
    const { kind, id } = decides;
    if (kind === 'change') return declining.has(type) ? undefined : changes.get(id);
    const item = items.get(`${kind}:${id}`);
    const { revert } = item ?? {};
    if (revert?.declinedAt !== position) return item;
    const change = changes.get(revert.changeId);
    return change && { ...change, last: change.last === revert.position ? position : null };
  };
}

/** A revert begins with one of these where its second event declines the item. */
const declining: ReadonlySet<string> = new Set(typesThat('reopens'));

/** Whether the event is the latest decision on its item, and this person may undo it. */
export function canUndo(
  { position, type }: HistoryDocument,
  item: ItemDocument | undefined,
  { userId, isAdmin }: Pick<Person, 'userId' | 'isAdmin'>,
): boolean {
  if (item === undefined || item.last !== position) return false;
  return isAdmin || (!ofAdministrator.has(type) && item.owner !== userId);
}
