import type { Records } from './records.ts';
import type { RecordStore } from '../port.ts';

export function createSignIns({ signIns, run }: Records): RecordStore['signIns'] {
  return {
    put: ({ id, expire, ...attempt }) =>
      run(async () => void (await signIns.insertOne({ _id: id, ...attempt, expire: new Date(expire) }))),
    // A single write, so that only one of several callers gets it. It removes expired attempts, too.
    take: (id, now) =>
      run(async () => {
        const row = await signIns.findOneAndDelete({ _id: id });
        if (row === null || row.expire.getTime() <= now) return undefined;
        const { _id, expire, ...attempt } = row;
        return { id: _id, ...attempt, expire: expire.getTime() };
      }),
  };
}
