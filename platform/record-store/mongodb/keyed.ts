import { isDuplicateKey, upserting } from '../../mongodb/connection.ts';
import type { Entry, Keyed } from '../keyed/port.ts';
import type { KeyedRow, Records } from './collections.ts';

/** The keyed store: one document per key. A standalone server has no transactions, and none is needed. */
export function createKeyed({ keyed, run }: Pick<Records, 'keyed' | 'run'>): Keyed {
  const find = async (key: string): Promise<Entry | undefined> => {
    const row = await keyed.findOne({ _id: key });
    return row === null ? undefined : toEntry(row);
  };
  const amountOf = async (key: string): Promise<number> => Number((await find(key))?.value ?? 0);

  const insert = async (key: string, entry: Entry): Promise<boolean> => {
    try {
      await keyed.insertOne({ _id: key, ...fieldsOf(entry) });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  };

  return {
    get: (key) => run(() => find(key)),
    put: (key, entry) =>
      run(async () => {
        await upserting(() => keyed.replaceOne({ _id: key }, fieldsOf(entry), { upsert: true }));
      }),
    putIf: (key, expected, entry) =>
      run(async () => {
        if (expected === undefined) return insert(key, entry);
        const { matchedCount } = await keyed.replaceOne({ _id: key, text: expected }, fieldsOf(entry));
        return matchedCount === 1;
      }),
    take: (key) =>
      run(async () => {
        const row = await keyed.findOneAndDelete({ _id: key });
        return row === null ? undefined : toEntry(row);
      }),
    removeIf: (key, expected) =>
      run(async () => {
        await keyed.deleteOne({ _id: key, text: expected });
      }),
    removeOf: (owner, prefix, test = () => true) =>
      run(async () => {
        const rows = await keyed.find({ owner }).toArray();
        const over = rows.filter(({ _id, text = '' }) => _id.startsWith(prefix) && test(text));
        if (over.length > 0) await keyed.deleteMany({ _id: { $in: over.map(({ _id }) => _id) } });
      }),
    add: (key, amount, { most = Number.MAX_SAFE_INTEGER, expire } = {}) =>
      run(async () => {
        const change = {
          $inc: { count: amount },
          ...(expire !== undefined && { $setOnInsert: { expire: new Date(expire) } }),
        };
        while (amount <= most) {
          try {
            // If the total would exceed the limit, the upsert fails because of the existing document.
            const room = { _id: key, count: { $lte: most - amount } };
            const row = await keyed.findOneAndUpdate(room, change, { upsert: true, returnDocument: 'after' });
            return Number(row?.count ?? amount);
          } catch (error) {
            if (!isDuplicateKey(error)) throw error;
            // Otherwise another process has just inserted the document, or has subtracted from it.
            if ((await amountOf(key)) > most - amount) return undefined;
          }
        }
        return undefined;
      }),
    subtract: (key, amount) =>
      run(async () => {
        while ((await amountOf(key)) > 0) {
          const lowered = await keyed.updateOne(
            { _id: key, count: { $gt: amount } },
            { $inc: { count: -amount } },
          );
          if (lowered.matchedCount === 1) return;
          const emptied = await keyed.deleteOne({ _id: key, count: { $lte: amount } });
          if (emptied.deletedCount === 1) return;
          // Neither matched: the amount grew between the two operations.
        }
      }),
  };
}

const fieldsOf = ({ value, expire, owner }: Entry): Omit<KeyedRow, '_id'> => ({
  ...(typeof value === 'string' ? { text: value } : { count: value }),
  ...(expire !== undefined && { expire: new Date(expire) }),
  ...(owner !== undefined && { owner }),
});

const toEntry = ({ text, count, expire, owner }: KeyedRow): Entry => ({
  value: text ?? Number(count),
  expire: expire?.getTime(),
  owner,
});
