import { isDuplicateKey } from '../../mongodb/connection.ts';
import type { Records } from './records.ts';
import type { QuotaClaim, RecordStore } from '../port.ts';

/** One document per key with an amount. A standalone server has no transactions, and none is needed. */
export function createQuotas({ quotas, run }: Records): RecordStore['quotas'] {
  const amountOf = async (key: string): Promise<number> =>
    Number((await quotas.findOne({ _id: key }))?.amount ?? 0);

  const take = async ({ key, amount, most }: QuotaClaim): Promise<boolean> => {
    while (amount <= most) {
      try {
        // If there is too little room, the upsert fails because of the existing document.
        await quotas.updateOne(
          { _id: key, amount: { $lte: most - amount } },
          { $inc: { amount } },
          { upsert: true },
        );
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        // Otherwise another process has just inserted the document, or room was made since.
        if ((await amountOf(key)) > most - amount) return false;
      }
    }
    return false;
  };

  const giveBack = async ({ key, amount }: Pick<QuotaClaim, 'key' | 'amount'>): Promise<void> => {
    while ((await amountOf(key)) > 0) {
      const lowered = await quotas.updateOne(
        { _id: key, amount: { $gt: amount } },
        { $inc: { amount: -amount } },
      );
      if (lowered.matchedCount === 1) return;
      const emptied = await quotas.deleteOne({ _id: key, amount: { $lte: amount } });
      if (emptied.deletedCount === 1) return;
      // Neither matched: the amount grew between the two operations.
    }
  };

  return {
    reserve: (claims) =>
      run(async () => {
        for (const [index, claim] of claims.entries()) {
          if (await take(claim)) continue;
          for (const taken of claims.slice(0, index)) await giveBack(taken);
          return { granted: false, key: claim.key };
        }
        return { granted: true };
      }),
    release: (amounts) =>
      run(async () => {
        for (const released of amounts) await giveBack(released);
      }),
    set: (key, amount) =>
      run(async () => {
        if (amount > 0) await quotas.updateOne({ _id: key }, { $set: { amount } }, { upsert: true });
        else await quotas.deleteOne({ _id: key });
      }),
    amount: (key) => run(() => amountOf(key)),
  };
}
