import { upserting } from '../../mongodb/connection.ts';
import type { Records } from './records.ts';
import type { RecordStore } from '../port.ts';
import { endOfWindow } from '../times.ts';

/** One document per window in which something was counted. */
export function createLimits({ windows, run }: Records): RecordStore['limits'] {
  const windowOf = (key: string, width: number, now: number) => {
    const resetsAt = endOfWindow(width, now);
    return { _id: `${width}:${resetsAt}:${key}`, resetsAt };
  };
  return {
    hit: (key, windowMs, now, amount = 1) =>
      run(async () => {
        const { _id, resetsAt } = windowOf(key, windowMs, now);
        const change = { $inc: { count: amount }, $setOnInsert: { resetsAt: new Date(resetsAt) } };
        const row = await upserting(() =>
          windows.findOneAndUpdate({ _id }, change, { upsert: true, returnDocument: 'after' }),
        );
        return { count: row?.count ?? amount, resetsAt };
      }),
    peek: (key, windowMs, now) =>
      run(async () => {
        const { _id, resetsAt } = windowOf(key, windowMs, now);
        return { count: (await windows.findOne({ _id }))?.count ?? 0, resetsAt };
      }),
  };
}
