import { upserting } from '../../mongodb/connection.ts';
import type { RecordStore, StandingChange } from '../port.ts';
import { isPresent, type Records, type StandingChangeRow } from './collections.ts';
import type { Renames } from './accounts.ts';
import type { AnnounceSessions } from './sessions.ts';

/** Takes several writes. If the process dies after any of them, the note remains open until the rest is done. */
export function createStandings(
  records: Records,
  tellOfSessions: AnnounceSessions,
  renames: Renames,
): RecordStore['standings'] {
  const { accounts, standingChanges, run } = records;

  return {
    note: ({ eventId, ...change }) =>
      run(async () => {
        await upserting(() =>
          standingChanges.updateOne(
            { _id: eventId },
            { $setOnInsert: { ...change, isOpen: true } },
            { upsert: true },
          ),
        );
        // Checked after the write, because the account may be erased at the same moment.
        if (!(await isPresent(records, change.userId))) await standingChanges.deleteOne({ _id: eventId });
      }),
    set: (userId, standing) =>
      run(async () => {
        // A blocked person has no page.
        const { matchedCount } = await renames.tellOf(userId, () =>
          accounts.updateOne(
            {
              _id: userId,
              erased: { $exists: false },
              $or: [
                { 'standing.revision': { $lt: standing.revision } },
                { 'standing.revision': { $exists: false } },
              ],
            },
            { $set: { standing } },
          ),
        );
        const upTo = { userId, revision: { $lte: standing.revision } };
        // Reported again if a process died after it wrote the row: the note is still open then.
        const isOpen = (await standingChanges.findOne({ ...upTo, isOpen: true })) !== null;
        if (matchedCount === 1 || isOpen) await tellOfSessions(userId);
        await standingChanges.deleteMany({ ...upTo, reason: null });
        await standingChanges.updateMany({ ...upTo, isOpen: true }, { $set: { isOpen: false } });
      }),
    open: (limit) =>
      run(async () => {
        const found = standingChanges.find({ isOpen: true }).sort({ notedAt: 1 }).limit(limit);
        return (await found.toArray()).map(toChange);
      }),
    of: (userId) =>
      run(async () => (await standingChanges.find({ userId }).sort({ revision: 1 }).toArray()).map(toChange)),
    forget: (eventId) =>
      run(async () => {
        await standingChanges.deleteOne({ _id: eventId });
      }),
    reasons: (eventIds) =>
      run(async () => {
        const found = standingChanges.find({ _id: { $in: [...eventIds] }, reason: { $ne: null } });
        return new Map(
          (await found.toArray()).flatMap(({ _id, reason }) => (reason === null ? [] : [[_id, reason]])),
        );
      }),
  };
}

const toChange = ({ _id: eventId, isOpen: _, ...change }: StandingChangeRow): StandingChange => ({
  eventId,
  ...change,
});
