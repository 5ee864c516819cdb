import { upserting } from '../../mongodb/connection.ts';
import type { Letter, RecordStore } from '../port.ts';
import type { LetterRow } from './collections.ts';
import type { Records } from './records.ts';

export function createOutbox({ accounts, letters, run }: Records): RecordStore['outbox'] {
  const isThere = async (userId: string): Promise<boolean> =>
    (await accounts.findOne({ _id: userId, erased: { $exists: false } })) !== null;
  const hasRoom = async (userId: string, most: number): Promise<boolean> => {
    const waiting = letters.find({ userId, dueAt: { $gte: 0 } }, { projection: { _id: 1 } });
    return (await waiting.limit(most).toArray()).length < most;
  };

  return {
    add: ({ id, ...letter }, most) =>
      run(async () => {
        const { userId } = letter;
        if (userId !== null && !(await hasRoom(userId, most))) return;
        await upserting(() => letters.updateOne({ _id: id }, { $setOnInsert: letter }, { upsert: true }));
        // Checked after the write, because the account may be erased at the same moment.
        if (userId !== null && !(await isThere(userId))) await letters.deleteOne({ _id: id });
      }),
    due: (now, limit) =>
      run(async () => {
        const found = letters.find({ dueAt: { $lte: now } });
        return (await found.sort({ dueAt: 1 }).limit(limit).toArray()).flatMap(toLetter);
      }),
    dueOf: (userId, kind, now, limit) =>
      run(async () => {
        const found = letters.find({ userId, kind, dueAt: { $lte: now } });
        return (await found.sort({ dueAt: 1 }).limit(limit).toArray()).flatMap(toLetter);
      }),
    take: ({ id, attempts }, dueAt) =>
      run(async () => {
        const { matchedCount } = await letters.updateOne(
          { _id: id, attempts, dueAt: { $exists: true } },
          { $set: { dueAt, attempts: attempts + 1 } },
        );
        return matchedCount === 1;
      }),
    close: (id, now) =>
      run(async () => {
        await letters.updateOne(
          { _id: id, dueAt: { $exists: true } },
          { $set: { content: '', closedAt: new Date(now) }, $unset: { dueAt: true } },
        );
      }),
  };
}

function toLetter({ _id: id, dueAt, closedAt: _, ...letter }: LetterRow): Letter[] {
  return dueAt === undefined ? [] : [{ id, ...letter, dueAt }];
}
