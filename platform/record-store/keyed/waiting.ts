import type { RecordStore, WaitingItem } from '../port.ts';
import type { Keyed } from './port.ts';

/** What people have waiting: one entry per person, which lists the items. */
export function createWaiting(keyed: Keyed): RecordStore['waiting'] {
  const keyOf = (userId: string) => `waiting:${userId}`;
  const read = async (userId: string): Promise<{ items: WaitingItem[]; text: string | undefined }> => {
    const entry = await keyed.get(keyOf(userId));
    if (entry === undefined) return { items: [], text: undefined };
    const text = String(entry.value);
    // The cast is safe: only this file writes these entries.
    return { items: JSON.parse(text) as WaitingItem[], text };
  };
  const write = (userId: string, items: readonly WaitingItem[], before: string | undefined) =>
    keyed.putIf(keyOf(userId), before, { value: JSON.stringify(items) });

  return {
    async add(userId, thing, { most, now }) {
      for (;;) {
        const { items, text } = await read(userId);
        if (items.some((item) => item.thing === thing)) return true;
        if (items.length >= most) return false;
        if (await write(userId, [...items, { thing, since: now }], text)) return true;
      }
    },
    of: async (userId) => (await read(userId)).items,
    async remove(userId, things) {
      for (;;) {
        const { items, text } = await read(userId);
        const left = items.filter(({ thing }) => !things.includes(thing));
        if (left.length === items.length || (await write(userId, left, text))) return;
      }
    },
  };
}
