import type { ChangeNotifier } from '../../mongodb/change-notifier.ts';
import { upserting } from '../../mongodb/connection.ts';
import { createNumberedFeed } from './numbered-feed.ts';
import type { Records } from './records.ts';

export interface Renames {
  /** Tells of an account whose public name the work changes. */
  tellOf<T>(userId: string, work: () => Promise<T>): Promise<T>;
  readonly follow: (stop: AbortSignal) => AsyncIterable<string>;
}

/** Who has another public name, or had one when the account was erased: a document for each, which the server removes. */
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
    // Before too: should this process die in between, most readers have looked again by then.
    async tellOf(userId, work) {
      await note(userId);
      const result = await work();
      await note(userId);
      return result;
    },
  };
}
