import { upserting } from '../../mongodb/connection.ts';
import type { RecordStore, ReportNote } from '../port.ts';
import type { ReportNoteRow } from './collections.ts';
import type { Records } from './records.ts';

const toNote = ({ _id: reportId, userId, text }: ReportNoteRow): ReportNote => ({ reportId, userId, text });

export function createReportNotes({ reportNotes, run }: Records): RecordStore['reportNotes'] {
  return {
    put: ({ reportId, userId, text }) =>
      run(async () => {
        await upserting(() =>
          reportNotes.updateOne({ _id: reportId }, { $setOnInsert: { userId, text } }, { upsert: true }),
        );
      }),
    getMany: (reportIds) =>
      run(async () => (await reportNotes.find({ _id: { $in: [...reportIds] } }).toArray()).map(toNote)),
    of: (userId) => run(async () => (await reportNotes.find({ userId }).toArray()).map(toNote)),
  };
}
