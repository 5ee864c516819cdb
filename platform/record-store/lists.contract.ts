import { expect, it } from 'vitest';

import type { StoredList } from './port.ts';
import type { StorePair, account as newAccount } from './record-store.contract.ts';

export const placeList = (id: string, userId: string, changes: Partial<StoredList> = {}): StoredList => ({
  id,
  userId,
  name: 'A weekend',
  note: null,
  date: '2026-11-28',
  places: ['bridge', 'wall'],
  sharedId: null,
  revision: 0,
  createdAt: 1,
  updatedAt: 1,
  ...changes,
});

/** Tests of the lists of places of every record store. */
export function describePlaceLists(pair: () => StorePair, account: typeof newAccount): void {
  const idsOf = (lists: readonly StoredList[]) => lists.map(({ id }) => id);

  it('returns a person’s lists, newest first, and none of another person', async () => {
    const { store, other } = pair();
    for (const id of ['ada', 'eve']) await store.accounts.add(account(id));
    for (const id of ['a', 'b', 'c']) expect(await store.lists.add(placeList(id, 'ada'), 50)).toBe(true);
    await other.lists.add(placeList('d', 'eve'), 50);
    expect(await other.lists.get('a')).toEqual(placeList('a', 'ada'));
    expect(idsOf(await other.lists.of('ada'))).toEqual(['c', 'b', 'a']);
    expect(await store.lists.get('nothing')).toBeUndefined();
    expect(await store.lists.of('nobody')).toEqual([]);
    await store.lists.remove(placeList('b', 'ada'));
    await store.lists.remove(placeList('b', 'ada'));
    expect(idsOf(await other.lists.of('ada'))).toEqual(['c', 'a']);
    expect(await other.lists.get('b')).toBeUndefined();
  });

  it('adds the same list only once, and keeps later changes of it', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada'));
    await store.lists.add(placeList('a', 'ada'), 1);
    await store.lists.replace(placeList('a', 'ada', { name: 'Renamed', revision: 1 }), 0);
    expect(await other.lists.add(placeList('a', 'ada'), 1)).toBe(true);
    expect(await store.lists.of('ada')).toMatchObject([{ name: 'Renamed' }]);
  });

  it('never exceeds the maximum, even with many simultaneous callers', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada'));
    const added = await Promise.all(
      Array.from({ length: 12 }, (_, number) =>
        (number % 2 ? store : other).lists.add(placeList(`l${number}`, 'ada'), 5),
      ),
    );
    expect(added.filter(Boolean)).toHaveLength(5);
    const kept = await store.lists.of('ada');
    expect(kept).toHaveLength(5);
    for (let number = 0; number < 12; number += 1)
      expect((await store.lists.get(`l${number}`)) !== undefined).toBe(added[number]);
    await store.lists.remove(placeList(kept[0]?.id ?? '', 'ada'));
    expect(await other.lists.add(placeList('another', 'ada'), 5)).toBe(true);
  });

  it('lets only one of many writers replace the same revision', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada'));
    await store.lists.add(placeList('a', 'ada'), 5);
    const replaced = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        (number % 2 ? store : other).lists.replace(
          placeList('a', 'ada', { name: `By ${number}`, revision: 1 }),
          0,
        ),
      ),
    );
    expect(replaced.filter(Boolean)).toHaveLength(1);
    expect((await store.lists.get('a'))?.name).toBe(`By ${replaced.indexOf(true)}`);
    expect(await store.lists.replace(placeList('gone', 'ada'), 0)).toBe(false);
  });

  it('finds a list only by its present shared id', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada'));
    await store.lists.add(placeList('a', 'ada'), 5);
    const become = (revision: number, sharedId: string | null) =>
      store.lists.replace(placeList('a', 'ada', { revision, sharedId }), revision - 1);
    await become(1, 'first');
    expect((await other.lists.shared('first'))?.id).toBe('a');
    expect(await other.lists.shared('a')).toBeUndefined();
    await become(2, null);
    expect(await other.lists.shared('first')).toBeUndefined();
    await become(3, 'second');
    expect(await other.lists.shared('first')).toBeUndefined();
    expect((await other.lists.shared('second'))?.id).toBe('a');
    await other.lists.replace(placeList('a', 'ada', { revision: 9, sharedId: 'third' }), 8);
    expect(await store.lists.shared('third')).toBeUndefined();
    await store.lists.remove(placeList('a', 'ada', { sharedId: 'second' }));
    expect(await other.lists.shared('second')).toBeUndefined();
  });

  it('adds a list that is already shared, as an import does', async () => {
    const { store, other } = pair();
    await store.accounts.add(account('ada'));
    await store.lists.add(placeList('a', 'ada', { sharedId: 's', revision: 4 }), 5);
    expect(await other.lists.shared('s')).toEqual(placeList('a', 'ada', { sharedId: 's', revision: 4 }));
  });

  it('removes a list with its account, and adds none to an erased one', async () => {
    const { store, other } = pair();
    for (const id of ['ada', 'eve']) {
      await store.accounts.add(account(id));
      await store.lists.add(placeList(`of ${id}`, id), 5);
      await store.lists.replace(placeList(`of ${id}`, id, { revision: 1, sharedId: `shared by ${id}` }), 0);
    }
    await store.accounts.erase('ada');
    expect(await other.lists.of('ada')).toEqual([]);
    expect(await other.lists.get('of ada')).toBeUndefined();
    expect(await other.lists.shared('shared by ada')).toBeUndefined();
    await other.lists.add(placeList('late', 'ada'), 5);
    expect(await store.lists.get('late')).toBeUndefined();
    expect(await store.lists.of('ada')).toEqual([]);
    expect((await other.lists.shared('shared by eve'))?.id).toBe('of eve');
  });
}
