import { limits } from '#contracts/limits';
import type { Person } from '#contracts/person';
import type { ActivityDocument, ItemDocument } from '#contracts/read-models-activity';

import { byId, distinct, type QueryContext } from '../../query-context.ts';

/** A decision of that time (milliseconds since 1970) or a later one can be taken back. */
export const undoableSince = (now: number): number => now - limits.undoWithin;

/** What only the administrator does, and takes back. */
const ofAdministrator: ReadonlySet<string> = new Set([
  'city-deleted',
  'city-restored',
  'location-deleted',
  'location-restored',
]);

/** The items that the events decide about, each with its latest decision. */
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

/** Whether the event is the latest decision on its item, and this person's to take back. */
export function canUndo(
  { position, type }: ActivityDocument,
  item: ItemDocument | undefined,
  { userId, isAdmin }: Pick<Person, 'userId' | 'isAdmin'>,
): boolean {
  if (item === undefined || item.last !== position) return false;
  return isAdmin || (!ofAdministrator.has(type) && item.owner !== userId);
}
