// Collections whose rules involve no other collection.

import { isDuplicateKey, upserting } from '../../mongodb/connection.ts';
import { isPresent, type Records, type EmailRow, type ReportNoteRow } from './collections.ts';
import { IdentityTaken, type RecordStore, type OutboxEmail, type ReportNote } from '../port.ts';

const idOf = (provider: string, subject: string): string => `${provider}:${subject}`;

export function createIdentities({ identities, run }: Records): RecordStore['identities'] {
  return {
    accountOf: (provider, subject) =>
      run(async () => (await identities.findOne({ _id: idOf(provider, subject) }))?.userId),
    of: (userId) =>
      run(async () => {
        const rows = await identities.find({ userId }).sort({ provider: 1 }).toArray();
        return rows.map(({ _id, ...identity }) => identity);
      }),
    add: ({ provider, subject, userId }) =>
      run(async () => {
        const _id = idOf(provider, subject);
        try {
          await identities.insertOne({ _id, provider, subject, userId });
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
          if ((await identities.findOne({ _id }))?.userId === userId) return;
          throw new IdentityTaken('The identity or its place is taken', { cause: error });
        }
      }),
    remove: (provider, subject) =>
      run(async () => {
        await identities.deleteOne({ _id: idOf(provider, subject) });
      }),
  };
}

export function createOutbox(records: Records): RecordStore['outbox'] {
  const { emails, run } = records;
  const hasRoom = async (userId: string, most: number): Promise<boolean> => {
    const waiting = emails.find({ userId, dueAt: { $gte: 0 } }, { projection: { _id: 1 } });
    return (await waiting.limit(most).toArray()).length < most;
  };

  return {
    add: ({ id, ...email }, most) =>
      run(async () => {
        const { userId } = email;
        if (userId !== null && !(await hasRoom(userId, most))) return;
        await upserting(() => emails.updateOne({ _id: id }, { $setOnInsert: email }, { upsert: true }));
        // Checked after the write, because the account may be erased at the same moment.
        if (userId !== null && !(await isPresent(records, userId))) await emails.deleteOne({ _id: id });
      }),
    due: (now, limit) =>
      run(async () => {
        const found = emails.find({ dueAt: { $lte: now } });
        return (await found.sort({ dueAt: 1 }).limit(limit).toArray()).flatMap(toEmail);
      }),
    dueOf: (userId, kind, now, limit) =>
      run(async () => {
        const found = emails.find({ userId, kind, dueAt: { $lte: now } });
        return (await found.sort({ dueAt: 1 }).limit(limit).toArray()).flatMap(toEmail);
      }),
    take: ({ id, attempts }, dueAt) =>
      run(async () => {
        const { matchedCount } = await emails.updateOne(
          { _id: id, attempts, dueAt: { $exists: true } },
          { $set: { dueAt, attempts: attempts + 1 } },
        );
        return matchedCount === 1;
      }),
    close: (id, now) =>
      run(async () => {
        await emails.updateOne(
          { _id: id, dueAt: { $exists: true } },
          { $set: { content: '', closedAt: new Date(now) }, $unset: { dueAt: true } },
        );
      }),
  };
}

function toEmail({ _id: id, dueAt, closedAt: _, ...email }: EmailRow): OutboxEmail[] {
  return dueAt === undefined ? [] : [{ id, ...email, dueAt }];
}

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
