import type { Records } from './records.ts';
import type { RecordStore } from '../port.ts';
import { lettersKnownFor } from '../times.ts';
import type { EndSessions } from './sessions.ts';

/** The number of sessions that are ended at once. */
const batch = 200;

/** Ends or deletes what has expired. */
export function createSweep(records: Records, endSessions: EndSessions): RecordStore['sweep'] {
  const { sessions, keyed, letters, runLong } = records;

  const endExpired = async (now: Date): Promise<void> => {
    for (;;) {
      const over = sessions.find(
        { expire: { $lte: now }, sess: { $exists: true } },
        { projection: { _id: 1 } },
      );
      const sids = (await over.limit(batch).toArray()).map(({ _id }) => _id);
      if (sids.length > 0) await endSessions({ _id: { $in: sids }, expire: { $lte: now } });
      if (sids.length < batch) return;
    }
  };

  return (now) =>
    runLong(async () => {
      await endExpired(new Date(now));
      await keyed.deleteMany({ expire: { $lte: new Date(now) } });
      await letters.deleteMany({ closedAt: { $lte: new Date(now - lettersKnownFor) } });
    });
}
