import type { ChangeNotifier } from '../../mongodb/change-notifier.ts';
import { upserting } from '../../mongodb/connection.ts';
import { createNumberedFeed } from './numbered-feed.ts';
import type { Records } from './records.ts';

export interface Renames {
  /** Reports the account whose public name `work` changes. */
  tellOf<T>(userId: string, work: () => Promise<T>): Promise<T>;
  readonly follow: (stop: AbortSignal) => AsyncIterable<string>;
}

/** One document per account that has another public name, or had one when it was erased; the server removes it. */
export function createRenames(records: Records, notifier: ChangeNotifier): Renames {
  const { renames, run } = records;
  const feed = createNumberedFeed(records, notifier, {
    counter: 'renamed-accounts',
    after: (number) =>
      run(async () => {
        const rows = await renames
          .find({ number: { $gt: number } })
          .sort({ number: 1 })
          .toArray();
        return rows.map(({ _id: id, number: own }) => ({ id, number: own }));
      }),
  });
  const note = async (userId: string): Promise<void> => {
    const number = await feed.next();
    await upserting(() =>
      renames.updateOne({ _id: userId }, { $set: { number }, $currentDate: { at: true } }, { upsert: true }),
    );
    notifier.notify();
  };
  return {
    follow: feed.follow,
    // Reported before the work, too: if this process dies in between, most readers still read the new name.
    async tellOf(userId, work) {
      await note(userId);
      const result = await work();
      await note(userId);
      return result;
    },
  };
}
