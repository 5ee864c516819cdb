import type { RecordStore, StoredList } from '../port.ts';
import { changeList, listIn, textAt, type Keyed } from './port.ts';

const keyOf = (id: string) => `list:${id}`;
/** The entry that lists the ids of a person's lists, newest first. */
const idsOf = (userId: string) => ({ key: `lists:${userId}`, owner: userId });
const keyOfShared = (sharedId: string) => `shared-list:${sharedId}`;

// The cast is safe: only this file writes these entries.
const parse = (text: string) => JSON.parse(text) as StoredList;

/**
 * People's lists of places: an entry for each list, one that names all lists of a person, and one for each shared id. A
 * list counts while its person's entry names it, and is shared while it has that shared id itself.
 */
export function createLists(keyed: Keyed, accounts: RecordStore['accounts']): RecordStore['lists'] {
  const get = async (id: string): Promise<StoredList | undefined> => {
    const text = await textAt(keyed, keyOf(id));
    return text === undefined ? undefined : parse(text);
  };
  const many = async (ids: readonly string[]): Promise<StoredList[]> =>
    (await Promise.all(ids.map(get))).filter((list) => list !== undefined);

  return {
    async add(list, most) {
      const { id, userId, sharedId } = list;
      await keyed.putIf(keyOf(id), undefined, { value: JSON.stringify(list), owner: userId });
      if (sharedId !== null) await keyed.put(keyOfShared(sharedId), { value: id, owner: userId });
      const isAdded = await changeList<string>(keyed, idsOf(userId), async (ids) => {
        if (ids.includes(id)) return ids;
        // If a process died between two writes, the id of a removed list may be left.
        const left = ids.length < most ? ids : (await many(ids)).map((each) => each.id);
        return left.length < most ? [id, ...left] : undefined;
      });
      // Checked after the writes, because the account may be erased at the same moment.
      const isGone = (await accounts.byId(userId)) === undefined;
      if (isGone) await keyed.take(idsOf(userId).key);
      if (isGone || !isAdded) {
        await keyed.take(keyOf(id));
        if (sharedId !== null) await keyed.take(keyOfShared(sharedId));
      }
      return isAdded;
    },
    get,
    async shared(sharedId) {
      const id = await textAt(keyed, keyOfShared(sharedId));
      const list = id === undefined ? undefined : await get(id);
      return list?.sharedId === sharedId ? list : undefined;
    },
    of: async (userId) => many(listIn<string>(await textAt(keyed, idsOf(userId).key))),
    async replace(list, revision) {
      const { id, userId, sharedId } = list;
      const text = await textAt(keyed, keyOf(id));
      const before = text === undefined ? undefined : parse(text);
      if (before?.revision !== revision) return false;
      const isShared = sharedId !== null && sharedId !== before.sharedId;
      if (isShared) await keyed.put(keyOfShared(sharedId), { value: id, owner: userId });
      const isReplaced = await keyed.putIf(keyOf(id), text, { value: JSON.stringify(list), owner: userId });
      if (isShared && !isReplaced) await keyed.take(keyOfShared(sharedId));
      if (isReplaced && before.sharedId !== null && before.sharedId !== sharedId)
        await keyed.take(keyOfShared(before.sharedId));
      return isReplaced;
    },
    async remove({ id, userId, sharedId }) {
      await keyed.take(keyOf(id));
      await changeList<string>(keyed, idsOf(userId), (ids) =>
        ids.includes(id) ? ids.filter((each) => each !== id) : ids,
      );
      if (sharedId !== null) await keyed.take(keyOfShared(sharedId));
    },
  };
}
