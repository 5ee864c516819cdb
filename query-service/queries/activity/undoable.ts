import { limits } from '#contracts/limits';
import type { Person } from '#contracts/person';
import type { ActivityDocument, ItemDocument } from '#contracts/read-models-activity';

import { byId, distinct, type QueryContext } from '../../query-context.ts';

/** Decisions made at this time (milliseconds since 1970) or later can be undone. */
export const undoableSince = (now: number): number => now - limits.undoWithin;

/** Decisions that only the administrator makes and undoes. */
const ofAdministrator: ReadonlySet<string> = new Set([
  'city-deleted',
  'city-restored',
  'location-deleted',
  'location-restored',
]);

/** Looks up the items that the events decide on, each with its latest decision. */
export async function itemsOf(
  { models }: QueryContext,
  events: readonly ActivityDocument[],
): Promise<(event: ActivityDocument) => ItemDocument | undefined> {
  const { reader } = models.activity;
  const decided = events.flatMap(({ decides }) => decides ?? []);
  const ofChanges = decided.filter(({ kind }) => kind === 'change');
  const others = decided.filter(({ kind }) => kind !== 'change');
  const [changes, items] = await Promise.all([
    reader.getMany<ItemDocument>('changes', distinct(ofChanges.map(({ id }) => id))),
    reader.getMany<ItemDocument>('items', distinct(others.map(({ kind, id }) => `${kind}:${id}`))),
  ]);
  const [changeOf, itemOf] = [byId(changes), byId(items)];
  return ({ decides }) => {
    if (decides === null) return undefined;
    const { kind, id } = decides;
    return kind === 'change' ? changeOf.get(id) : itemOf.get(`${kind}:${id}`);
  };
}

/** Whether the event is the latest decision on its item, and this person may undo it. */
export function canUndo(
  { position, type }: ActivityDocument,
  item: ItemDocument | undefined,
  { userId, isAdmin }: Pick<Person, 'userId' | 'isAdmin'>,
): boolean {
  if (item === undefined || item.last !== position) return false;
  return isAdmin || (!ofAdministrator.has(type) && item.owner !== userId);
}
