import { upserting } from '../../mongodb/connection.ts';
import { createFeeds, type ChangeNotifier } from '../../mongodb/change-notifier.ts';
import type { Records } from './collections.ts';

/** The maximum time between taking a number and writing it, unless the process dies in between. */
const settlesWithin = 5000; // milliseconds

export interface Numbered {
  readonly id: string;
  readonly number: number;
}

/** Reports changes of documents, in the order of the numbers that the changes get. */
export interface NumberedFeed {
  /** The next number. Feeds report every number that is taken after they were requested. */
  next(): Promise<number>;
  readonly follow: (stop: AbortSignal) => AsyncIterable<string>;
}

/** `counter`: the id of the counter. `after` returns the documents with a higher number, in order. */
export function createNumberedFeed(
  { counters, run }: Records,
  notifier: ChangeNotifier,
  { counter, after }: { readonly counter: string; readonly after: (number: number) => Promise<Numbered[]> },
): NumberedFeed {
  const feeds = createFeeds(notifier);

  const newest = (): Promise<number> =>
    run(async () => Number((await counters.findOne({ _id: counter }))?.value ?? 0));

  /** A lower number may be written after a higher one, so recent numbers are read repeatedly. */
  async function* read(begin: number, stop: AbortSignal): AsyncGenerator<string, void> {
    let settled = begin;
    let highest = settled;
    let candidate = { number: highest, at: performance.now() };
    const reported = new Map<string, number>();
    const isOver = () => stop.aborted || notifier.ended;
    while (!isOver()) {
      const count = notifier.count();
      const rows = await after(settled);
      const fresh = rows.filter(({ id, number }) => reported.get(id) !== number);
      for (const { id, number } of fresh) {
        if (isOver()) return;
        reported.set(id, number);
        highest = Math.max(highest, number);
        yield id;
      }
      if (performance.now() - candidate.at > settlesWithin) {
        settled = candidate.number;
        for (const [id, number] of reported) if (number <= settled) reported.delete(id);
        candidate = { number: highest, at: performance.now() };
      }
      if (fresh.length === 0) await notifier.after(count, stop);
    }
  }

  return {
    async next() {
      await feeds.begun();
      const found = await upserting(() =>
        counters.findOneAndUpdate(
          { _id: counter },
          { $inc: { value: 1 } },
          { upsert: true, returnDocument: 'after' },
        ),
      );
      return Number(found?.value ?? 1);
    },
    follow: (stop) => feeds.follow(newest, (begin) => read(begin, stop), stop),
  };
}
