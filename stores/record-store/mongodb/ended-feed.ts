import type { ChangeSignal } from '../../mongodb/change-signal.ts';
import { createFeeds } from '../../mongodb/feeds.ts';
import type { Records } from './records.ts';

/** No end takes longer from its number to its write, unless its process died. */
const settlesWithin = 5000; // milliseconds

/** Tells of sessions that ended, by the numbers of their ends. */
export function createEndedFeed({ sessions, counters, run }: Records, signal: ChangeSignal) {
  const feeds = createFeeds(signal);

  const newest = (): Promise<number> =>
    run(async () => Number((await counters.findOne({ _id: 'ended-sessions' }))?.value ?? 0));

  const endedAfter = (number: number) =>
    run(() =>
      sessions
        .find({ ended: { $gt: number } }, { projection: { ended: 1 } })
        .sort({ ended: 1 })
        .toArray(),
    );

  /** An end with a lower number may be written after one with a higher: numbers are looked through for a while longer. */
  async function* read(begin: number, stop: AbortSignal): AsyncGenerator<string, void> {
    let settled = begin;
    let highest = settled;
    let candidate = { number: highest, at: performance.now() };
    const told = new Map<string, number>();
    while (!stop.aborted && !signal.ended) {
      const rows = await endedAfter(settled);
      const fresh = rows.filter(({ _id, ended }) => told.get(_id) !== ended);
      for (const { _id: sid, ended = 0 } of fresh) {
        if (stop.aborted || signal.ended) return;
        told.set(sid, ended);
        highest = Math.max(highest, ended);
        yield sid;
      }
      if (performance.now() - candidate.at > settlesWithin) {
        settled = candidate.number;
        for (const [sid, number] of told) if (number <= settled) told.delete(sid);
        candidate = { number: highest, at: performance.now() };
      }
      if (fresh.length === 0) await signal.next(stop);
    }
  }

  return {
    begun: () => feeds.begun(),
    follow: (stop: AbortSignal): AsyncIterable<string> =>
      feeds.follow(newest, (begin) => read(begin, stop), stop),
  };
}
